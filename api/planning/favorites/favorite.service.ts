import type { Knex } from 'knex'
import type { Entity, Patch } from '#contract/define.ts'
import { type ErrorCode, fail, failFields, missingPk } from '#contract/errors.ts'
import { type Action, can } from '#contract/permissions.ts'
import { Cycle } from '#contract/planning/cycles.ts'
import { Favorite, type FavoriteAnswer, type FavoriteType } from '#contract/planning/favorites.ts'
import { Module } from '#contract/planning/modules.ts'
import { View } from '#contract/planning/views.ts'
import { Page } from '#contract/text/pages.ts'
import { Project } from '#contract/workspace/projects.ts'
import { locked, lockedGone, lockedSeen } from '../../db/locked.ts'
import { insert, removeAll, update, updateAll } from '../../db/rows.ts'
import type { ServerViewer } from '../../db/viewer.ts'
import { load, NEWEST, visible } from '../../db/visible.ts'
import type { Work } from '../../db/work.ts'

type FavoriteInput = {
  entity_type: FavoriteType
  entity_identifier?: string | null | undefined
  project_id?: string | null | undefined
  parent?: string | null | undefined
  name?: string | null | undefined
}

const STEP = 10_000

type Thing = {
  id: string
  name: string
  logo_props: Record<string, unknown>
  /** Views name their project otherwise than cycles and pages, and are not archived. */
  project_id?: string
  project?: string | null
  archived_at?: string | null
}
/** The kinds of favorites: their entity, the right to keep one, and the refusal of an archived one. */
const kinds: Record<Exclude<FavoriteType, 'folder'>, { of: Entity; action: Action; archived?: ErrorCode }> = {
  page: { of: Page, action: 'page.favor', archived: 'page.archived' },
  cycle: { of: Cycle, action: 'cycle.favor', archived: 'cycle.archived' },
  module: { of: Module, action: 'module.favor', archived: 'module.archived' },
  view: { of: View, action: 'view.favor' },
  project: { of: Project, action: 'project.favor', archived: 'project.archived' },
}
const projectOf = (thing: Thing): string | null => {
  if (thing.project !== undefined) return thing.project
  return thing.project_id ?? thing.id
}

/** The ids of the caller's favorites of one kind. */
export const favoriteIds = async (trx: Knex, viewer: ServerViewer, type: FavoriteType): Promise<string[]> =>
  visible(trx, Favorite, viewer).where('entity_type', type).pluck('favorites.entity_identifier')

/** Favorites with their subjects; those whose subject the caller no longer sees are left out. */
export const composeFavorites = async (trx: Knex, viewer: ServerViewer, rows: Favorite[]) => {
  const byId = new Map<string, Thing>()
  for (const [type, { of }] of Object.entries(kinds)) {
    const ids = rows.flatMap(row => (row.entity_type === type ? (row.entity_identifier ?? []) : []))
    if (ids.length === 0) continue
    const things = (await visible(trx, of, viewer).whereIn(`${of.table}.id`, ids)) as Thing[]
    for (const thing of things) byId.set(thing.id, thing)
  }
  return rows.flatMap((row): FavoriteAnswer[] => {
    if (row.is_folder) return [{ ...row, entity_data: null }]
    const thing = byId.get(row.entity_identifier ?? '')
    if (!thing) return []
    const { id, name, logo_props } = thing
    const within = row.entity_type === 'project' ? {} : { project_id: projectOf(thing) }
    return [{ ...row, entity_data: { id, name, logo_props, ...within } }]
  })
}

/** Of one kind and in one project, the newest first. */
export const favoritesIn = async (trx: Knex, viewer: ServerViewer, type: FavoriteType, project: string) =>
  composeFavorites(
    trx,
    viewer,
    await visible(trx, Favorite, viewer).where({ entity_type: type, project_id: project }).orderBy(NEWEST),
  )

// Folders are at the top: one in another would close circles that nobody asked for. Under its lock, so that its deletion
// and what comes into it wait for each other.
const judgeFolder = async (work: Work, workspaceId: string, id: string) => {
  const place = { workspace: workspaceId }
  const folder = await load(work.trx, Favorite, work.viewer, id, place, work)
  if (!folder?.is_folder) failFields({ parent: [missingPk(id)] })
}

const judgeThing = async (
  work: Work,
  workspaceId: string,
  type: Exclude<FavoriteType, 'folder'>,
  input: FavoriteInput,
): Promise<Thing> => {
  const { of, action, archived } = kinds[type]
  const id = input.entity_identifier ?? failFields({ entity_identifier: ['This field is required.'] })
  const place = { workspace: workspaceId }
  const thing =
    ((await load(work.trx, of, work.viewer, id, place)) as Thing | null) ??
    failFields({ entity_identifier: [missingPk(id)] })
  const project = projectOf(thing)
  if (input.project_id && input.project_id !== project)
    failFields({ project_id: [missingPk(input.project_id)] })
  if (!can(work.viewer, action, thing, { ...place, project })) fail('permission.denied')
  if (thing.archived_at && archived) fail(archived)
  return thing
}

