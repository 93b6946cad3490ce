import type { Knex } from 'knex'
import { Comment } from '#contract/comments.ts'
import type { Entity } from '#contract/define.ts'
import { fail, failFields, missingPk } from '#contract/errors.ts'
import { Asset, type TextAsset, textAssets } from '#contract/files.ts'
import { Issue } from '#contract/issues.ts'
import { Page } from '#contract/pages.ts'
import { type Action, ADMIN, can, type Row } from '#contract/permissions.ts'
import { insert, remove, update } from '../db/rows.ts'
import type { ServerViewer } from '../db/viewer.ts'
import { isUuid, load } from '../db/visible.ts'
import type { Work } from '../db/work.ts'
import {
  type AnnouncedImage,
  assetPath,
  columnsOfPlace,
  confirmedFile,
  judgeImage,
  newFile,
  type Place,
} from './file.service.ts'
import type { FileStore } from './store.ts'

type Subject = { of: Entity; column: 'issue' | 'comment' | 'page'; write: Action }

/** The noun whose text shows the image: who sees it sees the image, who may write it may give it images. */
const subjects: Record<TextAsset, Subject> = {
  ISSUE_DESCRIPTION: { of: Issue, column: 'issue', write: 'issue.update' },
  COMMENT_DESCRIPTION: { of: Comment, column: 'comment', write: 'comment.change' },
  PAGE_DESCRIPTION: { of: Page, column: 'page', write: 'page.write' },
}

/** An image of a comment names its issue as well: it must be gone before the issue can be. */
const boundTo = ({ of, column }: Subject, row: Row) => ({
  ...(of.place.issue ? { issue: row[of.place.issue] as string } : {}),
  [column]: row.id as string,
})

const isTextAsset = (type: string | undefined): type is TextAsset =>
  (textAssets as readonly (string | undefined)[]).includes(type)

const mayWrite = (viewer: ServerViewer, subject: Subject, row: Row, place: Place) =>
  can(viewer, subject.write, row, columnsOfPlace(place))

/** Null when there is no such noun for the viewer. */
const subjectRow = (trx: Knex, viewer: ServerViewer, subject: Subject, id: string, place: Place) =>
  isUuid(id) ? load<Row>(trx, subject.of, viewer, id, columnsOfPlace(place)) : Promise.resolve(null)

export const announceAsset = async (
  work: Work,
  place: Place,
  given: AnnouncedImage,
  limit: number,
): Promise<Asset> => {
  const kind = given.entity_type
  if (!isTextAsset(kind)) return fail('file.entityType')
  const announced = judgeImage(given, limit)
  const subject = subjects[kind]
  const named = given.entity_identifier || null
  const row = named ? await subjectRow(work.trx, work.viewer, subject, named, place) : null
  if (named && !row) failFields({ entity_identifier: [missingPk(named)] })
  if (row && !mayWrite(work.viewer, subject, row, place)) fail('permission.denied')
  const file = newFile(work, place.workspaceId, announced)
  return insert(work, Asset, {
    ...file,
    ...columnsOfPlace(place),
    asset_url: `${await assetPath(work.trx, place)}/${file.id}/`,
    entity_type: kind,
    entity_identifier: named,
    ...(row ? boundTo(subject, row) : {}),
  })
}

/** An image of the project that the viewer may see: with the noun it belongs to, or as its sender while it has none. */
export const findAsset = async (
  trx: Knex,
  viewer: ServerViewer,
  place: Place,
  id: string,
  { lock = false, deleted = false } = {},
): Promise<Asset> => {
  if (!isUuid(id)) fail('path.notFound')
  const query = trx('file_assets')
    .where({ id, ...columnsOfPlace(place) })
    .whereIn('entity_type', textAssets)
  if (!deleted) query.whereNull('deleted_at')
  if (lock) query.forUpdate()
  const row = ((await query.first(Asset.columns)) as Asset | undefined) ?? fail('file.notFound')
  const subject = subjects[row.entity_type as TextAsset]
  const owner = row[subject.column]
  const seen = owner ? await subjectRow(trx, viewer, subject, owner, place) : row.created_by === viewer.id
  return seen ? row : fail('file.notFound')
}

