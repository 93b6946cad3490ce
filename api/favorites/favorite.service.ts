import type { Knex } from 'knex'
import { fail, failFields, missingPk } from '#contract/errors.ts'
import { Favorite, type FavoriteAnswer } from '#contract/favorites.ts'
import { Page } from '#contract/pages.ts'
import { can } from '#contract/permissions.ts'
import { insert, removeAll, update, updateAll } from '../db/rows.ts'
import type { ServerViewer } from '../db/viewer.ts'
import { load, visible } from '../db/visible.ts'
import type { Work } from '../db/work.ts'

type Kept = 'page' | 'folder'
type FavoriteInput = {
  entity_type: Kept
  entity_identifier?: string | null | undefined
  project_id?: string | null | undefined
  parent?: string | null | undefined
  name?: string | null | undefined
}

const STEP = 10_000

/** What of one kind the caller keeps at hand, as ids. */
export const favoriteIds = async (trx: Knex, viewer: ServerViewer, type: Kept): Promise<string[]> =>
  visible(trx, Favorite, viewer).where('entity_type', type).pluck('favorites.entity_identifier')

/** Favorites with what they stand for; one whose page the caller may no longer see is left out. */
export const composeFavorites = async (trx: Knex, viewer: ServerViewer, rows: Favorite[]) => {
  const pages = (await visible(trx, Page, viewer).whereIn(
    'pages.id',
    rows.flatMap(row => (row.entity_type === 'page' ? (row.entity_identifier ?? []) : [])),
  )) as Page[]
  const byId = new Map(pages.map(page => [page.id, page]))
  return rows.flatMap((row): FavoriteAnswer[] => {
    if (row.is_folder) return [{ ...row, entity_data: null }]
    const page = byId.get(row.entity_identifier ?? '')
    if (!page) return []
    const { id, name, logo_props, project_id } = page
    return [{ ...row, entity_data: { id, name, logo_props, project_id } }]
  })
}

// Folders stand at the top: one in another would close circles that nobody asked for.
const judgeFolder = async (work: Work, workspaceId: string, id: string) => {
  const place = { workspace: workspaceId }
  const folder = await load<Favorite>(work.trx, Favorite, work.viewer, id, place)
  if (!folder?.is_folder) failFields({ parent: [missingPk(id)] })
}

const judgePage = async (work: Work, workspaceId: string, input: FavoriteInput): Promise<Page> => {
  const id = input.entity_identifier ?? failFields({ entity_identifier: ['This field is required.'] })
  const place = { workspace: workspaceId }
  const page =
    (await load<Page>(work.trx, Page, work.viewer, id, place)) ??
    failFields({ entity_identifier: [missingPk(id)] })
  if (input.project_id && input.project_id !== page.project_id)
    failFields({ project_id: [missingPk(input.project_id)] })
  if (!can(work.viewer, 'page.favor', page, { ...place, project: page.project_id })) fail('permission.denied')
  return page
}

const lastSequence = async (work: Work, workspaceId: string): Promise<number> => {
  const [row] = (await work
    .trx('favorites')
    .where({ user: work.viewer.id, workspace_id: workspaceId })
    .whereNull('deleted_at')
    .max('sequence as greatest')) as { greatest: number | null }[]
  return row?.greatest == null ? 65535 : row.greatest + STEP
}

/** Keeps a page at hand, after what the person keeps already, or makes a folder for such. */
export const addFavorite = async (
  work: Work,
  workspaceId: string,
  input: FavoriteInput,
): Promise<Favorite> => {
  const isFolder = input.entity_type === 'folder'
  if (isFolder && !input.name) failFields({ name: ['This field is required.'] })
  if (isFolder && input.parent) failFields({ parent: [missingPk(input.parent)] })
  const page = isFolder ? null : await judgePage(work, workspaceId, input)
  if (page?.archived_at) fail('page.archived')
  if (input.parent) await judgeFolder(work, workspaceId, input.parent)
  // Kept already it is refused by the database, also when two tabs do it at the same moment.
  return insert(work, Favorite, {
    ...(work.mutationId ? { id: work.mutationId } : {}),
    user: work.viewer.id,
    workspace_id: workspaceId,
    project_id: page?.project_id ?? null,
    entity_type: input.entity_type,
    entity_identifier: page?.id ?? null,
    name: isFolder ? (input.name ?? null) : null,
    is_folder: isFolder,
    sequence: await lastSequence(work, workspaceId),
    parent: input.parent ?? null,
  })
}

export const changeFavorite = async (
  work: Work,
  favorite: Favorite,
  patch: Partial<Pick<Favorite, 'parent' | 'sequence' | 'name'>>,
): Promise<Favorite> => {
  if (patch.parent && favorite.is_folder) failFields({ parent: [missingPk(patch.parent)] })
  if (patch.parent) await judgeFolder(work, favorite.workspace_id, patch.parent)
  return update(work, Favorite, favorite, patch)
}

/** Lets a favorite go; what a folder held moves to the top. */
export const removeFavorite = async (work: Work, favorite: Favorite): Promise<void> => {
  const held = (await visible(work.trx, Favorite, work.viewer)
    .where('parent', favorite.id)
    .forUpdate()) as Favorite[]
  await updateAll(
    work,
    Favorite,
    held.map(before => ({ before, patch: { parent: null } })),
  )
  await removeAll(work, Favorite, [favorite])
}

/** Takes what is archived or deleted out of everyone's favorites. */
export const dropFavorites = async (work: Work, type: Kept, ids: string[]): Promise<void> => {
  const rows = (await work
    .trx('favorites')
    .where('entity_type', type)
    .whereIn('entity_identifier', ids)
    .whereNull('deleted_at')
    .orderBy('id')
    .forUpdate()
    .select(Favorite.columns)) as Favorite[]
  await removeAll(work, Favorite, rows)
}

/** The caller's own favorite of one page. */
export const removePageFavorite = async (work: Work, page: Page): Promise<void> => {
  const row = (await visible(work.trx, Favorite, work.viewer)
    .where({ entity_type: 'page', entity_identifier: page.id })
    .forUpdate()
    .first()) as Favorite | undefined
  await removeAll(work, Favorite, [row ?? fail('row.notFound')])
}
