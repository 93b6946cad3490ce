import { beforeAll, describe, expect, test } from 'vitest'
import { dayIn } from '../../api/contract/people/zones.ts'
import type { ChartOfIssues, DefaultAnalytics } from '../../api/contract/planning/analytics.ts'
import type { Person } from '../support/build.ts'
import { DENIED, type IssueTeam, issueTeam, NOT_FOUND, outcome } from '../support/issueTeam.ts'
import { sharedServer, type TestServer } from '../support/server.ts'

let server: TestServer
let team: IssueTeam

beforeAll(async () => {
  server = await sharedServer()
  team = await issueTeam(server)
})

const space = (of: IssueTeam = team) => `/api/workspaces/${of.workspace.slug}`
const chart = async (of: IssueTeam, query: string, by: Person = of.admin) =>
  (await by.get<ChartOfIssues>(`${space(of)}/analytics/?${query}`)).body

const AXES = [400, { error: 'x-axis and y-axis dimensions are required and the values should be valid' }]
const SEGMENT = [400, { error: 'Both segment and x axis cannot be same and segment should be valid' }]

describe('a chart of issues', () => {
  test('counts by one field or two, and tells the rows that its keys name', async () => {
    const own = await issueTeam(server)
    const { admin, member } = own
    await own.issue({ priority: 'high', assignee_ids: [admin.id, member.id] })
    await own.issue({ priority: 'high', assignee_ids: [admin.id] })
    await own.issue({ priority: 'low' })
    expect(await chart(own, 'x_axis=priority&y_axis=issue_count')).toEqual({
      total: 3,
      distribution: { low: [{ dimension: 'low', count: 1 }], high: [{ dimension: 'high', count: 2 }] },
      extras: {
        state_details: {},
        assignee_details: {},
        label_details: {},
        cycle_details: {},
        module_details: {},
      },
    })
    const divided = await chart(own, 'x_axis=priority&segment=assignees__id&y_axis=issue_count')
    expect(Object.keys(divided.distribution)).toEqual(['low', 'high'])
    expect(divided.distribution.low).toEqual([{ dimension: 'low', segment: null, count: 1 }])
    expect(new Map(divided.distribution.high!.map(one => [one.segment, one.count]))).toEqual(
      new Map([
        [admin.id, 2],
        [member.id, 1],
      ]),
    )
    expect(divided.extras.assignee_details).toContainEqual({
      assignees__id: member.id,
      assignees__display_name: expect.any(String),
      assignees__first_name: expect.any(String),
      assignees__last_name: expect.any(String),
      assignees__avatar_url: null,
    })
    // Unassigned issues count in the total alone.
    const byPerson = await chart(own, 'x_axis=assignees__id&y_axis=issue_count')
    expect([byPerson.total, Object.keys(byPerson.distribution).sort()]).toEqual([
      3,
      [admin.id, member.id].sort(),
    ])
  })

  test('sums estimates, whichever of their two names the axis is given', async () => {
    const own = await issueTeam(server)
    const [one, two, three] = await own.points()
    for (const estimate_point of [one, two, two, three])
      await own.issue({ estimate_point: estimate_point!.id })
    await own.issue()
    for (const x of ['estimate_point', 'estimate_point__value'])
      expect((await chart(own, `x_axis=${x}&y_axis=estimate`)).distribution).toEqual({
        1: [{ dimension: '1', estimate: 1 }],
        2: [{ dimension: '2', estimate: 4 }],
        3: [{ dimension: '3', estimate: 3 }],
      })
    expect((await chart(own, 'x_axis=priority&y_axis=estimate')).distribution).toEqual({
      none: [{ dimension: 'none', estimate: 8 }],
    })
  })

  test('tells days by month, in the caller’s zone, one after another', async () => {
    const own = await issueTeam(server)
    for (const target_date of ['2026-10-02', '2026-09-30', '2025-12-01', null])
      await own.issue({ target_date })
    const { distribution } = await chart(own, 'x_axis=target_date&y_axis=issue_count')
    expect(Object.keys(distribution)).toEqual(['2025-12', '2026-09', '2026-10'])
    const { id } = await own.issue()
    await server.db('issues').update({ created_at: '2026-03-31T23:00:00Z' }).where({ id })
    await server
      .db('issues')
      .update({ created_at: '2026-01-05T12:00:00Z' })
      .whereNot({ id })
      .where('project_id', own.project.id)
    await own.member.patch('/api/users/me/', { user_timezone: 'Pacific/Kiritimati' })
    const months = async (by: Person) =>
      Object.keys((await chart(own, 'x_axis=created_at&y_axis=issue_count', by)).distribution)
    expect([await months(own.admin), await months(own.member)]).toEqual([
      ['2026-01', '2026-03'],
      ['2026-01', '2026-04'],
    ])
  })

  test('takes the filters of a list, and refuses axes that there are not', async () => {
    const label = await team.label()
    await team.issue({ label_ids: [label], priority: 'urgent' })
    const labelled = await chart(team, `x_axis=priority&y_axis=issue_count&labels=${label}`)
    expect(labelled.distribution).toEqual({ urgent: [{ dimension: 'urgent', count: 1 }] })
    const refused = async (query: string) => outcome(await team.admin.get(`${space()}/analytics/?${query}`))
    expect(await refused('')).toEqual(AXES)
    expect(await refused('x_axis=priority')).toEqual(AXES)
    expect(await refused('x_axis=colour&y_axis=issue_count')).toEqual(AXES)
    expect(await refused('x_axis=priority&y_axis=weight')).toEqual(AXES)
    expect(await refused('x_axis=priority&y_axis=issue_count&segment=priority')).toEqual(SEGMENT)
    expect(await refused('x_axis=priority&y_axis=issue_count&segment=colour')).toEqual(SEGMENT)
    expect(await refused('x_axis=estimate_point&y_axis=issue_count&segment=estimate_point__value')).toEqual(
      SEGMENT,
    )
    expect((await refused('x_axis=priority&y_axis=issue_count&target_date=soon'))[0]).toBe(400)
  })
})

