import { z } from 'zod'
import { belongsToIssue, ofIssue } from '../belongs.ts'
import { audit, entity, id, revision, route } from '../define.ts'
import { UserLite } from '../people/users.ts'
import { Comment, CommentReaction } from './comments.ts'
import { Issue } from './issues.ts'

/** `reaction`: an emoji as decimal code points joined by dashes. */
export const IssueReaction = entity({
  name: 'issue_reaction',
  table: 'issue_reactions',
  ...belongsToIssue,
  shape: {
    id,
    ...audit,
    ...ofIssue,
    actor: id,
    reaction: z.string(),
    ...revision,
  },
})
export type IssueReaction = z.infer<typeof IssueReaction.schema>

export const IssueReactionAnswer = z.object({
  ...IssueReaction.schema.shape,
  actor_detail: UserLite.nullable(),
})

const p = '/api/workspaces/:ws/projects/:p' as const
const ofOne = { in: 'project', target: Issue, param: 'issueId' } as const
const one = { in: 'project', target: Comment, param: 'commentId' } as const
const codePoints = /^\d+(-\d+)*$/
const reactionBody = z.object({ reaction: z.string().trim().min(1).max(20).regex(codePoints) })

export const reactionRoutes = {
  ofIssue: route({
    ...ofOne,
    method: 'GET',
    path: `${p}/issues/:issueId/reactions/`,
    action: 'issue.read',
    answer: z.array(IssueReactionAnswer),
    summary: 'Reactions on an issue, the newest first.',
  }),
  addToIssue: route({
    ...ofOne,
    method: 'POST',
    path: `${p}/issues/:issueId/reactions/`,
    action: 'issue.comment',
    creates: IssueReaction,
    body: reactionBody,
    status: 201,
    answer: IssueReactionAnswer,
    summary: 'Reacts to an issue.',
  }),
  removeFromIssue: route({
    ...ofOne,
    method: 'DELETE',
    path: `${p}/issues/:issueId/reactions/:reaction/`,
    action: 'issue.comment',
    summary: 'Takes the caller’s reaction back.',
  }),
  ofComment: route({
    ...one,
    method: 'GET',
    path: `${p}/comments/:commentId/reactions/`,
    action: 'issue.read',
    answer: z.array(CommentReaction.schema),
    summary: 'Reactions on a comment, the newest first.',
  }),
  addToComment: route({
    ...one,
    method: 'POST',
    path: `${p}/comments/:commentId/reactions/`,
    action: 'comment.react',
    creates: CommentReaction,
    body: reactionBody,
    status: 201,
    answer: CommentReaction.schema,
    summary: 'Reacts to a comment.',
  }),
  removeFromComment: route({
    ...one,
    method: 'DELETE',
    path: `${p}/comments/:commentId/reactions/:reaction/`,
    action: 'comment.react',
    summary: 'Takes the caller’s reaction back.',
  }),
}
