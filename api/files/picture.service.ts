import type { Knex } from 'knex'
import type { Entity } from '#contract/define.ts'
import { fail, failFields, missingPk } from '#contract/errors.ts'
import { Picture, type PictureType, pictureTypes } from '#contract/files/files.ts'
import { isAmong } from '#contract/keys.ts'
import { User } from '#contract/people/users.ts'
import { type Action, can } from '#contract/permissions.ts'
import type { Row } from '#contract/rules.ts'
import { Project } from '#contract/workspace/projects.ts'
import { Workspace } from '#contract/workspace/workspaces.ts'
import { locked } from '../db/locked.ts'
import { lockRows } from '../db/order.ts'
import { insert, remove, update } from '../db/rows.ts'
import type { ServerViewer } from '../db/viewer.ts'
import { isUuid, load } from '../db/visible.ts'
import type { Work } from '../db/work.ts'
import { type AnnouncedImage, confirmedFile, judgeImage, newFile, type Place } from './file.service.ts'
import type { FileStore } from './store.ts'

const addressOf = (id: string) => `/api/assets/v2/static/${id}/`

/** The subject of a picture, and the columns in which its row names the picture; null removes it. */
type Shown = { of: Entity; write: Action; columns: (id: string | null) => Row }

const shown: Record<PictureType, Shown> = {
  USER_AVATAR: {
    of: User,
    write: 'user.self',
    columns: id => ({ ...(id && { avatar: '' }), avatar_asset: id }),
  },
  USER_COVER: {
    of: User,
    write: 'user.self',
    columns: id => ({ ...(id && { cover_image: null }), cover_image_asset: id }),
  },
  WORKSPACE_LOGO: {
    of: Workspace,
    write: 'workspace.update',
    columns: id => ({ ...(id && { logo: null }), logo_asset: id, logo_url: id && addressOf(id) }),
  },
  PROJECT_COVER: {
    of: Project,
    write: 'project.update',
    columns: id => ({ ...(id && { cover_image: null }), cover_image_asset: id }),
  },
}

const personal: readonly string[] = ['USER_AVATAR', 'USER_COVER'] satisfies PictureType[]
const isPicture = (type: string): type is PictureType => isAmong(pictureTypes, type)

/** Where pictures are asked for: the caller's own ones, or those of a workspace. */
export type Album = { workspaceId: string | null }

const kindIn = (album: Album, type = ''): PictureType =>
  isPicture(type) && personal.includes(type) === (album.workspaceId === null) ? type : fail('file.entityType')

const shownRow = async (
  trx: Knex,
  viewer: ServerViewer,
  { of }: Shown,
  id: string,
  album: Album,
  work?: Work,
): Promise<Row | null> => {
  if (of !== User) return load(trx, of, viewer, id, { workspace: album.workspaceId, project: null }, work)
  // Without a workspace nobody shares one's row: one's own is there all the same.
  if (id !== viewer.id) return null
  const find = (within: Knex) => within('users').where('id', id).select<Row[]>(User.columns)
  return (work ? await lockRows(work, 'users', find) : await find(trx))[0] ?? null
}

const judge = (viewer: ServerViewer, { of, write }: Shown, row: Row) => {
  const project = of === Project ? (row.id as string) : null
  const workspace = ((of === Project ? row.workspace : row.id) ?? null) as string | null
  if (!can(viewer, write, row, { workspace, project })) fail('permission.denied')
}

/** The row that the picture shows or will show, locked and the caller's to change; null while it belongs to nobody. */
const rowToChange = async (work: Work, album: Album, kind: PictureType, id: string | null) => {
  const subject = shown[kind]
  const row = id && isUuid(id) ? await shownRow(work.trx, work.viewer, subject, id, album, work) : null
  if (row) judge(work.viewer, subject, row)
  return row
}

export const announcePicture = async (
  work: Work,
  album: Album,
  given: AnnouncedImage,
  limit: number,
): Promise<Picture> => {
  const kind = kindIn(album, given.entity_type)
  const announced = judgeImage(given, limit)
  // Only a cover may be chosen by the field of a call; pictures of people and workspaces go to their subject.
  const named =
    kind === 'PROJECT_COVER' ? given.entity_identifier || null : (album.workspaceId ?? work.viewer.id)
  const row = await rowToChange(work, album, kind, named)
  if (named && !row) failFields({ entity_identifier: [missingPk(named)] })
  const file = newFile(work, album.workspaceId ?? work.viewer.id, announced)
  return insert(work, Picture, {
    ...file,
    asset_url: addressOf(file.id),
    entity_type: kind,
    entity_identifier: named,
    workspace: album.workspaceId,
    project: kind === 'PROJECT_COVER' ? named : null,
  })
}

const livePictures = (trx: Knex) =>
  trx('file_assets').whereIn('entity_type', pictureTypes).whereNull('deleted_at')

