import { z } from 'zod'
import { belongsToIssue, details, ofIssue } from '../belongs.ts'
import { givenJson, json } from '../bounds.ts'
import { audit, datetime, entity, id, revision, route } from '../define.ts'
import { Issue } from './issues.ts'

export const Comment = entity({
  name: 'issue_comment',
  table: 'issue_comments',
  ...belongsToIssue,
  shape: {
    id,
    ...audit,
    ...ofIssue,
    actor: id,
    comment_html: z.string(),
    comment_json: json,
    comment_stripped: z.string(),
    access: z.enum(['INTERNAL', 'EXTERNAL']),
    external_source: z.string().nullable(),
    external_id: z.string().nullable(),
    /** When its text was last changed; null for one that has not been changed since. */
    edited_at: datetime.nullable(),
    ...revision,
  },
})
export type Comment = z.infer<typeof Comment.schema>

/** `reaction`: an emoji as decimal code points joined by dashes. */
export const CommentReaction = entity({
  name: 'comment_reaction',
  table: 'comment_reactions',
  ...belongsToIssue,
  shape: {
    id,
    ...audit,
    ...ofIssue,
    comment: id,
    actor: id,
    reaction: z.string(),
    ...revision,
  },
})
export type CommentReaction = z.infer<typeof CommentReaction.schema>

export const CommentAnswer = z.object({
  ...Comment.schema.shape,
  attachments: z.array(z.unknown()),
  comment_reactions: z.array(CommentReaction.schema),
  ...details,
})

/** As long as anybody's comment is, in the words of their editor; it comes with the issue alone. */
const MAX_COMMENT_JSON = 1_000_000
const fields = {
  comment_html: z.string().optional(),
  comment_json: givenJson(MAX_COMMENT_JSON).optional(),
  access: z.enum(['INTERNAL', 'EXTERNAL']).optional(),
  external_source: z.string().max(255).nullable().optional(),
  external_id: z.string().max(255).nullable().optional(),
}
const p = '/api/workspaces/:ws/projects/:p' as const
const ofOne = { in: 'project', target: Issue, param: 'issueId' } as const
const one = { in: 'project', target: Comment, param: 'commentId' } as const

export const commentRoutes = {
  list: route({
    ...ofOne,
    method: 'GET',
    path: `${p}/issues/:issueId/comments/`,
    action: 'issue.read',
    answer: z.array(CommentAnswer),
    summary: 'Comments on an issue, the oldest first.',
    exposes: { v1: 'issues/:issueId/comments/' },
  }),
  create: route({
    ...ofOne,
    method: 'POST',
    path: `${p}/issues/:issueId/comments/`,
    action: 'issue.comment',
    creates: Comment,
    body: z.object(fields),
    status: 201,
    answer: CommentAnswer,
    summary: 'Comments on an issue.',
    exposes: { v1: 'issues/:issueId/comments/' },
  }),
  get: route({
    ...one,
    method: 'GET',
    path: `${p}/issues/:issueId/comments/:commentId/`,
    action: 'issue.read',
    answer: CommentAnswer,
    summary: 'One comment.',
    exposes: { v1: 'issues/:issueId/comments/:commentId/' },
  }),
  update: route({
    ...one,
    method: 'PATCH',
    path: `${p}/issues/:issueId/comments/:commentId/`,
    action: 'comment.change',
    body: z.object(fields),
    answer: CommentAnswer,
    summary: 'Changes a comment.',
    exposes: { v1: 'issues/:issueId/comments/:commentId/' },
  }),
  remove: route({
    ...one,
    method: 'DELETE',
    path: `${p}/issues/:issueId/comments/:commentId/`,
    action: 'comment.change',
    summary: 'Deletes a comment.',
    exposes: { v1: 'issues/:issueId/comments/:commentId/' },
  }),
  restore: route({
    ...ofOne,
    method: 'POST',
    path: `${p}/issues/:issueId/comments/:commentId/restore/`,
    action: 'issue.read',
    summary: 'Brings a deleted comment back; for whoever may delete it.',
  }),
}
