/** The rows that belong to an issue, on the shelf of their issue. */
import { proxy, useSnapshot } from 'valtio'
import { inverseOf, type Relation, type RelationType } from '#contract/work/relations.ts'
import { onLeaving } from '../../data/entered.ts'
import { onRows } from '../../data/rows.ts'
import { rowsBy } from '../../data/rowsBy.ts'

export const activitiesBy = rowsBy('issue_activity', row => [row.issue])
export const commentsBy = rowsBy('issue_comment', row => [row.issue])
export const issueReactionsBy = rowsBy('issue_reaction', row => [row.issue])
export const commentReactionsBy = rowsBy('comment_reaction', row => [row.comment, row.issue])
export const linksBy = rowsBy('issue_link', row => [row.issue])
export const relationsBy = rowsBy('issue_relation', row => [row.issue, row.related_issue])
export const sessionsBy = rowsBy('agent_session', row => [row.issue])
export const stepsBy = rowsBy('agent_step', row => [row.session, row.issue])
export const childrenBy = rowsBy('issue', row => [row.parent_id])

/** A relation as one of its issues sees it: its kind, and the issue at the other end. */
export const seenFrom = (
  row: Relation,
  issueId: string,
): { type: RelationType; id: string; project: string } =>
  row.issue === issueId
    ? { type: row.relation_type, id: row.related_issue, project: row.related_project }
    : { type: inverseOf(row.relation_type), id: row.issue, project: row.project }

const followed = proxy<Record<string, boolean>>({})
onRows('issue_subscription', (before, after) => {
  const issue = (after ?? before)?.issue
  if (issue) setFollows(issue, after !== null)
})
onLeaving(() => {
  for (const issueId of Object.keys(followed)) delete followed[issueId]
})

/** Does the person here follow the issue? Unknown until it was opened; their own log says when it changes. */
export const useFollows = (issueId: string): boolean | undefined => useSnapshot(followed)[issueId]
export const setFollows = (issueId: string, follows: boolean) => {
  followed[issueId] = follows
}
