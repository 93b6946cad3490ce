/** Edits of an issue's parts: links, relations, sub-issues, reactions, subscription. */
import { messageOf } from '#contract/messageOf.ts'
import { activityRoutes } from '#contract/work/activity.ts'
import { type Issue, issueRoutes } from '#contract/work/issues.ts'
import { type Link, linkRoutes } from '#contract/work/links.ts'
import { reactionRoutes } from '#contract/work/reactions.ts'
import { type Relation, type RelationType, relationRoutes } from '#contract/work/relations.ts'
import { call } from '../../data/client.ts'
import { lifeOf } from '../../data/life.ts'
import { isDone, mutate } from '../../data/mutate.ts'
import { getRow } from '../../data/rows.ts'
import { remember } from '../../data/undo.ts'
import { here, viewer } from '../../data/viewer.ts'
import { toast } from '../../ui/popups/Toast.tsx'
import { commentReactionsBy, issueReactionsBy, setFollows } from '../fields/issueParts.ts'
import { paramsOf } from './issueActions.ts'
import { keyOf } from './issueAddress.ts'
import { relationWords } from './relationWords.ts'

/** Columns of a row that this person makes now, as the server will fill them. */
export const newPart = (issue: Issue) => {
  const [now, me] = [new Date().toISOString(), viewer()?.id ?? '']
  return {
    created_at: now,
    updated_at: now,
    deleted_at: null,
    created_by: me,
    updated_by: me,
    issue: issue.id,
    issue_created_by: issue.created_by,
    project: issue.project_id,
    workspace: issue.workspace_id,
  }
}

const ofIssue = (issueId: string, p: string) => ({ ws: here().slug, p, issueId })

type LinkInput = { url: string; title: string | null }

export const addLink = (issue: Issue, { url, title }: LinkInput) =>
  mutate({
    route: linkRoutes.create,
    params: paramsOf(issue),
    body: { url, title },
    entity: 'issue_link',
    patch: { ...newPart(issue), url, title, metadata: {} } satisfies Omit<Link, 'id' | 'revision'>,
    failure: 'The link was not added.',
  })

export const changeLink = (issue: Issue, link: Link, input: LinkInput) =>
  mutate({
    route: linkRoutes.update,
    params: { ...paramsOf(issue), linkId: link.id },
    body: input,
    entity: 'issue_link',
    id: link.id,
    patch: input,
    failure: 'The link was not changed.',
  })

const linkLife = lifeOf({
  entity: 'issue_link',
  noun: 'link',
  verb: 'removed',
  nameOf: () => 'Link',
  params: ({ id, issue, project }) => ({ ...ofIssue(issue, project), linkId: id }),
  routes: () => ({ remove: linkRoutes.remove }),
  anew: async link => {
    const issue = getRow('issue', link.issue)
    return issue ? addLink(issue, link) : undefined
  },
})
export const removeLink = (link: Link) => linkLife.removeAll([link])

type OtherEnd = { id: string; project_id: string }
type NamedEnd = OtherEnd & { sequence_id: number }

// Made again it is another row: that is the one to remove then.
const relating = (issue: Issue, type: RelationType, other: OtherEnd, known?: string) => {
  let id = known
  const isFar = type === 'blocking'
  const patch: Omit<Relation, 'id' | 'revision'> = {
    ...newPart(issue),
    issue: isFar ? other.id : issue.id,
    project: isFar ? other.project_id : issue.project_id,
    related_issue: isFar ? issue.id : other.id,
    related_project: isFar ? issue.project_id : other.project_id,
    related_created_by: null,
    relation_type: isFar ? 'blocked_by' : type,
  }
  const make = async () => {
    const made = await mutate({
      route: relationRoutes.create,
      params: paramsOf(issue),
      body: { relation_type: type, issues: [other.id] },
      entity: 'issue_relation',
      patch,
      failure: 'The relations were not added.',
    })
    if (made?.[0]) id = made[0].relation_id
    return made !== undefined
  }
  const end = () =>
    isDone({
      route: relationRoutes.remove,
      params: { ...paramsOf(issue), relationId: id ?? '' },
      entity: 'issue_relation',
      id: id ?? '',
      patch: {},
      removes: true,
      failure: 'The relation was not removed.',
    })
  return { make, end }
}

/** Relates two issues; `tell` offers the way back where the line that appears does not say enough. */
export const relate = (issue: Issue, type: RelationType, other: NamedEnd, { tell = false } = {}) => {
  const { make, end } = relating(issue, type, other)
  const message = `${keyOf(issue)} ${relationWords[type].says} ${keyOf(other)}`
  remember({ message, sent: make(), back: end, again: make }, { tell })
}

export const unrelate = (issue: Issue, relation: Relation, type: RelationType, other: OtherEnd) => {
  const { make, end } = relating(issue, type, other, relation.id)
  remember({ message: 'Relation removed', sent: end(), back: make, again: end }, { tell: true })
}

/** Makes issues that exist children of this one, in one call. */
export const adoptIssues = async (parent: Issue, ids: string[]) => {
  try {
    await call(issueRoutes.addSubIssues, { params: paramsOf(parent), body: { sub_issue_ids: ids } })
  } catch (error) {
    toast.failure(`The sub-issues were not added. ${messageOf(error)}`)
  }
}

const toggled = <R extends { actor: string; reaction: string; id: string }>(
  rows: readonly R[],
  reaction: string,
) => rows.find(row => row.actor === viewer()?.id && row.reaction === reaction)

/** Reacts to an issue, or takes that back. */
export const toggleReaction = (issue: Issue, reaction: string) => {
  const own = toggled(issueReactionsBy.of(issue.id), reaction)
  const common = { entity: 'issue_reaction' as const, failure: 'The reaction was not changed.' }
  return own
    ? mutate({
        ...common,
        route: reactionRoutes.removeFromIssue,
        params: { ...paramsOf(issue), reaction },
        id: own.id,
        patch: {},
        removes: true,
      })
    : mutate({
        ...common,
        route: reactionRoutes.addToIssue,
        params: paramsOf(issue),
        body: { reaction },
        patch: { ...newPart(issue), actor: viewer()?.id ?? '', reaction },
      })
}

export const toggleCommentReaction = (issue: Issue, commentId: string, reaction: string) => {
  const own = toggled(commentReactionsBy.of(commentId), reaction)
  const params = { ...paramsOf(issue), commentId }
  const common = { entity: 'comment_reaction' as const, failure: 'The reaction was not changed.' }
  return own
    ? mutate({
        ...common,
        route: reactionRoutes.removeFromComment,
        params: { ...params, reaction },
        id: own.id,
        patch: {},
        removes: true,
      })
    : mutate({
        ...common,
        route: reactionRoutes.addToComment,
        params,
        body: { reaction },
        patch: { ...newPart(issue), comment: commentId, actor: viewer()?.id ?? '', reaction },
      })
}

/** Follows the issue or does so no more; shown at once, and taken back when it could not be done. */
export const follow = async (issue: Issue, follows: boolean) => {
  setFollows(issue.id, follows)
  try {
    await call(follows ? activityRoutes.subscribe : activityRoutes.unsubscribe, { params: paramsOf(issue) })
  } catch (error) {
    setFollows(issue.id, !follows)
    toast.failure(
      `${follows ? 'You were not subscribed.' : 'You were not unsubscribed.'}. ${messageOf(error)}`,
    )
  }
}
