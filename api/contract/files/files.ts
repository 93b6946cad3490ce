import { z } from 'zod'
import { json } from '../bounds.ts'
import { audit, entity, id, revision } from '../define.ts'
import { all, any, equals, never, own, withIssue } from '../rules.ts'
import { Issue } from '../work/issues.ts'

/** The kinds of images that a browser may ever show inline: their bytes are held against their type first. */
export const inlineTypes = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'] as const

const application = `pdf msword rtf json xml zip gzip octet-stream x-rar-compressed x-tar vnd.ms-excel vnd.ms-powerpoint
  vnd.openxmlformats-officedocument.wordprocessingml.document vnd.openxmlformats-officedocument.spreadsheetml.sheet
  vnd.openxmlformats-officedocument.presentationml.presentation`
const families: Record<string, string> = {
  image: 'jpeg png gif svg+xml webp tiff bmp',
  application,
  text: 'plain css javascript xml csv',
  audio: 'mpeg wav ogg midi x-midi aac flac x-m4a',
  video: 'mp4 mpeg ogg webm quicktime x-msvideo x-ms-wmv',
  model: 'gltf-binary gltf+json',
  font: 'ttf otf woff woff2',
}

/** The types that an attachment may claim. The type decides its icon only; every attachment leaves as a download. */
export const attachmentTypes: ReadonlySet<string> = new Set(
  Object.entries(families).flatMap(([family, kinds]) => kinds.split(/\s+/).map(kind => `${family}/${kind}`)),
)

/** Images and files inside texts, by the noun whose text it is. */
export const textAssets = [
  'ISSUE_DESCRIPTION',
  'COMMENT_DESCRIPTION',
  'PAGE_DESCRIPTION',
  'PAGE_COMMENT_DESCRIPTION',
  'DRAFT_ISSUE_DESCRIPTION',
] as const
export type TextAsset = (typeof textAssets)[number]

/** Pictures of people, workspaces and projects; anybody with the address may see them. */
export const pictureTypes = ['USER_AVATAR', 'USER_COVER', 'WORKSPACE_LOGO', 'PROJECT_COVER'] as const
export type PictureType = (typeof pictureTypes)[number]

const attributes = z.object({ name: z.string(), type: z.string(), size: z.number().int() })

const file = {
  id,
  ...audit,
  attributes,
  /** Where the store keeps it: a random key, never the sender's name. */
  asset: z.string(),
  asset_url: z.string(),
  size: z.number(),
  entity_type: z.enum(['ISSUE_ATTACHMENT', 'WORKSPACE_ARCHIVE', ...textAssets, ...pictureTypes]),
  entity_identifier: z.string().nullable(),
  /** False until the sender has confirmed what arrived; until then it exists for nobody else. */
  is_uploaded: z.boolean(),
  is_deleted: z.boolean(),
  is_archived: z.boolean(),
  storage_metadata: json.nullable(),
  external_id: z.string().nullable(),
  external_source: z.string().nullable(),
  issue: id.nullable(),
  project: id,
  workspace: id,
  user: id.nullable(),
  comment: id.nullable(),
  page: id.nullable(),
  page_comment: id.nullable(),
  draft_issue: id.nullable(),
}
const place = { workspace: 'workspace', project: 'project' }

/**
 * A file of an issue. `issue_created_by` is copied from the issue, so that the row alone decides that viewers of the
 * issue see its files.
 */
export const Attachment = entity({
  name: 'attachment',
  table: 'file_assets',
  scope: 'workspace',
  place,
  within: Issue,
  kept: 'withParent',
  read: all(
    equals('entity_type', 'ISSUE_ATTACHMENT'),
    withIssue,
    any(equals('is_uploaded', true), own('created_by')),
  ),
  shape: {
    ...file,
    issue_created_by: id.nullable(),
    ...revision,
  },
})
export type Attachment = z.infer<typeof Attachment.schema>

/** An image or a file of a text. Carried to nobody: it is reached through the noun that its text belongs to. */
export const Asset = entity({
  name: 'asset',
  table: 'file_assets',
  scope: 'workspace',
  place,
  kept: 'never',
  read: never,
  shape: { ...file, ...revision },
})
export type Asset = z.infer<typeof Asset.schema>

/**
 * A picture of a person, a workspace or a project. No log carries it: the row of its subject holds its address. A
 * person's picture belongs to no workspace.
 */
export const Picture = entity({
  name: 'picture',
  table: 'file_assets',
  scope: 'user',
  place: { ...place, user: 'user' },
  kept: 'never',
  read: never,
  shape: { ...file, project: id.nullable(), workspace: id.nullable(), ...revision },
})
export type Picture = z.infer<typeof Picture.schema>

/** An attachment as the answer of its issue names it. */
export const AttachmentLite = Attachment.schema.pick({
  id: true,
  asset: true,
  attributes: true,
  updated_at: true,
  updated_by: true,
  asset_url: true,
})

/** The announcement of an image for a text or a picture, before its bytes are sent. */
export const announcedImage = z.object({
  name: z.string(),
  type: z.string().optional(),
  size: z.number().int(),
  entity_type: z.string().optional(),
  entity_identifier: z.string().nullable().optional(),
})

/** The announcement of a text's asset: an image, shown in place, or a file of any kind, shown by its name. */
export const announcedAsset = announcedImage.extend({ as_file: z.boolean().optional() })

/** Where and how to send the bytes: multipart, every one of `fields`, then `file`. */
export const UploadData = z.object({ url: z.string(), fields: z.record(z.string(), z.string()) })

export const announcedAnswer = z.object({ asset_id: id, upload_data: UploadData, asset_url: z.string() })
