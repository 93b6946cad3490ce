import { addDays, dayIn } from '../../api/contract/people/zones.ts'
import { fillProject } from '../../migrations/populate.ts'
import { asking, callsWithin, type Figure } from './measure.ts'
import type { BenchWorld } from './world.ts'

const PEOPLE = 20

/** Every call of homes and of somebody’s work, where they made all issues and have one of fifty: a thousand of fifty thousand. */
export const homeCalls = async ({ make, team, db }: BenchWorld, issues: number) => {
  const { admin } = team
  const { slug } = team.workspace
  const { id, path } = await make.project(admin, slug)
  const others: string[] = []
  while (others.length < PEOPLE) {
    const person = await make.person()
    await make.joinWorkspace(admin, slug, person, 15)
    await make.joinProject(admin, path, person, 15)
    others.push(person.id)
  }
  await fillProject(db, id, issues)
  const me = admin.id
  await db.raw(
    `update issues set assignee_ids = array[case when sequence_id % 50 = 0 then :me::uuid
        else (:others::uuid[])[1 + sequence_id % :n] end] where project_id = :id and sequence_id % 2 = 0`,
    { me, others, n: PEOPLE, id },
  )
  await db.raw(
    `insert into issue_subscriptions (id, created_at, updated_at, issue, subscriber, project, workspace)
       select gen_random_uuid(), now(), now(), id, :me, project_id, workspace_id from issues
        where project_id = :id and sequence_id % 10 = 0`,
    { me, id },
  )
  await db.raw(
    `insert into issue_activities (id, created_at, updated_at, issue, issue_created_by, project, workspace, verb, comment, epoch, actor)
       select gen_random_uuid(), created_at, created_at, id, created_by, project_id, workspace_id, 'created', 'created the issue', 0, :me
         from issues where project_id = :id`,
    { me, id },
  )
  await db.raw('vacuum analyze issues, issue_activities, issue_subscriptions')
  const ws = `/api/workspaces/${slug}`
  const today = dayIn('UTC')
  const { body } = await admin.get<{ dashboard: { id: string } }>(`${ws}/dashboard/?dashboard_type=home`)
  const widget = (query: string) => `${ws}/dashboard/${body.dashboard.id}/?widget_key=${query}`
  const asked = {
    'a home': `${ws}/dashboard/?dashboard_type=home`,
    overview_stats: widget('overview_stats'),
    assigned_issues: widget('assigned_issues&issue_type=pending&expand=issue_relation'),
    created_issues: widget('created_issues&issue_type=pending'),
    'created_issues, overdue': widget('created_issues&issue_type=overdue'),
    issues_by_state_groups: widget('issues_by_state_groups'),
    issues_by_priority: widget('issues_by_priority'),
    recent_activity: widget('recent_activity'),
    recent_projects: widget('recent_projects'),
    recent_collaborators: widget('recent_collaborators'),
    'quick links': `${ws}/quick-links/`,
    'a private note': `${ws}/private-note/`,
    'user-stats': `${ws}/user-stats/${me}/`,
    'user-profile': `${ws}/user-profile/${me}/`,
    'user-activity': `${ws}/user-activity/${me}/?per_page=100`,
    'days of work': `${ws}/user-activity/${me}/days/?from=${addDays(today, -41)}&to=${today}`,
  }
  return {
    admin,
    calls: {
      ...Object.fromEntries(Object.entries(asked).map(([name, address]) => [name, asking(admin, address)])),
      'a day of work as a file': asking(admin, `${ws}/user-activity/${me}/export/`, { date: today }),
    },
  }
}

export const home = async (bench: BenchWorld, issues: number): Promise<Figure[]> => {
  const { admin, calls } = await homeCalls(bench, issues)
  return callsWithin(100, calls, asking(admin, '/api/users/me/'), `at ${issues} issues`)
}
