import { fail, must } from '#contract/errors.ts'
import { archivedModule, Module, ModuleAnswer, moduleRoutes } from '#contract/planning/modules.ts'
import { isUuid, NEWEST, openProjects, visible } from '../../db/visible.ts'
import { archivedPart } from '../../http/archived.ts'
import { type Ask, mount } from '../../http/mount.ts'
import type { Server } from '../../http/server.ts'
import { analyse } from '../progress/analytics.service.ts'
import { chartedOf, composeDetail, composeModules } from './compose.ts'
import { createModule, updateModule } from './module.service.ts'
import { archiveModule, deleteModule, restoreModule, unarchiveModule } from './moduleArchive.service.ts'
import { addToModule, setModules, takeFromModule } from './moduleIssues.service.ts'

const presenter = {
  as: ModuleAnswer,
  show: async ({ trx, viewer }: Pick<Ask, 'trx' | 'viewer'>, row: Module) =>
    must((await composeModules(trx, viewer, [row]))[0], 'the module'),
}

// The caller's favorites come first.
const inProject = async (
  { trx, viewer, projectId }: Pick<Ask, 'trx' | 'viewer' | 'projectId'>,
  archived: boolean,
) => {
  const rows = visible(trx, Module, viewer).where('project_id', projectId).orderBy(NEWEST)
  if (archived) rows.whereNotNull('archived_at')
  else rows.whereNull('archived_at')
  const modules = await composeModules(trx, viewer, await rows)
  return modules.sort((a, b) => Number(b.is_favorite) - Number(a.is_favorite))
}

export const mountModules = (server: Server) =>
  mount(
    server,
    moduleRoutes,
    {
      list: ask => inProject(ask, false),
      listArchived: ask => inProject(ask, true),
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
      get: ({ trx, viewer, row }) =>
        row.archived_at ? fail('module.notFound') : composeDetail(trx, viewer, row),
      getArchived: ({ trx, viewer, row }) =>
        row.archived_at ? composeDetail(trx, viewer, row) : fail('module.notFound'),
      update: ({ work, row, body }) => updateModule(work, row, body),
      put: ({ work, row, body }) => updateModule(work, row, body),
      remove: ({ work, row }) => deleteModule(work, row),
      restore: ({ work, projectId, params }) =>
        isUuid(params.moduleId) ? restoreModule(work, projectId, params.moduleId) : fail('path.notFound'),
      archive: ({ work, row }) => archiveModule(work, row),
      unarchive: ({ work, row }) => unarchiveModule(work, row),
      analytics: ({ trx, row, query }) => analyse(trx, 'module', row.project_id, chartedOf(row), query.type),
      addIssues: ({ work, row, body }) => addToModule(work, row, body.issues),
      removeIssue: ({ work, row, params }) => takeFromModule(work, row, params.issueId),
      ofIssue: ({ work, row, body }) => setModules(work, row, body.modules, body.removed_modules),
    },
    { presenter, part: archivedPart(archivedModule, 'module.notArchived') },
  )
