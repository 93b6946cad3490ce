import { type Comment, commentRoutes } from '#contract/work/comments.ts'
import type { Issue } from '#contract/work/issues.ts'
import { lifeOf } from '../../data/life.ts'
import { mutate } from '../../data/mutate.ts'
import { bindFiles } from '../../data/texts/bindFiles.ts'
import { here, viewer } from '../../data/viewer.ts'
import { paramsOf } from './issueActions.ts'
import { newPart } from './issuePartActions.ts'

let saidAt = ''

/** Its author has just sent it in this window: it comes into view. */
export const isJustSaid = (comment: Comment) =>
  comment.created_at === saidAt && comment.actor === viewer()?.id

/** Says something about an issue. False when it was refused: the words are then its writer’s to keep. */
export const addComment = async (issue: Issue, html: string): Promise<boolean> => {
  const patch: Omit<Comment, 'id' | 'revision'> = {
    ...newPart(issue),
    actor: viewer()?.id ?? '',
    comment_html: html,
    comment_json: {},
    comment_stripped: '',
    access: 'INTERNAL',
    external_source: null,
    external_id: null,
    edited_at: null,
  }
  saidAt = patch.created_at
  const made = await mutate({
    route: commentRoutes.create,
    params: paramsOf(issue),
    body: { comment_html: html },
    entity: 'issue_comment',
    patch,
    failure: 'The comment was not sent.',
  })
  if (made) bindFiles(issue.project_id, made.id, html)
  return made !== undefined
}

const one = (issue: Issue, comment: Comment) => ({
  params: { ...paramsOf(issue), commentId: comment.id },
  entity: 'issue_comment' as const,
  id: comment.id,
})

export const changeComment = async (issue: Issue, comment: Comment, html: string): Promise<boolean> => {
  const answer = await mutate({
    ...one(issue, comment),
    route: commentRoutes.update,
    body: { comment_html: html },
    patch: { comment_html: html, edited_at: new Date().toISOString() },
    failure: 'The comment was not changed.',
  })
  return answer !== undefined
}

const life = lifeOf({
  entity: 'issue_comment',
  noun: 'comment',
  nameOf: () => 'Comment',
  params: ({ id, issue, project }) => ({ ws: here().slug, p: project, issueId: issue, commentId: id }),
  routes: () => commentRoutes,
})
export const deleteComment = (comment: Comment) => life.removeAll([comment])
