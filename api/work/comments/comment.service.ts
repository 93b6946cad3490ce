import { fail, must } from '#contract/errors.ts'
import { can } from '#contract/permissions.ts'
import { Comment } from '#contract/work/comments.ts'
import { Issue } from '#contract/work/issues.ts'
import { lockedOne } from '../../db/locked.ts'
import { insert, newId, remove, touch, update } from '../../db/rows.ts'
import type { Work } from '../../db/work.ts'
import { cleanHtml } from '../../text/documents/clean.ts'
import { entries } from '../activity/catalogue.ts'
import { followMentioned } from '../activity/mentions.ts'
import { tell } from '../activity/record.ts'

type Input = {
  external_source?: string | null | undefined
  external_id?: string | null | undefined
  comment_html?: string | undefined
  comment_json?: Record<string, unknown> | undefined
  access?: 'INTERNAL' | 'EXTERNAL' | undefined
}

/** The issue of a part, under lock: parts of an issue change only while its row is held. */
export const lockIssue = async (work: Work, id: string): Promise<Issue> =>
  must(await lockedOne(work, Issue, { id }, 'any'), 'the issue of a part')

/** Columns that everything which belongs to an issue carries. */
export const belonging = (issue: Issue) => ({
  issue: issue.id,
  issue_created_by: issue.created_by,
  project: issue.project_id,
  workspace: issue.workspace_id,
})

type Whose = Pick<Comment, 'id' | 'issue' | 'workspace' | 'project'>

const written = async (work: Work, { id, issue, workspace, project }: Whose, html: string) => {
  const clean = await cleanHtml(work, { kind: 'COMMENT_DESCRIPTION', id, issue, workspace, project }, html)
  if (clean.isBlank) fail('comment.blank')
  return { comment_html: clean.html, comment_stripped: clean.text, mentions: clean.mentions }
}

export const createComment = async (work: Work, issue: Issue, input: Input): Promise<Comment> => {
  const whose = { id: newId(work, Comment), ...belonging(issue) }
  const text = await written(work, whose, input.comment_html ?? '<p></p>')
  const latest = await work
    .trx('issue_comments')
    .where('issue', issue.id)
    .max('created_at as at')
    .first<{ at: string | null } | undefined>()
  // Strictly after the one before: clients poll with "after the last one". What is brought from elsewhere keeps its moment.
  const after = work.at === null && latest?.at ? Date.parse(latest.at) + 1 : 0
  const at = new Date(Math.max(Date.parse(work.now), after))
  const comment = await insert(work, Comment, {
    ...whose,
    ...text,
    created_at: at.toISOString(),
    actor: work.viewer.id,
    comment_json: input.comment_json ?? {},
    access: input.access ?? 'INTERNAL',
    external_source: input.external_source ?? null,
    external_id: input.external_id ?? null,
  })
  await touch(work, Issue, issue)
  tell(work, issue, entries.comment.created(comment.id, comment.comment_html))
  await followMentioned(work, issue, [], text.mentions)
  return comment
}

export const updateComment = async (work: Work, comment: Comment, input: Input): Promise<Comment> => {
  const issue = await lockIssue(work, comment.issue)
  const text = input.comment_html === undefined ? null : await written(work, comment, input.comment_html)
  const isReworded = text !== null && text.comment_html !== comment.comment_html
  const before = await work.trx('issue_comments').where('id', comment.id).first<{
    mentions: string[]
  }>('mentions')
  const after = await update(work, Comment, comment, {
    access: input.access,
    comment_json: input.comment_json,
    external_source: input.external_source,
    external_id: input.external_id,
    ...(isReworded
      ? {
          comment_html: text.comment_html,
          comment_stripped: text.comment_stripped,
          mentions: text.mentions,
          edited_at: work.now,
        }
      : {}),
  })
  if (isReworded) {
    await touch(work, Issue, issue)
    tell(work, issue, entries.comment.updated(comment.id, comment.comment_html, after.comment_html))
    await followMentioned(work, issue, before.mentions, text.mentions)
  }
  return after
}

export const deleteComment = async (work: Work, comment: Comment): Promise<void> => {
  const issue = await lockIssue(work, comment.issue)
  await remove(work, Comment, comment)
  await touch(work, Issue, issue)
  tell(work, issue, entries.comment.deleted())
}

/** Brings a comment back; the right to delete it includes this. */
export const restoreComment = async (work: Work, issue: Issue, id: string): Promise<void> => {
  const comment = await lockedOne(work, Comment, { id, issue: issue.id }, 'deleted')
  if (!comment) return fail('row.notFound')
  const place = { workspace: issue.workspace_id, project: issue.project_id }
  if (!can(work.viewer, 'comment.change', comment, place)) fail('permission.denied')
  await update(work, Comment, comment, { deleted_at: null })
  await touch(work, Issue, await lockIssue(work, issue.id))
}
