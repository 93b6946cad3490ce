import type { Knex } from 'knex'
import type { z } from 'zod'
import { fail } from '#contract/errors.ts'
import { Attachment, AttachmentLite, attachmentTypes } from '#contract/files/files.ts'
import { Issue } from '#contract/work/issues.ts'
import { insert, remove, update } from '../db/rows.ts'
import type { ServerViewer } from '../db/viewer.ts'
import { visible } from '../db/visible.ts'
import type { Work } from '../db/work.ts'
import { entries } from '../work/activity/catalogue.ts'
import { tell } from '../work/activity/record.ts'
import { lockIssue } from '../work/comments/comment.service.ts'
import {
  type Announced,
  assetPath,
  columnsOfPlace,
  confirmedFile,
  judgeFile,
  newFile,
} from './file.service.ts'
import type { FileStore } from './store.ts'

const uploadedOf = (trx: Knex, viewer: ServerViewer, issueIds: string[]) =>
  visible(trx, Attachment, viewer)
    .whereIn('issue', issueIds)
    .where('is_uploaded', true)
    .orderBy('file_assets.created_at', 'desc')

export const listAttachments = async (
  trx: Knex,
  viewer: ServerViewer,
  issueId: string,
): Promise<Attachment[]> => await uploadedOf(trx, viewer, [issueId])

/** The files of issues as their own answers name them. */
export const attachmentsOf = async (
  trx: Knex,
  viewer: ServerViewer,
  issueIds: string[],
): Promise<(z.infer<typeof AttachmentLite> & { issue: string })[]> =>
  (await uploadedOf(trx, viewer, issueIds)).map((row: Attachment) => ({
    ...AttachmentLite.parse(row),
    issue: row.issue ?? '',
  }))

// The caller holds the lock of the issue's row: of two files at once the second is counted after the first.
const recount = async (work: Work, issue: Issue) => {
  const [counted] = await work
    .trx('file_assets')
    .where({ issue: issue.id, entity_type: 'ISSUE_ATTACHMENT', is_uploaded: true })
    .whereNull('deleted_at')
    .select<{ total: number }[]>(work.trx.raw('count(*)::int as total'))
  await update(work, Issue, issue, { attachment_count: counted!.total })
}

export const announceAttachment = async (
  work: Work,
  issue: Issue,
  given: Partial<Announced> & { name: string; size: number },
  limit: number,
): Promise<Attachment> => {
  const type = given.type?.trim().toLowerCase() ?? ''
  if (!attachmentTypes.has(type)) fail('file.type')
  const place = { workspaceId: issue.workspace_id, projectId: issue.project_id }
  const announced = judgeFile({ name: given.name, type, size: given.size }, limit)
  const file = newFile(work, place.workspaceId, announced)
  return insert(work, Attachment, {
    ...file,
    ...columnsOfPlace(place),
    asset_url: `${await assetPath(work.trx, place)}/issues/${issue.id}/attachments/${file.id}/`,
    entity_type: 'ISSUE_ATTACHMENT',
    entity_identifier: issue.id,
    issue: issue.id,
    issue_created_by: issue.created_by,
  })
}

export const confirmAttachment = async (work: Work, store: FileStore, row: Attachment): Promise<void> => {
  if (row.is_uploaded) return
  const issue = await lockIssue(work, row.issue ?? '')
  await update(work, Attachment, row, await confirmedFile(store, row))
  await recount(work, issue)
  tell(work, issue, entries.attachment.created(row.id, row.asset_url))
}

/** The bytes stay until the row is purged. */
export const deleteAttachment = async (work: Work, row: Attachment): Promise<void> => {
  const issue = await lockIssue(work, row.issue ?? '')
  await remove(work, Attachment, row)
  // Until it is confirmed a file exists for nobody: that it was given up is nobody's news.
  if (!row.is_uploaded) return
  await recount(work, issue)
  tell(work, issue, entries.attachment.deleted())
}