/** A picture of the album that the viewer may see; one that belongs to nobody yet is its sender's alone. Under lock for a work. */
export const findPicture = async (
  trx: Knex,
  viewer: ServerViewer,
  album: Album,
  id: string,
  work?: Work,
): Promise<Picture> => {
  if (!isUuid(id)) fail('path.notFound')
  const find = (within: Knex) => {
    const rows = livePictures(within).where({ id, workspace: album.workspaceId })
    if (!album.workspaceId) rows.where('user', viewer.id)
    return rows.select<Picture[]>(Picture.columns)
  }
  const [found] = work ? await lockRows<Picture>(work, 'file_assets', find) : await find(trx)
  const row = found ?? fail('file.notFound')
  const subject = shown[row.entity_type as PictureType]
  const seen = row.entity_identifier
    ? await shownRow(trx, viewer, subject, row.entity_identifier, album)
    : row.created_by === viewer.id
  return seen ? row : fail('file.notFound')
}

/** The cover of a project by its id; null where it is none. */
export const findCover = async (
  { trx, viewer, workspaceId, projectId }: Place & { trx: Knex; viewer: ServerViewer },
  id: string,
  work?: Work,
): Promise<Picture | null> => {
  const isCover = isUuid(id) && (await livePictures(trx).where({ id, project: projectId }).first('id'))
  return isCover ? findPicture(trx, viewer, { workspaceId }, id, work) : null
}

/** Deletes the pictures of a kind that a row has shown: their addresses lead nowhere then. The caller holds the row's lock. */
export const takeOff = async (
  work: Work,
  kind: PictureType,
  rowId: string,
  but: string | null = null,
): Promise<void> => {
  const stored = { entity_type: kind, entity_identifier: rowId, is_uploaded: true }
  const before = await locked(work, Picture, stored)
  for (const old of before) if (old.id !== but) await remove(work, Picture, old)
}

/** Of a row there is one picture of a kind. The caller holds the row's lock. */
const show = async (work: Work, picture: Picture, row: Row) => {
  const { entity_type: kind, id } = picture
  await takeOff(work, kind as PictureType, row.id as string, id)
  const { of, columns } = shown[kind as PictureType]
  await update(work, of, row, columns(id))
}

export const confirmPicture = async (
  work: Work,
  store: FileStore,
  album: Album,
  picture: Picture,
): Promise<void> => {
  if (picture.created_by !== work.viewer.id) fail('permission.denied')
  if (picture.is_uploaded) return
  const kind = picture.entity_type as PictureType
  const row = await rowToChange(work, album, kind, picture.entity_identifier)
  const kept = await update(work, Picture, picture, await confirmedFile(store, picture))
  if (row) await show(work, kept, row)
}

export const deletePicture = async (work: Work, album: Album, picture: Picture): Promise<void> => {
  const mine = picture.created_by === work.viewer.id
  if (picture.is_uploaded && picture.entity_identifier) {
    const kind = picture.entity_type as PictureType
    const row = await rowToChange(work, album, kind, picture.entity_identifier)
    if (row) await update(work, shown[kind].of, row, shown[kind].columns(null))
  } else if (!mine) fail('permission.denied')
  await remove(work, Picture, picture)
}

/** Gives a cover that was sent before its project was there to it. Null when none of the ids is such a cover. */
export const bindCover = async (work: Work, place: Place, entityId: string, ids: string[]) => {
  const unbound = {
    entity_type: 'PROJECT_COVER',
    workspace: place.workspaceId,
    created_by: work.viewer.id,
    is_uploaded: true,
    entity_identifier: null,
  }
  const pictures = await locked(work, Picture, rows => rows.whereIn('id', ids).where(unbound))
  const [picture] = pictures
  if (!picture) return null
  if (pictures.length < new Set(ids).size || pictures.length > 1 || entityId !== place.projectId)
    fail('file.notFound')
  const row = (await rowToChange(work, place, 'PROJECT_COVER', entityId)) ?? fail('file.notFound')
  const bound = await update(work, Picture, picture, { entity_identifier: entityId, project: entityId })
  await show(work, bound, row)
  return bound
}

/** Refuses a picture named by a field of a call, unless it is the one that its row shows and a client sends it back. */
export const mustBeShown = (row: Row, given: Row, fields: readonly string[]): void => {
  for (const field of fields)
    if (given[field] && given[field] !== row[field]) failFields({ [field]: [missingPk(given[field])] })
}

/** A picture for anybody with its address, with or without a session. */
export const shownPicture = async (trx: Knex, id: string): Promise<Picture> => {
  if (!isUuid(id)) fail('file.notFound')
  const row = await trx('file_assets')
    .where({ id, is_uploaded: true })
    .whereNull('deleted_at')
    .first<Picture | undefined>(Picture.columns)
  if (!row) return fail('file.notFound')
  return isPicture(row.entity_type) ? row : fail('file.entityType')
}
