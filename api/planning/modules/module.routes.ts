import { fail, must } from '#contract/errors.ts'
import { Module, ModuleAnswer, moduleRoutes } from '#contract/planning/modules.ts'
import { NEWEST, openProjects, visible } from '../../db/visible.ts'
import { type Ask, mount } from '../../http/mount.ts'
import type { Server } from '../../http/server.ts'
import { addToModule, composeModules, createModule, setModules, takeFromModule } from './module.service.ts'

const SUCCESS = { message: 'success' as const }

const presenter = {
  as: ModuleAnswer,
  show: async ({ trx, viewer }: Pick<Ask, 'trx' | 'viewer'>, row: Module) =>
    must((await composeModules(trx, viewer, [row]))[0], 'the module'),
}

export const mountModules = (server: Server) =>
  mount(
    server,
    moduleRoutes,
    {
      list: async ({ viewer, trx, projectId }) =>
        composeModules(
          trx,
          viewer,
          await visible(trx, Module, viewer)
            .where('project_id', projectId)
            .whereNull('archived_at')
            .orderBy(NEWEST),
        ),
      listAcross: async ({ viewer, trx, workspaceId }) =>
        composeModules(
          trx,
          viewer,
          await visible(trx, Module, viewer)
            .whereIn('project_id', openProjects(viewer, workspaceId))
            .whereNull('archived_at')
            .orderBy(NEWEST),
        ),
      create: ({ work, workspaceId, projectId, body }) =>
        createModule(work, { workspaceId, projectId }, body),
      get: async ({ row }) => (row.archived_at ? fail('module.notFound') : row),
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
      presenter,
      again: {
        addIssues: async () => SUCCESS,
        ofIssue: async () => SUCCESS,
      },
    },
  )
