/** Rows beside an issue are read when it is first opened; from then on the log keeps them true. */
import { useEffect } from 'react'
import { issueListRoutes } from '#contract/lists/issueLists.ts'
import { INSTANCE_BOT } from '#contract/people/users.ts'
import { type Activity, Activity as ActivityEntity, activityRoutes } from '#contract/work/activity.ts'
import {
  type AgentSession,
  agentSessionRoutes,
  AgentSession as SessionEntity,
} from '#contract/work/agentSessions.ts'
import { type Comment, Comment as CommentEntity, type CommentReaction } from '#contract/work/comments.ts'
import { type Issue, issueRoutes } from '#contract/work/issues.ts'
import type { Link } from '#contract/work/links.ts'
import type { IssueReaction } from '#contract/work/reactions.ts'
import type { Relation } from '#contract/work/relations.ts'
import { call } from '../../data/client.ts'
import { useLive } from '../../data/live.ts'
import { useReadOnce } from '../../data/readOnce.ts'
import { applyRow, getRow, getRows } from '../../data/rows.ts'
import { readRows } from '../../data/rowsBy.ts'
import { here } from '../../data/viewer.ts'
import { paramsOf } from '../acts/issueActions.ts'
import {
  activitiesBy,
  childrenBy,
  commentReactionsBy,
  commentsBy,
  issueReactionsBy,
  linksBy,
  relationsBy,
  sessionsBy,
  setFollows,
  stepsBy,
} from '../fields/issueParts.ts'

// An answer carries more beside its rows.
const rowIn = <Row extends object>(columns: readonly string[], answer: Row): Row =>
  Object.fromEntries(columns.map(name => [name, answer[name as keyof Row]])) as Row

/** As much of an issue as its address says. */
type Named = Pick<Issue, 'id' | 'project_id' | 'revision'>

const history = (issue: Named) =>
  readRows(
    {
      issue_activity: activitiesBy.of(issue.id),
      issue_comment: commentsBy.of(issue.id),
      comment_reaction: commentReactionsBy.of(issue.id),
    },
    async () => {
      const { body } = await call(activityRoutes.history, { params: paramsOf(issue) })
      const comments = body.flatMap(row => ('comment_html' in row ? [row] : []))
      const activities = body.flatMap(row => ('comment_html' in row ? [] : [row]))
      return {
        issue_activity: activities.map(row => rowIn<Activity>(ActivityEntity.columns, row)),
        issue_comment: comments.map(row => rowIn<Comment>(CommentEntity.columns, row)),
        comment_reaction: comments.flatMap(row => row.comment_reactions as CommentReaction[]),
      }
    },
  )

// Most workspaces have no agent, and no session: then nothing is asked.
const mayHaveSessions = () => getRows('user').some(person => person.is_bot && person.id !== INSTANCE_BOT)

const sessions = (issue: Named) =>
  readRows({ agent_session: sessionsBy.of(issue.id), agent_step: stepsBy.of(issue.id) }, async () => {
    const { body } = await call(agentSessionRoutes.list, { params: paramsOf(issue) })
    return {
      agent_session: body.map(row => rowIn<AgentSession>(SessionEntity.columns, row)),
      agent_step: body.flatMap(row => row.steps),
    }
  })

type End = { id: string; project_id: string; relation_type: Relation['relation_type']; relation_id: string }

// Known by its ends alone: anything that the log says of it is newer.
const relationOf = (issue: Issue, end: End, isFrom: boolean): Relation => {
  const other = { id: end.id, project_id: end.project_id, created_by: null }
  const [from, to] = isFrom ? [issue, other] : [other, issue]
  return {
    id: end.relation_id,
    created_at: '',
    updated_at: '',
    deleted_at: null,
    created_by: null,
    updated_by: null,
    issue: from.id,
    issue_created_by: from.created_by,
    project: from.project_id,
    workspace: issue.workspace_id,
    related_issue: to.id,
    related_created_by: to.created_by,
    related_project: to.project_id,
    relation_type: end.relation_type,
    revision: 0,
  }
}

const EXPAND = 'issue_reactions,issue_link,issue_relation,issue_related'

const parts = (issue: Issue) =>
  readRows(
    {
      issue_reaction: issueReactionsBy.of(issue.id),
      issue_link: linksBy.of(issue.id),
      issue_relation: relationsBy.of(issue.id),
    },
    async () => {
      const { body } = await call(issueRoutes.get, { params: paramsOf(issue), query: { expand: EXPAND } })
      setFollows(issue.id, body.is_subscribed)
      const ends = (given: unknown[] | undefined, isFrom: boolean) =>
        ((given ?? []) as End[]).map(end => relationOf(issue, end, isFrom))
      return {
        issue_reaction: (body.issue_reactions ?? []) as IssueReaction[],
        issue_link: (body.issue_link ?? []) as Link[],
        issue_relation: [...ends(body.issue_relation, true), ...ends(body.issue_related, false)],
      }
    },
  )

const children = (issue: Issue) =>
  readRows({ issue: childrenBy.of(issue.id).filter(child => child.revision) }, async () => ({
    issue: (await call(issueRoutes.subIssues, { params: paramsOf(issue) })).body.sub_issues,
  }))

const readers = { parts, children }
type Place = keyof typeof readers

/** Makes sure that the parts of an issue are known. */
export const useReading = (place: Place, issue: Issue) =>
  useReadOnce(`${place} ${issue.id}`, Boolean(issue.revision), () =>
    readers[place](getRow('issue', issue.id) ?? issue),
  )

/** Makes sure that the history of an issue is known, and what was said there. */
export const useHistory = (issue: Named) =>
  useReadOnce(`history ${issue.id}`, Boolean(issue.revision), () => history(issue))

/** Makes sure that the sessions of agents on an issue are known. */
export const useSessions = (issue: Named) =>
  useReadOnce(`sessions ${issue.id}`, Boolean(issue.revision) && mayHaveSessions(), () => sessions(issue))

/** Sees to it that issues which are only named somewhere are known themselves. */
export const useNamedIssues = (named: readonly { id: string; project: string }[]) => {
  const { status } = useLive()
  const missing = named.filter(({ id }) => !getRow('issue', id))
  const wanted = JSON.stringify(missing)
  useEffect(() => {
    if (status !== 'live') return
    const groups = Map.groupBy(JSON.parse(wanted) as typeof missing, one => one.project)
    for (const [project, ones] of groups)
      call(issueListRoutes.byIds, {
        params: { ws: here().slug, p: project },
        query: { issues: ones.map(one => one.id).join(',') },
      }).then(
        ({ body }) => {
          for (const row of body) applyRow('issue', row)
        },
        // Not theirs to see: it stays unnamed.
        () => {},
      )
  }, [wanted, status])
}
