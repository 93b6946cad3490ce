import { z } from 'zod'
import { id, route } from '../define.ts'
import { Attachment, UploadData } from '../files/files.ts'
import { Issue } from './issues.ts'

const p = '/api/assets/v2/workspaces/:ws/projects/:p/issues/:issueId/attachments' as const
const ofIssue = { in: 'project', target: Issue, param: 'issueId' } as const
const one = {
  in: 'project',
  target: Attachment,
  param: 'assetId',
} as const

export const attachmentRoutes = {
  list: route({
    ...ofIssue,
    method: 'GET',
    path: `${p}/`,
    exposes: { v1: 'issues/:issueId/issue-attachments/' },
    action: 'attachment.list',
    answer: z.array(Attachment.schema),
    summary: 'Files of an issue, newest first.',
  }),
  create: route({
    ...ofIssue,
    method: 'POST',
    path: `${p}/`,
    action: 'attachment.create',
    body: z.object({ name: z.string(), type: z.string().optional(), size: z.number().int() }),
    status: 200,
    answer: z.object({
      asset_id: id,
      upload_data: UploadData,
      attachment: Attachment.schema,
      asset_url: z.string(),
    }),
    summary: 'Announces a file and answers where to send it.',
  }),
  confirm: route({
    ...one,
    method: 'PATCH',
    path: `${p}/:assetId/`,
    action: 'attachment.confirm',
    summary: 'Says that the file was sent; shows it to everyone if it is what was announced.',
  }),
  get: route({
    ...one,
    method: 'GET',
    path: `${p}/:assetId/`,
    action: 'attachment.read',
    status: 302,
    summary: 'Leads to an address where the file can be downloaded for two minutes.',
  }),
  remove: route({
    ...one,
    method: 'DELETE',
    path: `${p}/:assetId/`,
    action: 'attachment.delete',
    summary: 'Deletes a file of an issue.',
  }),
}
