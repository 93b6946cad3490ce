import type { Knex } from 'knex'
import { must } from '#contract/errors.ts'
import { can } from '#contract/permissions.ts'
import { Favorite, FavoriteAnswer, favoriteRoutes } from '#contract/planning/favorites.ts'
import type { ServerViewer } from '../../db/viewer.ts'
import { NEWEST, visible } from '../../db/visible.ts'
import { type Ask, mount } from '../../http/mount.ts'
import type { Server } from '../../http/server.ts'
import { addFavorite, changeFavorite, composeFavorites, removeFavorite } from './favorite.service.ts'

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

export const mountFavorites = (server: Server) =>
  mount(
    server,
    favoriteRoutes,
    {
      list: async ({ viewer, trx, workspaceId, query }) =>
        can(viewer, 'favorite.create', {}, { workspace: workspaceId })
          ? list(trx, viewer, workspaceId, query.all === 'true' ? undefined : null)
          : [],
      create: ({ work, workspaceId, body }) => addFavorite(work, workspaceId, body),
      update: ({ work, row, body }) => changeFavorite(work, row, body as Partial<Favorite>),
      remove: ({ work, row }) => removeFavorite(work, row),
      group: ({ viewer, trx, row }) => list(trx, viewer, row.workspace_id, row.id),
    },
    { presenter },
  )
