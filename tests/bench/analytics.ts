import { addDays, dayIn } from '../../api/contract/people/zones.ts'
import { recountTallies } from '../../api/db/tallies.ts'
import { fillProject } from '../../migrations/populate.ts'
import { asking, callsWithin, type Figure } from './measure.ts'
import type { BenchWorld } from './world.ts'

const PEOPLE = 10

/**
 * Two years of a project: of its issues six in ten are done and one is cancelled, each came through the states before its
 * own, and that is in its history; half have somebody, half an estimate.
 */
const twoYears = async ({ make, db }: BenchWorld, issues: number) => {
  const team = await make.team()
  const { admin, path, project } = team
  const people = [admin.id]
  while (people.length < PEOPLE) {
    const person = await make.person()
    await make.joinWorkspace(admin, team.workspace.slug, person, 15)
    await make.joinProject(admin, path, person, 15)
    people.push(person.id)
  }
  await admin.post(`${path}/issue-labels/`, { name: 'Reef' })
  const estimate = await admin.post<{ id: string }>(`${path}/estimates/`, {
    estimate: { type: 'points', last_used: true },
    estimate_points: ['1', '2', '3', '5'].map((value, key) => ({ key: key + 1, value })),
  })
  await fillProject(db, project.id, issues)
  await db.raw(
    `with state as (
       select id, "group", (row_number() over (order by sequence))::int as place from states
        where project_id = :project and "group" <> 'triage'
     ), point as (select array_agg(id order by key) as ids from estimate_points where estimate = :estimate)
     update issues set
       state_id = state.id, state__group = state."group",
       created_at = now() - (issues.sequence_id % :issues) * interval '1051200 minutes' / :issues,
       completed_at = case when state."group" = 'completed'
         then now() - (issues.sequence_id % :issues) * interval '1051200 minutes' / :issues * 0.97 end,
       created_by = (:people::uuid[])[1 + issues.sequence_id % :n],
       assignee_ids = case when issues.sequence_id % 2 = 0 then array[(:people::uuid[])[1 + issues.sequence_id / 2 % :n]] else '{}' end,
       estimate_point = case when issues.sequence_id / 2 % 2 = 0 then point.ids[1 + issues.sequence_id % 4] end
      from state cross join point
     where issues.project_id = :project
       and state.place = (array[1, 1, 2, 3, 4, 4, 4, 4, 4, 5])[1 + issues.sequence_id * 7919 % 10]`,
    { project: project.id, estimate: estimate.body.id, issues, people, n: PEOPLE },
  )
  await db.raw(
    `with state as (
       select id, "group", (row_number() over (order by sequence))::int as place from states
        where project_id = :project and "group" <> 'triage'
     ), came as (
       select issues.*, state.place as last from issues join state on state.id = issues.state_id where issues.project_id = :project
     )
     insert into issue_activities (id, created_at, updated_at, issue, issue_created_by, project, workspace, verb, field,
                                   old_identifier, new_identifier, comment, epoch, actor)
       select gen_random_uuid(), moved.at, moved.at, came.id, came.created_by, came.project_id, came.workspace_id, 'updated', 'state',
              old.id, new.id, 'updated the state to', 0, came.created_by
         from came
         cross join lateral generate_series(2, case when last = 5 then 2 else last end) as step(n)
         cross join lateral (select came.created_at + (coalesce(came.completed_at, now()) - came.created_at) * (step.n - 1.0)
                                     / (last - 1.0) as at) moved
         join state old on old.place = step.n - 1
         join state new on new.place = case when last = 5 then 5 else step.n end`,
    { project: project.id },
  )
  await recountTallies(db, 'project_id', project.id)
  await db.raw('select recount_starts(?)', [project.id])
  await db.raw('vacuum analyze issues, issue_activities')
  return team
}

/** Every call of the analytics of a workspace with as many issues, a year and fourteen weeks back. */
export const analyticsCalls = async (bench: BenchWorld, issues: number) => {
  const { admin, workspace } = await twoYears(bench, issues)
  const ws = `/api/workspaces/${workspace.slug}`
  const today = dayIn('UTC')
  const year = `from=${addDays(today, -364)}&to=${today}`
  const weeks = `from=${addDays(today, -97)}&to=${today}`
  const kept = await admin.post<{ id: string }>(`${ws}/analytic-view/`, {
    name: 'Who has what',
    query_dict: { x_axis: 'assignees__id', y_axis: 'issue_count', segment: 'state__group' },
  })
  const asked = {
    'analytics by assignee and state': `${ws}/analytics/?x_axis=assignees__id&segment=state_id&y_axis=issue_count`,
    'analytics by month of completion': `${ws}/analytics/?x_axis=completed_at&y_axis=estimate`,
    'default-analytics': `${ws}/default-analytics/`,
    'a chart by assignee and state': `${ws}/analytics/chart/?x_axis=assignees__id&segment=state_id`,
    'a chart by label and priority': `${ws}/analytics/chart/?x_axis=labels__id&segment=priority`,
    'a chart by month and label': `${ws}/analytics/chart/?x_axis=created_at&segment=labels__id`,
    'a chart by state of half a year': `${ws}/analytics/chart/?x_axis=state_id&created_at=${addDays(today, -182)};after`,
    'scope of a year': `${ws}/analytics/scope/?${year}`,
    'scope of fourteen weeks': `${ws}/analytics/scope/?${weeks}`,
    'times of a year': `${ws}/analytics/times/?${year}`,
    'times of fourteen weeks': `${ws}/analytics/times/?${weeks}`,
    'under way': `${ws}/analytics/under-way/?${weeks}`,
    'cumulative flow of a year': `${ws}/analytics/cumulative/?${year}`,
    'cumulative flow of fourteen weeks': `${ws}/analytics/cumulative/?${weeks}`,
    'kept charts': `${ws}/analytic-view/`,
    'a kept chart': `${ws}/saved-analytic-view/${kept.body.id}/`,
    'a chart as a file': `${ws}/analytics/chart/export/?x_axis=assignees__id&segment=state_id`,
    'scope as a file': `${ws}/analytics/scope/export/?${year}`,
    'flow as a file': `${ws}/analytics/flow/export/?${year}`,
  }
  const mail = asking(admin, `${ws}/export-analytics/`, { x_axis: 'assignees__id', y_axis: 'issue_count' })
  return {
    admin,
    calls: {
      ...Object.fromEntries(Object.entries(asked).map(([name, address]) => [name, asking(admin, address)])),
      // Only so many may be on their way to one person.
      'a chart by mail': async (n: number) => {
        await mail(n)
        await bench.db('mails').where('kind', 'analytics_export').delete()
      },
    },
  }
}

export const analytics = async (bench: BenchWorld, issues: number): Promise<Figure[]> => {
  const { admin, calls } = await analyticsCalls(bench, issues)
  return callsWithin(100, calls, asking(admin, '/api/users/me/'), `at ${issues} issues`)
}