export const confirmAsset = async (work: Work, store: FileStore, row: Asset): Promise<void> => {
  if (row.created_by !== work.viewer.id) fail('permission.denied')
  if (!row.is_uploaded) await update(work, Asset, row, await confirmedFile(store, row))
}

const judgeOwn = (viewer: ServerViewer, row: Asset) => {
  const isAdmin = viewer.projects[row.project]?.role === ADMIN
  if (row.created_by !== viewer.id && !isAdmin) fail('permission.denied')
}

export const deleteAsset = async (work: Work, row: Asset): Promise<void> => {
  judgeOwn(work.viewer, row)
  await remove(work, Asset, row)
}

/** For an editor that takes the deletion of an image back. The path names no project: the image's own is judged. */
export const restoreAsset = async (work: Work, workspaceId: string, id: string): Promise<void> => {
  if (!isUuid(id)) fail('path.notFound')
  const known = (await work.trx('file_assets').where({ id, workspace: workspaceId }).first('project')) as
    | { project: string | null }
    | undefined
  const projectId = known?.project ?? ''
  const project = work.viewer.projects[projectId]
  if (!project || project.archived) fail('file.notFound')
  const place = { workspaceId, projectId }
  const row = await findAsset(work.trx, work.viewer, place, id, { lock: true, deleted: true })
  judgeOwn(work.viewer, row)
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
  const rows = (await work
    .trx('file_assets')
    .whereIn('id', wanted)
    .where({ ...columnsOfPlace(place), created_by: work.viewer.id, is_uploaded: true })
    .whereIn('entity_type', textAssets)
    .whereNull('deleted_at')
    .orderBy('id')
    .forUpdate()
    .select(Asset.columns)) as Asset[]
  const kind = rows[0]?.entity_type as TextAsset | undefined
  const subject = kind && subjects[kind]
  if (!subject || rows.length < wanted.length || rows.some(row => row.entity_type !== kind))
    return fail('file.notFound')
  const owner = (await subjectRow(work.trx, work.viewer, subject, entityId, place)) ?? fail('file.notFound')
  if (!mayWrite(work.viewer, subject, owner, place)) fail('permission.denied')
  if (rows.some(row => row[subject.column] !== null && row[subject.column] !== entityId))
    fail('file.notFound')
  for (const row of rows)
    await update(work, Asset, row, { ...boundTo(subject, owner), entity_identifier: entityId })
}

/** Images of one page's text for another's: copies, so that neither depends on the other. Answers the new id of each. */
export const copyAssets = async (
  work: Work,
  store: FileStore,
  from: Page,
  to: Page,
  ids: string[],
): Promise<Map<string, string>> => {
  const place = { workspaceId: from.workspace, projectId: from.project_id }
  // Only what belongs to the very page that is copied: any other id in its text is no one's to hand on.
  const rows = (await work
    .trx('file_assets')
    .whereIn('id', ids.filter(isUuid))
    .where({ ...columnsOfPlace(place), page: from.id, is_uploaded: true })
    .whereNull('deleted_at')
    .select(Asset.columns)) as Asset[]
  const path = rows.length > 0 ? await assetPath(work.trx, place) : ''
  const copies = new Map<string, string>()
  for (const row of rows) {
    const file = newFile(work, place.workspaceId, row.attributes)
    await insert(work, Asset, {
      ...file,
      ...columnsOfPlace(place),
      asset_url: `${path}/${file.id}/`,
      entity_type: row.entity_type,
      entity_identifier: to.id,
      ...boundTo(subjects.PAGE_DESCRIPTION, to),
      is_uploaded: true,
      storage_metadata: row.storage_metadata,
    })
    await store.copy(row.asset, file.asset)
    copies.set(row.id, file.id)
  }
  return copies
}