test('the first figures of other clients count only issues that the caller sees', async () => {
  const own = await issueTeam(server)
  const { admin, member } = own
  const [one, , three] = await own.points()
  await own.issue({ assignee_ids: [member.id], estimate_point: three!.id })
  await own.issue({ state_id: own.state('started'), estimate_point: one!.id })
  await own.issue({ state_id: own.state('completed'), assignee_ids: [admin.id], estimate_point: one!.id })
  const secret = await own.make.project(admin, own.workspace.slug, { network: 0 })
  await own.make.issue(admin, secret.path)
  const { body } = await member.get<DefaultAnalytics>(`${space(own)}/default-analytics/`)
  const backlog = { state_group: 'backlog', state_count: 1 }
  const started = { state_group: 'started', state_count: 1 }
  expect(body).toMatchObject({
    total_issues: 3,
    total_issues_classified: [backlog, started, { state_group: 'completed', state_count: 1 }],
    open_issues: 2,
    open_issues_classified: [backlog, started],
    issue_completed_month_wise: [{ month: Number(dayIn('UTC').slice(5, 7)), count: 1 }],
    most_issue_created_user: [{ created_by__id: admin.id, count: 3 }],
    most_issue_closed_user: [{ assignees__id: admin.id, count: 1 }],
    open_estimate_sum: 4,
    total_estimate_sum: 5,
  })
  expect(body.pending_issue_user.map(row => [row.assignees__id, row.count])).toEqual([
    [member.id, 1],
    [null, 1],
  ])
  const filtered = await member.get<DefaultAnalytics>(`${space(own)}/default-analytics/?priority=urgent`)
  expect(filtered.body).toMatchObject({ total_issues: 0, open_estimate_sum: null, total_estimate_sum: null })
})

test('guests see no analytics, and strangers no workspace; a token sees those of its own', async () => {
  const stranger = await team.make.person()
  const other = await issueTeam(server)
  const token = await team.make.token(team.admin, team.workspace.slug)
  const kept = await team.made<{ id: string }>(`${space()}/analytic-view/`, { name: 'Kept' })
  const reads = [
    'analytics/?x_axis=priority&y_axis=issue_count',
    'default-analytics/',
    'analytic-view/',
    `analytic-view/${kept.id}/`,
    'analytics/chart/?x_axis=priority',
    'analytics/chart/export/?x_axis=priority',
    'analytics/scope/',
    'analytics/scope/export/',
    'analytics/times/',
    'analytics/under-way/',
    'analytics/cumulative/',
    'analytics/flow/export/',
  ]
  for (const path of reads) {
    // A row that a guest does not see is not there for them.
    const forGuest = path === `analytic-view/${kept.id}/` ? NOT_FOUND : DENIED
    expect(outcome(await team.guest.get(`${space()}/${path}`)), path).toEqual(forGuest)
    expect(outcome(await stranger.get(`${space()}/${path}`)), path).toEqual(NOT_FOUND)
    expect((await token.visitor.get(`${space()}/${path}`)).status, path).toBe(200)
    expect((await token.visitor.get(`${space(other)}/${path}`)).status, path).toBe(404)
  }
  const body = { x_axis: 'priority', y_axis: 'issue_count' }
  expect(outcome(await team.guest.post(`${space()}/export-analytics/`, body))).toEqual(DENIED)
  expect(outcome(await stranger.post(`${space()}/export-analytics/`, body))).toEqual(NOT_FOUND)
})

