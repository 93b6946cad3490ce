import type { Knex } from 'knex'
import { fail, failFields, missingPk, must } from '#contract/errors.ts'
import { Cycle } from '#contract/planning/cycles.ts'
import { Favorite, FavoriteAnswer, favoriteRoutes } from '#contract/planning/favorites.ts'
import { Module } from '#contract/planning/modules.ts'
import { Project } from '#contract/workspace/projects.ts'
import type { ServerViewer } from '../../db/viewer.ts'
import { isUuid, load, NEWEST, visible } from '../../db/visible.ts'
import type { Work } from '../../db/work.ts'
import { type Ask, mount } from '../../http/mount.ts'
import type { Server } from '../../http/server.ts'
import {
  addFavorite,
  changeFavorite,
  composeFavorites,
  removeFavorite,
  removeFavoriteOf,
  restoreFolder,
} from './favorite.service.ts'

const presenter = {
  as: FavoriteAnswer,
  show: async ({ trx, viewer }: Pick<Ask, 'trx' | 'viewer'>, row: Favorite) =>
    must((await composeFavorites(trx, viewer, [row]))[0], 'the favorite'),
}

const list = async (trx: Knex, viewer: ServerViewer, workspaceId: string, parent?: string | null) => {
  const rows = visible(trx, Favorite, viewer).where('workspace_id', workspaceId).orderBy(NEWEST)
  if (parent !== undefined) rows.where('parent', parent)
  return composeFavorites(trx, viewer, await rows)
}

const listOf = async (trx: Knex, viewer: ServerViewer, projectId: string, type: 'cycle' | 'module') =>
  composeFavorites(
    trx,
    viewer,
    await visible(trx, Favorite, viewer).where({ project_id: projectId, entity_type: type }).orderBy(NEWEST),
  )

const favor = async (
  work: Work,
  { workspaceId, projectId }: Pick<Ask, 'workspaceId'> & Partial<Pick<Ask, 'projectId'>>,
  of: typeof Cycle | typeof Module | typeof Project,
  id: string,
) => {
  const place = { workspace: workspaceId, ...(projectId ? { project: projectId } : {}) }
  if (!(await load(work.trx, of, work.viewer, id, place))) failFields({ [of.name]: [missingPk(id)] })
  await addFavorite(work, workspaceId, { entity_type: of.name, entity_identifier: id })
}

export const mountFavorites = (server: Server) =>
  mount(
    server,
    favoriteRoutes,
    {
      listProjects: async ({ viewer, trx, workspaceId }) =>
        (await list(trx, viewer, workspaceId)).filter(one => one.entity_type === 'project'),
      favorProject: ask => favor(ask.work, ask, Project, ask.body.project),
      disfavorProject: ({ work, row }) => removeFavoriteOf(work, 'project', row.id),
      listCycles: ({ viewer, trx, projectId }) => listOf(trx, viewer, projectId, 'cycle'),
      favorCycle: ask => favor(ask.work, ask, Cycle, ask.body.cycle),
      disfavorCycle: ({ work, row }) => removeFavoriteOf(work, 'cycle', row.id),
      listModules: ({ viewer, trx, projectId }) => listOf(trx, viewer, projectId, 'module'),
      favorModule: ask => favor(ask.work, ask, Module, ask.body.module),
      disfavorModule: ({ work, row }) => removeFavoriteOf(work, 'module', row.id),
      list: async ({ viewer, trx, workspaceId, query }) =>
        list(trx, viewer, workspaceId, query.all === 'true' ? undefined : null),
      create: ({ work, workspaceId, body }) => addFavorite(work, workspaceId, body),
      update: ({ work, row, body }) => changeFavorite(work, row, body),
      remove: ({ work, row }) => removeFavorite(work, row),
      restore: ({ work, workspaceId, params, body }) =>
        isUuid(params.favoriteId)
          ? restoreFolder(work, workspaceId, params.favoriteId, body.holds ?? [])
          : fail('path.notFound'),
      group: ({ viewer, trx, row }) => list(trx, viewer, row.workspace_id, row.id),
    },
    { presenter },
  )
