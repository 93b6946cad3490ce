import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { addDays, dayIn } from '../../api/contract/people/zones.ts'
import type { UserProjects, UserStats } from '../../api/contract/work/userWork.ts'
import { build, type Person } from '../support/build.ts'
import { NOT_FOUND, outcome } from '../support/issueTeam.ts'
import { sharedServer, type TestServer } from '../support/server.ts'

type Stats = ReturnType<(typeof UserStats)['parse']>
type State = { id: string; group: string }

let server: TestServer
let make: ReturnType<typeof build>
let team: Awaited<ReturnType<ReturnType<typeof build>['team']>>

beforeAll(async () => {
  server = await sharedServer()
  make = build(server)
  team = await make.team()
})

const space = () => `/api/workspaces/${team.workspace.slug}`
const stats = async (who: Person, of: Person, query = '') =>
  (await who.get<Stats>(`${space()}/user-stats/${of.id}/${query}`)).body
const projects = (who: Person, of: Person) => who.get<UserProjects>(`${space()}/user-profile/${of.id}/`)
const total = async (who: Person, query: string) =>
  (await who.get<{ total_count: number }>(`${space()}/issues/?per_page=1&${query}`)).body.total_count
const statesOf = async (path: string) => (await team.admin.get<State[]>(`${path}/states/`)).body

describe('somebody’s work', () => {
  test('says who they are; their address is kept from guests', async () => {
    const { body } = await projects(team.admin, team.member)
    expect(body.user_data).toMatchObject({ email: team.member.email, user_timezone: 'UTC' })
    expect(body.project_data.map(one => one.id)).toEqual([team.project.id])
    const byGuest = (await projects(team.guest, team.member)).body
    expect(byGuest.user_data.email).toBeNull()
    expect(byGuest.project_data).toEqual([])
  })

  test('is not there of people who never were in the workspace, nor for them', async () => {
    const stranger = await make.person()
    for (const at of ['user-stats', 'user-profile', 'user-activity']) {
      const path = `${space()}/${at}/${stranger.id}/${at === 'user-activity' ? 'days/?from=2026-01-01&to=2026-01-02' : ''}`
      expect(outcome(await team.admin.get(path)), at).toEqual(NOT_FOUND)
      expect((await stranger.get(path.replace(stranger.id, team.admin.id))).status).toBe(404)
    }
    const file = `${space()}/user-activity/${stranger.id}/export/`
    expect((await team.admin.post(file, { date: '2026-01-01' })).status).toBe(404)
    expect((await team.admin.get(`${space()}/user-stats/nobody/`)).status).toBe(404)
  })

  test('is still told of former members', async () => {
    const leaver = await make.person()
    await make.joinWorkspace(team.admin, team.workspace.slug, leaver, 15)
    await leaver.post(`${space()}/members/leave/`)
    expect((await projects(team.admin, leaver)).status).toBe(200)
  })

  test('takes the filters of a list, and counts what somebody follows with them', async () => {
    const { admin, path } = team
    const label = (await admin.post<{ id: string }>(`${path}/issue-labels/`, { name: 'Quay' })).body.id
    const mine = { assignee_ids: [team.member.id] }
    await make.issue(admin, path, { ...mine, label_ids: [label], priority: 'high' })
    await make.issue(admin, path, { ...mine, priority: 'low' })
    const all = await stats(admin, team.member)
    expect([all.assigned_issues, all.priority_distribution.map(one => one.priority)]).toEqual([
      2,
      ['high', 'low'],
    ])
    const labelled = await stats(admin, admin, `?labels=${label}`)
    expect([labelled.created_issues, labelled.subscribed_issues, labelled.assigned_issues]).toEqual([1, 1, 0])
    const wrong = await admin.get(`${space()}/user-stats/${admin.id}/?target_date=soon`)
    expect(wrong.status).toBe(400)
  })

  test('names each cycle under way or to come once, and none of a project that the reader is not in', async () => {
    const secret = await make.project(team.admin, team.workspace.slug, { network: 0 })
    const today = dayIn('UTC')
    for (const [path, name] of [
      [team.path, 'Spring'],
      [secret.path, 'Hidden'],
    ] as const) {
      const cycle = async (from: number, name: string) => {
        const days = { start_date: addDays(today, from), end_date: addDays(today, from + 5) }
        const { id } = (await team.admin.post<{ id: string }>(`${path}/cycles/`, { name, ...days })).body
        const issues: string[] = []
        for (let n = 0; n < 2; n++)
          issues.push((await make.issue(team.admin, path, { assignee_ids: [team.admin.id] })).id)
        await team.admin.post(`${path}/cycles/${id}/cycle-issues/`, { issues })
      }
      await cycle(-1, name)
      await cycle(10, `${name} next`)
    }
    const named = (rows: Stats['present_cycles']) => rows.map(row => row.cycle__name).sort()
    const seen = await stats(team.member, team.admin)
    expect([named(seen.present_cycles), named(seen.upcoming_cycles)]).toEqual([['Spring'], ['Spring next']])
    expect(named((await stats(team.admin, team.admin)).present_cycles)).toEqual(['Hidden', 'Spring'])
  })
})

