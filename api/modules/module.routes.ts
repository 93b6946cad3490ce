import { fail } from '#contract/errors.ts'
import { Module, moduleRoutes } from '#contract/modules.ts'
import { NEWEST, visible } from '../db/visible.ts'
import { mount } from '../http/mount.ts'
import type { Server } from '../http/server.ts'
import { addToModule, composeModules, createModule, setModules, takeFromModule } from './module.service.ts'

const SUCCESS = { message: 'success' as const }

export const mountModules = (server: Server) =>
  mount(
    server,
    moduleRoutes,
    {
      list: async ({ viewer, trx, projectId }) =>
        composeModules(
          trx,
          (await visible(trx, Module, viewer)
            .where('project_id', projectId)
            .whereNull('archived_at')
            .orderBy(NEWEST)) as Module[],
        ),
      create: async ({ work, workspaceId, projectId, body }) =>
        (await composeModules(work.trx, [await createModule(work, { workspaceId, projectId }, body)]))[0]!,
      get: async ({ trx, row }) =>
        row.archived_at ? fail('module.notFound') : (await composeModules(trx, [row]))[0]!,
      addIssues: async ({ work, row, body }) => {
        await addToModule(work, row, body.issues)
        return SUCCESS
      },
      removeIssue: ({ work, row, params }) => takeFromModule(work, row, params.issueId),
      ofIssue: async ({ work, row, body }) => {
        await setModules(work, row, body.modules, body.removed_modules)
        return SUCCESS
      },
    },
    {
      create: async ({ trx, row }) => (await composeModules(trx, [row]))[0]!,
      addIssues: async () => SUCCESS,
      ofIssue: async () => SUCCESS,
    },
  )
