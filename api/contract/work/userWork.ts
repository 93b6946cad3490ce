/** One person's work in a workspace, as far as the caller sees it: sums, projects, activity by day and as a file. */
import { z } from 'zod'
import { datetime, day, id, route } from '../define.ts'
import { IssueListQuery } from '../lists/issueLists.ts'

const count = z.number().int()
const CycleNamed = z.object({ cycle__name: z.string(), cycle__id: id, cycle__project_id: id })

export const UserStats = z.object({
  state_distribution: z.array(z.object({ state_group: z.string(), state_count: count })),
  priority_distribution: z.array(
    z.object({ priority: z.string(), priority_count: count, priority_order: count }),
  ),
  created_issues: count,
  assigned_issues: count,
  completed_issues: count,
  pending_issues: count,
  subscribed_issues: count,
  present_cycles: z.array(CycleNamed),
  upcoming_cycles: z.array(CycleNamed),
})

export const UserProjects = z.object({
  project_data: z.array(
    z.object({
      id,
      logo_props: z.record(z.string(), z.unknown()),
      created_issues: count,
      assigned_issues: count,
      completed_issues: count,
      pending_issues: count,
    }),
  ),
  user_data: z.object({
    /** Null for guests of the workspace. */
    email: z.string().nullable(),
    first_name: z.string(),
    last_name: z.string(),
    avatar_url: z.string().nullable(),
    cover_image_url: z.string().nullable(),
    date_joined: datetime,
    user_timezone: z.string(),
    display_name: z.string(),
  }),
})
export type UserProjects = z.infer<typeof UserProjects>

/** Of a day on which something was done. */
export const DayOfWork = z.object({ date: day, changes: count, completed: count })
export type DayOfWork = z.infer<typeof DayOfWork>

/** Weeks of a month begin on its 1st, 8th, 15th, 22nd and 29th; those in which nothing was completed are left out. */
const week = count.min(1).max(5)
const DayOfChanges = z.object({ created_date: day, activity_count: count })
const ahead = { id, name: z.string(), workspace__slug: z.string(), project_id: id }

/** What the caller has to do in a workspace, and what they did. */
export const OwnWork = z.object({
  /** Of the last three months. */
  issue_activities: z.array(DayOfChanges),
  completed_issues: z.array(z.object({ week_in_month: week, completed_count: count })),
  assigned_issues_count: count,
  pending_issues_count: count,
  completed_issues_count: count,
  /** Neither completed nor cancelled, and due from Monday to Sunday of this week. */
  issues_due_week_count: count,
  state_distribution: UserStats.shape.state_distribution,
  /** The first that were due, at most `MOST_AHEAD`. */
  overdue_issues: z.array(z.object({ ...ahead, target_date: day })),
  /** The next to begin, from today on, at most `MOST_AHEAD`. */
  upcoming_issues: z.array(z.object({ ...ahead, start_date: day })),
})
export type OwnWork = z.infer<typeof OwnWork>

/** So many issues are named at once. */
export const MOST_AHEAD = 100

/** So many days are reported at once. */
export const MOST_DAYS = 366

const ws = '/api/workspaces/:ws' as const
const ofPerson = { in: 'workspace', action: 'person.work' } as const

const own = { ...ofPerson, method: 'GET' } as const
const mine = '/api/users/me/workspaces/:ws' as const
/** From 1 to 12; of this year where that month has begun, or else of the last. */
const Month = z.object({ month: z.string().optional() })

export const userWorkRoutes = {
  stats: route({
    ...ofPerson,
    method: 'GET',
    path: `${ws}/user-stats/:userId/`,
    query: IssueListQuery,
    answer: UserStats,
    summary: 'Sums of what somebody is assigned, made and follows; filters as those of an issue list.',
  }),
  projects: route({
    ...ofPerson,
    method: 'GET',
    path: `${ws}/user-profile/:userId/`,
    answer: UserProjects,
    summary: 'Who somebody is, and what they have in each of the caller’s projects.',
  }),
  days: route({
    ...ofPerson,
    method: 'GET',
    path: `${ws}/user-activity/:userId/days/`,
    query: z.object({ from: day, to: day }),
    answer: z.array(DayOfWork),
    summary: 'On which days somebody changed how much, and how many of their issues were completed then.',
  }),
  ownDays: route({
    ...own,
    path: `${mine}/activity-graph/`,
    answer: z.array(DayOfChanges),
    summary: 'On which days of the last six months the caller changed how much.',
  }),
  ownWeeks: route({
    ...own,
    path: `${mine}/issues-completed-graph/`,
    query: Month,
    answer: z.array(z.object({ week, completed_count: count })),
    summary: 'How many of the caller’s issues were completed in each week of a month, January without one.',
  }),
  own: route({
    ...own,
    path: `${mine}/dashboard/`,
    query: Month,
    answer: OwnWork,
    summary:
      'Counts of the caller’s issues, those that are late and those to come, and what was done of late.',
  }),
  file: route({
    in: 'workspace',
    action: 'person.export',
    scope: 'connections',
    method: 'POST',
    path: `${ws}/user-activity/:userId/export/`,
    body: z.object({ date: z.string().optional() }),
    raw: 'text/csv',
    summary: 'What somebody did on one day, as a file for spreadsheets: at most 10,000 lines.',
  }),
}