describe('activity', () => {
  test('by day equals its own list, in the reader’s zone', async () => {
    const { admin, member, path } = await make.team()
    const [, , , slug] = path.split('/')
    const issue = await make.issue(admin, path, { assignee_ids: [admin.id] })
    await admin.patch(`${path}/issues/${issue.id}/`, { name: 'Sill' })
    const states = (await admin.get<State[]>(`${path}/states/`)).body
    const done = states.find(state => state.group === 'completed')!.id
    await admin.patch(`${path}/issues/${issue.id}/`, { state_id: done })
    // An hour before midnight in Greenwich it is the next day in Kiritimati.
    const late = '2026-03-01T23:00:00.000Z'
    await server.db('issue_activities').where('actor', admin.id).update({ created_at: late })
    await server.db('issues').where('id', issue.id).update({ completed_at: late })
    const at = `/api/workspaces/${slug}/user-activity/${admin.id}`
    const list = await member.get<{ total_count: number }>(`${at}/`)
    const days = (query: string) => member.get(`${at}/days/?${query}`)
    const changes = list.body.total_count
    expect((await days('from=2026-03-01&to=2026-03-02')).body).toEqual([
      { date: '2026-03-01', changes, completed: 1 },
    ])
    await member.patch('/api/users/me/', { user_timezone: 'Pacific/Kiritimati' })
    expect((await days('from=2026-03-01&to=2026-03-02')).body).toEqual([
      { date: '2026-03-02', changes, completed: 1 },
    ])
    expect((await days('from=2026-03-03&to=2026-03-04')).body).toEqual([])
    expect((await days('from=2025-01-01&to=2026-03-04')).status).toBe(400)
    expect((await days('from=soon&to=2026-03-04')).status).toBe(400)
  })

  test('of a day is a file that no spreadsheet runs, without what its reader may not see', async () => {
    const { admin, member, guest, path, project } = await make.team()
    const [, , , slug] = path.split('/')
    const secret = await make.project(admin, slug!, { network: 0 })
    await make.issue(admin, secret.path)
    const issue = await make.issue(admin, path)
    await admin.patch(`${path}/issues/${issue.id}/`, { name: '=HYPERLINK("http://x")' })
    const at = `/api/workspaces/${slug}/user-activity/${admin.id}/export/`
    const today = dayIn('UTC')
    const reply = await member.post<string>(at, { date: today })
    expect(reply.headers.get('content-type')).toContain('text/csv')
    expect(reply.headers.get('content-disposition')).toBe(
      'attachment; filename="workspace-user-activity.csv"',
    )
    const lines = String(reply.body).replace('\uFEFF', '').trim().split('\r\n')
    expect(lines[0]).toBe(
      'Actor name,Issue ID,Project,Created at,Updated at,Action,Field,Old value,New value',
    )
    expect(lines).toHaveLength(3)
    expect(lines.every(line => !line.includes(secret.identifier))).toBe(true)
    expect(lines[2]).toContain(`${project.identifier}-1`)
    expect(lines[2]).toContain(`"'=HYPERLINK(""http://x"")"`)
    expect(outcome(await member.post(at, {}))).toEqual([400, { error: 'Date is required' }])
    expect((await member.post(at, { date: 'yesterday' })).status).toBe(400)
    expect((await guest.post(at, { date: today })).status).toBe(403)
  })
})