const lastSequence = async (work: Work, workspaceId: string): Promise<number> => {
  const [row] = (await work
    .trx('favorites')
    .where({ user: work.viewer.id, workspace_id: workspaceId })
    .whereNull('deleted_at')
    .max('sequence as greatest')) as { greatest: number | null }[]
  return row?.greatest == null ? 65535 : row.greatest + STEP
}

/** Adds a favorite behind the person's others, or makes a folder for favorites. */
export const addFavorite = async (
  work: Work,
  workspaceId: string,
  input: FavoriteInput,
): Promise<Favorite> => {
  const { entity_type } = input
  const isFolder = entity_type === 'folder'
  if (isFolder && !input.name) failFields({ name: ['This field is required.'] })
  if (isFolder && input.parent) failFields({ parent: [missingPk(input.parent)] })
  const thing = isFolder ? null : await judgeThing(work, workspaceId, entity_type, input)
  if (input.parent) await judgeFolder(work, workspaceId, input.parent)
  // Kept already it is refused by the database, also when two tabs do it at the same moment.
  return insert(work, Favorite, {
    user: work.viewer.id,
    workspace_id: workspaceId,
    project_id: thing && projectOf(thing),
    entity_type,
    entity_identifier: thing?.id ?? null,
    name: isFolder ? (input.name ?? null) : null,
    is_folder: isFolder,
    sequence: await lastSequence(work, workspaceId),
    parent: input.parent ?? null,
  })
}

export const changeFavorite = async (
  work: Work,
  favorite: Favorite,
  patch: Patch<Pick<Favorite, 'parent' | 'sequence' | 'name'>>,
): Promise<Favorite> => {
  if (patch.parent && favorite.is_folder) failFields({ parent: [missingPk(patch.parent)] })
  if (patch.parent) await judgeFolder(work, favorite.workspace_id, patch.parent)
  return update(work, Favorite, favorite, patch)
}

/** Removes a favorite; a folder's contents move to the top level. */
export const removeFavorite = async (work: Work, favorite: Favorite): Promise<void> => {
  const held = await lockedSeen(work, Favorite, { parent: favorite.id })
  await updateAll(
    work,
    Favorite,
    held.map(before => ({ before, patch: { parent: null } })),
  )
  await removeAll(work, Favorite, [favorite])
}

/** Brings a folder back, and into it those of `holds` that are in no other by now. */
export const restoreFolder = async (
  work: Work,
  workspaceId: string,
  id: string,
  holds: readonly string[],
): Promise<void> => {
  const [folder] = await lockedGone(work, Favorite, { id, workspace_id: workspaceId, is_folder: true })
  if (!folder) return fail('row.notFound')
  await update(work, Favorite, folder, { deleted_at: null })
  const held = await lockedSeen(work, Favorite, rows =>
    rows.where({ workspace_id: workspaceId, parent: null, is_folder: false }).whereIn('id', holds),
  )
  await updateAll(
    work,
    Favorite,
    held.map(before => ({ before, patch: { parent: id } })),
  )
}

/** Takes what is archived or deleted out of everyone's favorites. */
export const dropFavorites = async (work: Work, type: FavoriteType, ids: string[]): Promise<void> => {
  const rows = await locked(work, Favorite, rows =>
    rows.where('entity_type', type).whereIn('entity_identifier', ids),
  )
  await removeAll(work, Favorite, rows)
}

const takeBack = async (work: Work, rows: Favorite[]): Promise<void> => {
  const parents = rows.flatMap(row => row.parent ?? [])
  const found = await locked(work, Favorite, folders => folders.whereIn('id', parents))
  const folders = new Set(found.map(({ id }) => id))
  await updateAll(
    work,
    Favorite,
    rows.map(before => ({
      before,
      patch: { deleted_at: null, parent: before.parent && folders.has(before.parent) ? before.parent : null },
    })),
  )
}

/** Gives back what went from people's favorites in the moment that something was archived or deleted. */
export const returnFavorites = async (
  work: Work,
  type: FavoriteType,
  ids: string[],
  since: string | null,
): Promise<void> => {
  const went = await locked(
    work,
    Favorite,
    rows => rows.where({ entity_type: type, deleted_at: since }).whereIn('entity_identifier', ids),
    'any',
  )
  await takeBack(work, went)
}

/** Takes a project and all that is in it out of everyone's favorites. */
export const dropFavoritesIn = async (work: Work, projectId: string): Promise<void> =>
  removeAll(work, Favorite, await locked(work, Favorite, { project_id: projectId }))

/** Gives back what went from people's favorites in the moment that the project was archived. */
export const returnFavoritesIn = async (work: Work, projectId: string, since: string | null): Promise<void> =>
  takeBack(work, await locked(work, Favorite, { project_id: projectId, deleted_at: since }, 'any'))

/** The caller's own favorite of one thing. */
export const removeFavoriteOf = async (work: Work, type: FavoriteType, id: string): Promise<void> => {
  const [row] = await lockedSeen(work, Favorite, { entity_type: type, entity_identifier: id })
  await removeAll(work, Favorite, [row ?? fail('row.notFound')])
}
