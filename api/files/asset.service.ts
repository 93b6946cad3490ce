import type { Knex } from 'knex'
import { placeOf } from '#contract/define.ts'
import { fail, failFields, missingPk } from '#contract/errors.ts'
import { Asset, textAssets } from '#contract/files/files.ts'
import { can } from '#contract/permissions.ts'
import { locked } from '../db/locked.ts'
import { lockRows } from '../db/order.ts'
import { insert, remove, update } from '../db/rows.ts'
import type { ServerViewer } from '../db/viewer.ts'
import { isUuid } from '../db/visible.ts'
import type { Work } from '../db/work.ts'
import {
  type AnnouncedAsset,
  assetPath,
  columnsOfPlace,
  confirmedFile,
  judgeAsset,
  newFile,
  type Place,
} from './file.service.ts'
import type { FileStore } from './store.ts'
import { boundTo, findSubject, isTextAsset, ownerOf, seenAmong } from './subjects.ts'

export const announceAsset = async (
  work: Work,
  place: Place,
  given: AnnouncedAsset,
  limit: number,
): Promise<Asset> => {
  const kind = given.entity_type
  if (!isTextAsset(kind)) return fail('file.entityType')
  const announced = judgeAsset(given, limit)
  const named = given.entity_identifier || null
  const subject = named ? await findSubject(work.trx, work.viewer, kind, named, place) : null
  if (named && !subject) failFields({ entity_identifier: [missingPk(named)] })
  if (subject && !subject.isWritable) fail('permission.denied')
  const file = newFile(work, place.workspaceId, announced)
  return insert(work, Asset, {
    ...file,
    ...columnsOfPlace(place),
    asset_url: `${await assetPath(work.trx, place)}/${file.id}/`,
    entity_type: kind,
    ...(subject ? boundTo(subject.kind, subject) : {}),
  })
}

/**
 * An image of the project that the viewer may see: with the noun it belongs to, or as its sender while it has none. Under
 * lock for a work.
 */
export const findAsset = async (
  trx: Knex,
  viewer: ServerViewer,
  place: Place,
  id: string,
  { work, deleted = false }: { work?: Work; deleted?: boolean } = {},
): Promise<Asset> => {
  if (!isUuid(id)) fail('path.notFound')
  const find = (within: Knex) => {
    const rows = within('file_assets')
      .where({ id, ...columnsOfPlace(place) })
      .whereIn('entity_type', textAssets)
      .select<Asset[]>(Asset.columns)
    return deleted ? rows : rows.whereNull('deleted_at')
  }
  const [row] = work ? await lockRows<Asset>(work, 'file_assets', find) : await find(trx)
  const [seen] = await seenAmong(trx, viewer, [row ?? fail('file.notFound')])
  return seen ?? fail('file.notFound')
}

export const confirmAsset = async (work: Work, store: FileStore, row: Asset): Promise<void> => {
  if (!can(work.viewer, 'asset.confirm', row, placeOf(Asset, row))) fail('permission.denied')
  if (!row.is_uploaded) await update(work, Asset, row, await confirmedFile(store, row))
}

const judgeDeletion = (viewer: ServerViewer, row: Asset) => {
  if (!can(viewer, 'asset.delete', row, placeOf(Asset, row))) fail('permission.denied')
}

export const deleteAsset = async (work: Work, row: Asset): Promise<void> => {
  judgeDeletion(work.viewer, row)
  await remove(work, Asset, row)
}

/** For an editor that takes the deletion of an image back. The path names no project: the image's own is judged. */
export const restoreAsset = async (work: Work, workspaceId: string, id: string): Promise<void> => {
  if (!isUuid(id)) fail('path.notFound')
  const known = await work
    .trx('file_assets')
    .where({ id, workspace: workspaceId })
    .first<{ project: string | null } | undefined>('project')
  const projectId = known?.project ?? ''
  const project = work.viewer.projects[projectId]
  if (!project || project.archived) fail('file.notFound')
  const place = { workspaceId, projectId }
  const row = await findAsset(work.trx, work.viewer, place, id, { work, deleted: true })
  judgeDeletion(work.viewer, row)
  await update(work, Asset, row, { deleted_at: null })
}

/**
 * Gives images to the noun whose text shows them. Only one's own, of this project, that belong to nothing yet: an id taken
 * from elsewhere would be readable through what it is bound to.
 */
export const bindAssets = async (
  work: Work,
  place: Place,
  entityId: string,
  ids: string[],
): Promise<void> => {
  if (ids.length === 0) fail('file.noneGiven')
  const wanted = [...new Set(ids)]
  const rows = await locked(work, Asset, rows =>
    rows
      .whereIn('id', wanted)
      .where({ ...columnsOfPlace(place), created_by: work.viewer.id, is_uploaded: true })
      .whereIn('entity_type', textAssets),
  )
  const kind = rows[0]?.entity_type
  if (!isTextAsset(kind) || rows.length < wanted.length || rows.some(row => row.entity_type !== kind))
    return fail('file.notFound')
  const subject = (await findSubject(work.trx, work.viewer, kind, entityId, place)) ?? fail('file.notFound')
  if (!subject.isWritable) fail('permission.denied')
  if (rows.some(row => ![null, entityId].includes(ownerOf(row)))) fail('file.notFound')
  for (const row of rows) await update(work, Asset, row, boundTo(subject.kind, subject))
}
