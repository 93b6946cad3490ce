import { beforeAll, expect, test } from 'vitest'
import { addDays, dayIn } from '../../api/contract/people/zones.ts'
import { MOST_AHEAD, type OwnWork } from '../../api/contract/work/userWork.ts'
import { build, type Person } from '../support/build.ts'
import { fill, many } from '../support/fill.ts'
import { sharedServer, type TestServer } from '../support/server.ts'

type Team = Awaited<ReturnType<ReturnType<typeof build>['team']>>
type DayOfChanges = OwnWork['issue_activities'][number]
type Week = { week: number; completed_count: number }

let server: TestServer
let make: ReturnType<typeof build>
beforeAll(async () => {
  server = await sharedServer()
  make = build(server)
})

const at = ({ workspace }: Team, rest: string) => `/api/users/me/workspaces/${workspace.slug}/${rest}`
const groupOf = async ({ admin, path }: Team, group: string) => {
  const states = (await admin.get<{ id: string; group: string }[]>(`${path}/states/`)).body
  return states.find(state => state.group === group)!.id
}
const done = async (team: Team, who: Person, completed_at: string) => {
  const state_id = await groupOf(team, 'completed')
  const { id } = await make.issue(team.admin, team.path, { state_id, assignee_ids: [who.id] })
  await server.db('issues').where({ id }).update({ completed_at })
}
/** A day of the month before this one. */
const inLastMonth = (day: number) => {
  const [year, month] = dayIn('UTC').split('-').map(Number) as [number, number]
  return new Date(Date.UTC(year, month - 2, day)).toISOString().slice(0, 10)
}

test('on which days of six months the caller changed something, in their zone, of projects that they still see', async () => {
  const team = await make.team()
  const { admin, member, path } = team
  const issue = await make.issue(admin, path)
  await admin.patch(`${path}/issues/${issue.id}/`, { name: 'Sill' })
  await member.patch(`${path}/issues/${issue.id}/`, { name: 'Threshold' })
  const days = async () => (await admin.get<DayOfChanges[]>(at(team, 'activity-graph/'))).body
  const today = dayIn('UTC')
  expect(await days()).toEqual([{ created_date: today, activity_count: 2 }])

  const renamed = server.db('issue_activities').where({ actor: admin.id, field: 'name' })
  const moved = (day: string) => renamed.clone().update({ created_at: `${day}T23:30:00.000Z` })
  await moved(addDays(today, -150))
  expect((await days()).map(day => day.created_date)).toEqual([addDays(today, -150), today])
  await admin.patch('/api/users/me/', { user_timezone: 'Pacific/Kiritimati' })
  expect((await days())[0]?.created_date).toBe(addDays(today, -149))
  await moved(addDays(today, -200))
  expect(await days()).toHaveLength(1)
  await admin.patch('/api/users/me/', { user_timezone: 'UTC' })

  await admin.post(`${path}/archive/`)
  expect(await days()).toEqual([])
})

test('how many were completed in each week of a month, those of others and of other months apart', async () => {
  const team = await make.team()
  const { admin, member } = team
  for (const day of [1, 7, 8, 28]) await done(team, member, `${inLastMonth(day)}T12:00:00.000Z`)
  await done(team, admin, `${inLastMonth(15)}T12:00:00.000Z`)
  await done(team, member, `${inLastMonth(0)}T12:00:00.000Z`)
  const month = Number(inLastMonth(1).slice(5, 7))
  const weeks = (query: string) => member.get<Week[]>(at(team, `issues-completed-graph/${query}`))
  expect((await weeks(`?month=${month}`)).body).toEqual([
    { week: 1, completed_count: 2 },
    { week: 2, completed_count: 1 },
    { week: 4, completed_count: 1 },
  ])
  // Without one it is January, of the last year in which there was one.
  const january = (await weeks('?month=1')).body
  expect((await weeks('')).body).toEqual(january)
  for (const wrong of ['0', '13', 'May', '-1', '1.5', '1e9']) {
    const refused = await weeks(`?month=${wrong}`)
    expect([wrong, refused.status, refused.body]).toEqual([
      wrong,
      400,
      { month: ['Choose a month from 1 to 12.'] },
    ])
  }
})

test('what the caller has to do agrees with their lists, and what is late or to come is named', async () => {
  const team = await make.team()
  const { admin, member, path, workspace, project } = team
  const today = dayIn('UTC')
  const issue = async (name: string, fields: object) => {
    const { id } = await make.issue(admin, path, { name, assignee_ids: [member.id], ...fields })
    return { id, name }
  }
  const late = await issue('Late', { target_date: addDays(today, -9) })
  const later = await issue('Later', { target_date: addDays(today, -8) })
  await issue('Due', { target_date: today })
  const begins = await issue('Begins', { start_date: today })
  const next = await issue('Next', { start_date: addDays(today, 3), target_date: addDays(today, 30) })
  await issue('Over', { state_id: await groupOf(team, 'cancelled'), target_date: addDays(today, -9) })
  await issue('Of another', { assignee_ids: [admin.id], target_date: addDays(today, -9) })
  await done(team, member, `${inLastMonth(9)}T12:00:00.000Z`)
  const month = Number(inLastMonth(1).slice(5, 7))
  const dashboard = async (who: Person) =>
    (await who.get<OwnWork>(at(team, `dashboard/?month=${month}`))).body
  const named = (one: { id: string; name: string }) => ({
    ...one,
    workspace__slug: workspace.slug,
    project_id: project.id,
  })
  const backlog = 5
  expect(await dashboard(member)).toEqual({
    issue_activities: [],
    completed_issues: [{ week_in_month: 2, completed_count: 1 }],
    assigned_issues_count: 7,
    pending_issues_count: backlog,
    completed_issues_count: 1,
    issues_due_week_count: 1,
    state_distribution: [
      { state_group: 'backlog', state_count: backlog },
      { state_group: 'cancelled', state_count: 1 },
      { state_group: 'completed', state_count: 1 },
    ],
    overdue_issues: [
      { ...named(late), target_date: addDays(today, -9) },
      { ...named(later), target_date: addDays(today, -8) },
    ],
    upcoming_issues: [
      { ...named(begins), start_date: today },
      { ...named(next), start_date: addDays(today, 3) },
    ],
  })
  const acts = `/api/workspaces/${workspace.slug}/user-activity/${admin.id}/?per_page=1`
  const activity_count = (await admin.get<{ total_count: number }>(acts)).body.total_count
  expect((await dashboard(admin)).issue_activities).toEqual([{ created_date: today, activity_count }])
  expect((await dashboard(admin)).overdue_issues.map(({ name }) => name)).toEqual(['Of another'])
  const stranger = await make.person()
  for (const rest of ['activity-graph/', 'issues-completed-graph/', 'dashboard/'])
    expect((await stranger.get(at(team, rest))).status).toBe(404)
})

test('of what is late no more than a hundred are named', async () => {
  const team = await make.team()
  const { admin, project } = team
  const target_date = addDays(dayIn('UTC'), -9)
  const late = many(MOST_AHEAD + 1, () => ({ target_date, assignee_ids: [admin.id] }))
  await fill(server, admin, project, late)
  const { body } = await admin.get<OwnWork>(at(team, 'dashboard/'))
  expect([body.assigned_issues_count, body.overdue_issues.length]).toEqual([MOST_AHEAD + 1, MOST_AHEAD])
})
