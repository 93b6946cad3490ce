/** Figures and first rows of a home's widgets, taken from ordinary lists, so that they equal those lists. */

import type { Knex } from 'knex'
import { fail } from '#contract/errors.ts'
import type { IssueQuery } from '#contract/lists/issueQuery.ts'
import { addDays, dayIn } from '#contract/people/zones.ts'
import type { AskedWidget } from '#contract/planning/home.ts'
import { type Issue, priorities } from '#contract/work/issues.ts'
import { stateGroups } from '#contract/work/states.ts'
import { WorkspaceMember } from '#contract/workspace/workspaceMembers.ts'
import { selected } from '../../db/selected.ts'
import type { ServerViewer } from '../../db/viewer.ts'
import { openProjects, visible } from '../../db/visible.ts'
import { countEach, countGroups } from '../../lists/count.ts'
import { readList } from '../../lists/list.ts'
import { pageOf } from '../../lists/page.ts'
import { latestActivity } from '../../work/activity/doneBy.service.ts'
import { expandIssues } from '../../work/issues/expand.ts'

type Params = Record<string, string | undefined>
type WidgetAsk = { trx: Knex; viewer: ServerViewer; workspaceId: string; query: Params }

const OPEN = 'backlog,unstarted,started'
const SHOWN_ISSUES = 5
const SHOWN_ACTIVITY = 8
const SHOWN_PROJECTS = 4

const today = ({ timezone }: ServerViewer) => dayIn(timezone)
/** Due before today. */
const overdue = (viewer: ServerViewer) => `${addDays(today(viewer), -1)};before`

const issuesWith = ({ viewer, workspaceId }: WidgetAsk, params: Params): IssueQuery =>
  readList({ viewer, query: params }, { in: 'workspace', workspace: workspaceId })

const overviewStats = async (ask: WidgetAsk) => {
  const { trx, viewer } = ask
  const mine = { assignees: viewer.id }
  const [groups, [pending = 0, created = 0]] = await Promise.all([
    countGroups(trx, issuesWith(ask, { ...mine, group_by: 'state__group' }), viewer, false),
    countEach(
      trx,
      [
        issuesWith(ask, { ...mine, state_group: OPEN, target_date: overdue(viewer) }),
        issuesWith(ask, { created_by: viewer.id }),
      ],
      viewer,
    ),
  ])
  return {
    assigned_issues_count: groups.total,
    pending_issues_count: pending,
    completed_issues_count: groups.groups.get('completed')?.total ?? 0,
    created_issues_count: created,
  }
}

/** The meaning of an `issue_type`, whatever dates are asked for beside it. */
const ofType = (viewer: ServerViewer, type: string | undefined): Params => {
  switch (type) {
    case 'pending':
      return { state_group: OPEN }
    case 'completed':
      return { state_group: 'completed' }
    case 'overdue':
      return { state_group: OPEN, target_date: overdue(viewer) }
    case 'upcoming':
      return { state_group: OPEN, target_date: `${today(viewer)};after` }
    default:
      return fail('dashboard.issueType')
  }
}

const issuesOf = async (ask: WidgetAsk, whose: Params) => {
  const { trx, viewer, query } = ask
  const asked = issuesWith(ask, { ...whose, target_date: query.target_date, order_by: '-priority' })
  const within = issuesWith(ask, ofType(viewer, query.issue_type)).filters
  const list = { ...asked, within }
  const [issues, [count = 0]] = await Promise.all([
    selected<Issue>(pageOf(trx, list, viewer, { size: SHOWN_ISSUES, page: 0 })),
    countEach(trx, [list], viewer),
  ])
  if (!query.expand) return { issues, count }
  const extras = await expandIssues(trx, viewer, issues, query.expand)
  return { issues: issues.map(issue => ({ ...issue, ...extras.get(issue.id) })), count }
}

const assignedBy = async (ask: WidgetAsk, group_by: 'state__group' | 'priority') => {
  const { viewer, query } = ask
  const list = issuesWith(ask, { assignees: viewer.id, target_date: query.target_date, group_by })
  const { groups } = await countGroups(ask.trx, list, viewer, false)
  return (key: string) => groups.get(key)?.total ?? 0
}

const recentProjects = async ({ trx, viewer, workspaceId }: WidgetAsk): Promise<string[]> => {
  const mine = openProjects(viewer, workspaceId)
  const { rows } = await trx.raw<{ rows: { id: string }[] }>(
    `select place.id from unnest(?::uuid[]) as place(id)
       left join lateral (select created_at from issue_activities a
          where a.actor = ? and a.project = place.id and a.deleted_at is null
          order by a.created_at desc limit 1) latest on true
      order by latest.created_at desc nulls last, place.id limit ?`,
    [mine, viewer.id, SHOWN_PROJECTS],
  )
  return rows.map(row => row.id)
}

const recentCollaborators = async (ask: WidgetAsk) => {
  const { trx, viewer, workspaceId } = ask
  const list = issuesWith(ask, { state_group: 'unstarted,started', group_by: 'assignees__id' })
  const [members, { groups }] = await Promise.all([
    visible(trx, WorkspaceMember, viewer).where({ workspace_id: workspaceId, is_active: true }),
    countGroups(trx, list, viewer, false),
  ])
  return members
    .map(({ member_id }) => ({
      user_id: member_id,
      active_issue_count: groups.get(member_id)?.total ?? 0,
    }))
    .sort((a, b) => b.active_issue_count - a.active_issue_count || (a.user_id < b.user_id ? -1 : 1))
}

export const readWidget = async (ask: WidgetAsk, key: AskedWidget): Promise<unknown> => {
  const { trx, viewer, workspaceId } = ask
  switch (key) {
    case 'overview_stats':
      return overviewStats(ask)
    case 'assigned_issues':
      return issuesOf(ask, { assignees: viewer.id })
    case 'created_issues':
      return issuesOf(ask, { created_by: viewer.id })
    case 'issues_by_state_groups': {
      const count = await assignedBy(ask, 'state__group')
      return stateGroups.map(state => ({ state, count: count(state) }))
    }
    case 'issues_by_priority': {
      const count = await assignedBy(ask, 'priority')
      return priorities.toReversed().map(priority => ({ priority, count: count(priority) }))
    }
    case 'recent_activity':
      return latestActivity({ trx, viewer }, viewer.id, openProjects(viewer, workspaceId), SHOWN_ACTIVITY)
    case 'recent_projects':
      return recentProjects(ask)
    case 'recent_collaborators':
      return recentCollaborators(ask)
  }
}
