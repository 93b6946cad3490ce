import { Attachment } from '../files/files.ts'
import { attachmentRoutes } from '../work/attachments.ts'
import { face } from './face.ts'

export const AttachmentV1 = Attachment.schema.omit({
  asset_url: true,
  issue_created_by: true,
  revision: true,
})

export const attachmentFaces = [
  face(attachmentRoutes.list, {
    shape: AttachmentV1,
    tells: 'rows',
    finds: file => file.is_uploaded === true,
  }),
]