describe('a kept chart', () => {
  const dict = { x_axis: 'priority', y_axis: 'issue_count', priority: ['high', 'low'] }

  test('is made, changed, deleted and brought back, and reaches everybody', async () => {
    const { admin, member } = team
    const at = `${space()}/analytic-view/`
    const made = await admin.post<{ id: string }>(at, { name: ' By person ', query_dict: dict, colour: 1 })
    expect([made.status, made.headers.get('x-ignored-fields')]).toEqual([201, 'colour'])
    expect(made.body).toMatchObject({
      name: 'By person',
      description: '',
      query: { priority: 'high,low' },
      query_dict: dict,
      workspace: team.workspace.id,
      created_by: admin.id,
    })
    const one = `${at}${made.body.id}/`
    const held = await member.get<{ rows: Record<string, { id: string }[]> }>(`${space()}/bootstrap/`)
    expect(JSON.stringify(held.body)).toContain(made.body.id)
    expect(JSON.stringify((await team.guest.get(`${space()}/bootstrap/`)).body)).not.toContain(made.body.id)
    const changed = await member.patch<object>(one, {
      name: 'By label',
      query_dict: { x_axis: 'labels__id' },
    })
    expect(changed.body).toMatchObject({ name: 'By label', query: {}, query_dict: { x_axis: 'labels__id' } })
    expect((await member.get<{ id: string }[]>(at)).body.map(({ id }) => id)).toContain(made.body.id)
    expect((await member.delete(one)).status).toBe(204)
    expect((await admin.get(one)).status).toBe(404)
    expect((await member.post(`${one}restore/`)).status).toBe(204)
    expect((await admin.get(one)).status).toBe(200)
    expect((await admin.post(`${one}restore/`)).status).toBe(404)
  })

  test('counts anew what it keeps; a segment that is asked for takes the place of its own', async () => {
    const own = await issueTeam(server)
    for (const priority of ['high', 'high', 'urgent']) await own.issue({ priority })
    const kept = await own.made<{ id: string }>(`${space(own)}/analytic-view/`, {
      name: 'P',
      query_dict: dict,
    })
    const counted = async (id: string, query = '') =>
      outcome(await own.member.get(`${space(own)}/saved-analytic-view/${id}/${query}`))
    expect(await counted(kept.id)).toEqual([
      200,
      { total: 2, distribution: { high: [{ dimension: 'high', count: 2 }] } },
    ])
    expect(await counted(kept.id, '?segment=state__group')).toEqual([
      200,
      { total: 2, distribution: { high: [{ dimension: 'high', segment: 'backlog', count: 2 }] } },
    ])
    expect(await counted(kept.id, '?segment=priority')).toEqual(SEGMENT)
    const bare = await own.made<{ id: string }>(`${space(own)}/analytic-view/`, { name: 'P' })
    expect(await counted(bare.id)).toEqual([400, { error: 'x-axis and y-axis dimensions are required' }])
    const other = await issueTeam(server)
    expect(outcome(await other.admin.get(`${space(other)}/saved-analytic-view/${kept.id}/`))).toEqual(
      NOT_FOUND,
    )
    expect(outcome(await own.guest.get(`${space(own)}/saved-analytic-view/${kept.id}/`))).toEqual(NOT_FOUND)
  })

  test('has a name, and no more than every browser of the workspace can hold', async () => {
    const own = await issueTeam(server)
    const at = `${space(own)}/analytic-view/`
    const refused = async (body: object) => outcome(await own.admin.post(at, body))
    expect(await refused({})).toEqual([400, { name: ['This field is required.'] }])
    expect(await refused({ name: ' ' })).toEqual([400, { name: ['This field may not be blank.'] }])
    expect((await refused({ name: 'x'.repeat(256) }))[0]).toBe(400)
    expect((await refused({ name: 'x', description: 'x'.repeat(2001) }))[0]).toBe(400)
    expect(await refused({ name: 'x', query_dict: { x: 'x'.repeat(6000) } })).toEqual([
      400,
      { query_dict: ['Ensure this field has no more than 6000 characters.'] },
    ])
    expect(await refused({ name: 'x', query_dict: { target_date: ['soon'] } })).toEqual([
      400,
      { query_dict: ['"soon" is not a valid value of target_date.'] },
    ])
    const row = { workspace: own.workspace.id, name: 'x' }
    await server
      .db('analytic_views')
      .insert(Array.from({ length: 200 }, () => ({ id: own.make.id(), ...row })))
    expect((await refused({ name: 'x' }))[0]).toBe(400)
  })
})
