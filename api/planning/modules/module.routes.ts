import { fail, must } from '#contract/errors.ts'
import { archivedModule, Module, ModuleAnswer, moduleRoutes } from '#contract/planning/modules.ts'
import { Issue } from '#contract/work/issues.ts'
import { isUuid, load } from '../../db/visible.ts'
import { type Ask, mount } from '../../http/mount.ts'
import { archivedPart } from '../../http/respond.ts'
import type { Server } from '../../http/server.ts'
import { planLists } from '../plans/planLists.ts'
import { analyse } from '../progress/analytics.service.ts'
import { chartedOf, composeDetail, composeModules } from './compose.ts'
import { createModule, updateModule } from './module.service.ts'
import { moduleLife, setModules } from './moduleLife.service.ts'

const presenter = {
  as: ModuleAnswer,
  show: async ({ trx, viewer }: Pick<Ask, 'trx' | 'viewer'>, row: Module) =>
    must((await composeModules(trx, viewer, [row]))[0], 'the module'),
}

const lists = planLists(Module, composeModules)

export const mountModules = (server: Server) =>
  mount(
    server,
    moduleRoutes,
    {
      list: ask => lists.inProject(ask, false),
      listArchived: ask => lists.inProject(ask, true),
      listAcross: lists.across,
      create: ({ work, workspaceId, projectId, body }) =>
        createModule(work, { workspaceId, projectId }, body),
      get: ({ trx, viewer, row }) =>
        row.archived_at ? fail('module.notFound') : composeDetail(trx, viewer, row),
      getArchived: ({ trx, viewer, row }) =>
        row.archived_at ? composeDetail(trx, viewer, row) : fail('module.notFound'),
      update: ({ work, row, body }) => updateModule(work, row, body),
      put: ({ work, row, body }) => updateModule(work, row, body),
      remove: ({ work, row }) => moduleLife.remove(work, row),
      restore: ({ work, projectId, params }) =>
        isUuid(params.moduleId)
          ? moduleLife.restore(work, projectId, params.moduleId)
          : fail('path.notFound'),
      archive: ({ work, row }) => moduleLife.archive(work, row),
      unarchive: ({ work, row }) => moduleLife.unarchive(work, row),
      analytics: ({ trx, row, query }) => analyse(trx, 'module', row.project_id, chartedOf(row), query.type),
      addIssues: ({ work, row, body }) => moduleLife.add(work, row, body.issues),
      issue: async ({ trx, viewer, row, params }) => {
        const issue = await load(trx, Issue, viewer, params.issueId, { project: row.project_id })
        return issue?.module_ids.includes(row.id) ? issue : fail('issue.notFound')
      },
      removeIssue: ({ work, row, params }) => moduleLife.takeOut(work, row, params.issueId),
      ofIssue: ({ work, row, body }) => setModules(work, row, body.modules, body.removed_modules),
    },
    { presenter, part: archivedPart(archivedModule, 'module.notArchived') },
  )
