import { randomUUID } from 'node:crypto'
import type { Knex } from 'knex'
import type { z } from 'zod'
import { fail, failFields } from '#contract/errors.ts'
import {
  type Asset,
  type Attachment,
  type announcedAsset,
  type announcedImage,
  attachmentTypes,
  type Picture,
} from '#contract/files/files.ts'
import type { Work } from '../db/work.ts'
import { cleanName } from './fileName.ts'
import { fitsType, isInlineType, SNIFFED } from './sniff.ts'
import { type FileStore, newKey } from './store.ts'

export type Announced = { name: string; type: string; size: number }
export type AnnouncedImage = z.infer<typeof announcedImage>
export type AnnouncedAsset = z.infer<typeof announcedAsset>
export type Place = { workspaceId: string; projectId: string }
export type StoredFile = Asset | Attachment | Picture

const bytesOf = async (stream: AsyncIterable<Buffer>) => {
  const parts: Buffer[] = []
  for await (const part of stream) parts.push(part)
  return Buffer.concat(parts)
}

/** Judges an announced file; the caller refuses types outside of `types`. */
export const judgeFile = (given: Announced, limit: number): Announced => {
  const name = cleanName(given.name)
  if (!name) failFields({ name: ['This field may not be blank.'] })
  if (given.size < 1 || given.size > limit)
    fail('file.size', { error: `The file is empty or larger than the limit of ${limit} bytes.` })
  return { ...given, name }
}

/** As `judgeFile`, for an image that browsers show in place. */
export const judgeImage = ({ name, type, size }: AnnouncedImage, limit: number): Announced => {
  const said = (type ?? 'image/jpeg').trim().toLowerCase().replace('image/jpg', 'image/jpeg')
  if (!isInlineType(said)) fail('file.imageType')
  return judgeFile({ name, type: said, size }, limit)
}

/** For what a text only names. A type that we do not know says nothing: it leaves as a download anyway. */
const judgeNamed = ({ name, type = '', size }: AnnouncedImage, limit: number): Announced => {
  const said = type.trim().toLowerCase()
  return judgeFile({ name, type: attachmentTypes.has(said) ? said : 'application/octet-stream', size }, limit)
}

export const judgeAsset = (given: AnnouncedAsset, limit: number): Announced =>
  given.as_file ? judgeNamed(given, limit) : judgeImage(given, limit)

/** Columns of a new file. Its id works as a part of a secret address: random, and never the caller's. */
export const newFile = (work: Work, owner: string, file: Announced) => ({
  id: randomUUID(),
  attributes: file,
  asset: newKey(owner),
  size: file.size,
  user: work.viewer.id,
})

export const columnsOfPlace = (place: Place) => ({ workspace: place.workspaceId, project: place.projectId })

/** The workspace's part of an address; it never changes. */
export const assetPath = async (trx: Knex, place: Place): Promise<string> => {
  const { slug } = await trx('workspaces').where('id', place.workspaceId).first<{ slug: string }>('slug')
  return `/api/assets/v2/workspaces/${slug}/projects/${place.projectId}`
}

/**
 * Holds the arrived file against its announcement: its size, and its first bytes where its type may be shown inline. A
 * file that differs is removed and may be sent again. The caller holds the row's lock, so that no other file takes its
 * place meanwhile.
 */
export const confirmedFile = async (
  store: FileStore,
  row: StoredFile,
): Promise<Pick<Asset, 'is_uploaded' | 'storage_metadata'>> => {
  const sent = (await store.arrived(row.asset, SNIFFED)) ?? fail('file.notUploaded')
  const head = await bytesOf(sent.stream)
  if (sent.size !== row.size || !fitsType(row.attributes.type, head)) {
    await sent.drop()
    fail('file.differs')
  }
  if (!(await sent.keep())) fail('file.differs')
  return {
    is_uploaded: true,
    storage_metadata: { ContentType: row.attributes.type, ContentLength: sent.size },
  }
}