test('every sum of a home and of somebody’s work equals its list, for every reader', async () => {
  const secret = await make.project(team.admin, team.workspace.slug, { network: 0 })
  const open = await make.project(team.admin, team.workspace.slug)
  await make.joinProject(team.admin, open.path, team.guest, 5)
  await make.joinProject(team.admin, open.path, team.member, 15)
  await team.admin.patch(`${open.path}/`, { guest_view_all_features: true })
  const places = [team.path, secret.path, open.path]
  const states = new Map<string, State[]>()
  for (const path of places) states.set(path, await statesOf(path))
  const today = dayIn('UTC')
  const people = [team.admin, team.member, team.guest]
  const drawn = fc.record({
    place: fc.nat(2),
    state: fc.nat(4),
    priority: fc.constantFrom('none', 'low', 'medium', 'high', 'urgent'),
    assignees: fc.subarray([0, 1]),
    by: fc.nat(2),
    due: fc.option(fc.integer({ min: -3, max: 3 })),
  })
  const issues = fc.sample(drawn, { numRuns: 60, seed: 7 })
  for (const one of issues) {
    const path = places[one.place]!
    const ofPlace = states.get(path)!
    const { id } = await make.issue(team.admin, path, {
      state_id: ofPlace[one.state % ofPlace.length]!.id,
      priority: one.priority,
      assignee_ids: path === secret.path ? [team.admin.id] : one.assignees.map(at => people[at]!.id),
      target_date: one.due === null ? null : addDays(today, one.due),
    })
    await server.db('issues').where({ id }).update({ created_by: people[one.by]!.id })
  }
  const counts = new Set<number>()
  for (const viewer of people) {
    const ws = space()
    const home = (await viewer.get<{ dashboard: { id: string } }>(`${ws}/dashboard/?dashboard_type=home`))
      .body.dashboard.id
    const ask = async <T>(query: string) => (await viewer.get<T>(`${ws}/dashboard/${home}/?${query}`)).body
    const mine = `assignees=${viewer.id}`
    const OPEN = 'state_group=backlog,unstarted,started'
    const overdue = `target_date=${addDays(today, -1)};before`
    expect(await ask('')).toEqual({
      assigned_issues_count: await total(viewer, mine),
      pending_issues_count: await total(viewer, `${mine}&${OPEN}&${overdue}`),
      completed_issues_count: await total(viewer, `${mine}&state_group=completed`),
      created_issues_count: await total(viewer, `created_by=${viewer.id}`),
    })
    for (const span of ['', `target_date=${today};after,${addDays(today, 2)};before`]) {
      for (const { state, count } of await ask<{ state: string; count: number }[]>(
        `widget_key=issues_by_state_groups&${span}`,
      ))
        expect(count, state).toBe(await total(viewer, `${mine}&state_group=${state}&${span}`))
      for (const { priority, count } of await ask<{ priority: string; count: number }[]>(
        `widget_key=issues_by_priority&${span}`,
      ))
        expect(count, priority).toBe(await total(viewer, `${mine}&priority=${priority}&${span}`))
    }
    for (const row of await ask<{ user_id: string; active_issue_count: number }[]>(
      'widget_key=recent_collaborators',
    ))
      expect(row.active_issue_count).toBe(
        await total(viewer, `assignees=${row.user_id}&state_group=unstarted,started`),
      )
    for (const person of people) {
      const of = await stats(viewer, person)
      const theirs = `assignees=${person.id}`
      counts.add(of.assigned_issues)
      expect([of.created_issues, of.assigned_issues, of.subscribed_issues]).toEqual([
        await total(viewer, `created_by=${person.id}`),
        await total(viewer, theirs),
        await total(viewer, `subscriber=${person.id}`),
      ])
      expect([of.completed_issues, of.pending_issues]).toEqual([
        await total(viewer, `${theirs}&state_group=completed`),
        await total(viewer, `${theirs}&${OPEN}`),
      ])
      const sum = (rows: { n: number }[]) => rows.reduce((all, row) => all + row.n, 0)
      expect(sum(of.state_distribution.map(row => ({ n: row.state_count })))).toBe(of.assigned_issues)
      expect(sum(of.priority_distribution.map(row => ({ n: row.priority_count })))).toBe(of.assigned_issues)
      const { project_data } = (await projects(viewer, person)).body
      if (viewer !== team.guest)
        expect(sum(project_data.map(row => ({ n: row.assigned_issues })))).toBe(of.assigned_issues)
      for (const row of project_data) {
        const here = `project=${row.id}`
        expect(row).toMatchObject({
          created_issues: await total(viewer, `${here}&created_by=${person.id}`),
          assigned_issues: await total(viewer, `${here}&${theirs}`),
          completed_issues: await total(viewer, `${here}&${theirs}&state_group=completed`),
          pending_issues: await total(viewer, `${here}&${theirs}&${OPEN}`),
        })
      }
      // Of the project that only the admin is in, nothing shows in anybody else's sums.
      if (viewer !== team.admin) expect(project_data.some(row => row.id === secret.id)).toBe(false)
    }
  }
  expect(counts.size).toBeGreaterThan(3)
}, 60_000)
