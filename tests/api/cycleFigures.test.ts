import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { z } from 'zod'
import { addDays, dayIn } from '../../api/contract/people/zones.ts'
import { CycleDetail } from '../../api/contract/planning/cycles.ts'
import type { Progress } from '../../api/contract/planning/progress.ts'
import { DENIED, type IssueTeam, issueTeam, outcome } from '../support/issueTeam.ts'
import { follower, until } from '../support/live.ts'
import { sharedServer, type TestServer } from '../support/server.ts'

let server: TestServer
let team: IssueTeam

beforeAll(async () => {
  server = await sharedServer()
  team = await issueTeam(server)
})

const NO_CYCLE = [404, { error: 'Cycle not found' }]
const today = dayIn('UTC')
const at = (id: string, rest = '') => `${team.path}/cycles/${id}/${rest}`

describe('the figures of a cycle', () => {
  test('is told by group, person and label, in issues and in points, to guests as to everyone', async () => {
    const project = await team.make.project(team.admin, team.workspace.slug)
    await team.make.joinProject(team.admin, project.path, team.guest, 5)
    const made = <T = { id: string }>(to: string, body: object) =>
      team.made<T>(`${project.path}/${to}/`, body)
    const estimate = await made<{ id: string; points: { id: string }[] }>('estimates', {
      estimate: { type: 'points', last_used: true },
      estimate_points: ['1', '5'].map((value, key) => ({ key: key + 1, value })),
    })
    await team.admin.patch(`${project.path}/`, { estimate: estimate.id })
    const states = (await team.admin.get<{ id: string; group: string }[]>(`${project.path}/states/`)).body
    const done = states.find(({ group }) => group === 'completed')!.id
    const label = (await made('issue-labels', { name: 'Reef', color: '#112233' })).id
    const dates = { start_date: addDays(today, -1), end_date: addDays(today, 1) }
    const cycle = (await made('cycles', { name: 'Spring', ...dates })).id
    const [small, large] = estimate.points.map(({ id }) => id)
    const mine = { assignee_ids: [team.admin.id], label_ids: [label], estimate_point: large }
    const issues = [
      await made('issues', { name: 'Buoy', ...mine }),
      await made('issues', { name: 'Sill', ...mine, estimate_point: small, state_id: done }),
      await made('issues', { name: 'Berth' }),
    ].map(({ id }) => id)
    await team.admin.post(`${project.path}/cycles/${cycle}/cycle-issues/`, { issues })
    const get = (rest: string) =>
      team.guest.get<Record<string, unknown>>(`${project.path}/cycles/${cycle}/${rest}`)
    const totals = {
      total_issues: 3,
      backlog_issues: 2,
      completed_issues: 1,
      total_estimate_points: 6,
      completed_estimate_points: 1,
      backlog_estimate_points: 5,
    }
    expect((await get('progress/')).body).toMatchObject(totals)
    const people = [
      { assignee_id: team.admin.id, total_issues: 2, completed_issues: 1, pending_issues: 1 },
      { assignee_id: null, display_name: null, total_issues: 1, completed_issues: 0, pending_issues: 1 },
    ]
    const labels = [
      { label_id: label, label_name: 'Reef', color: '#112233', total_issues: 2 },
      { label_id: null, label_name: null, color: null, total_issues: 1 },
    ]
    const chart = { [addDays(today, -1)]: 0, [today]: 2, [addDays(today, 1)]: null }
    const inIssues = { assignees: people, labels, completion_chart: chart }
    expect((await get('analytics/')).body).toMatchObject(inIssues)
    const points = (await get('analytics/?type=points')).body
    expect(points).toMatchObject({
      assignees: [
        { assignee_id: team.admin.id, total_estimates: 6, completed_estimates: 1, pending_estimates: 5 },
        { assignee_id: null, total_estimates: null, completed_estimates: null, pending_estimates: null },
      ],
      labels: [{ label_id: label, total_estimates: 6 }, { label_id: null }],
      completion_chart: { ...chart, [today]: 5 },
    })
    const detail = (await get('')).body
    expect(CycleDetail.strict().parse(detail)).toEqual(detail)
    expect(detail).toMatchObject({ ...totals, distribution: inIssues, assignee_ids: [team.admin.id] })
    expect((await get('cycle-progress/')).body).toMatchObject({
      ...totals,
      distribution: inIssues,
      estimate_distribution: { labels: points.labels },
    })
    // The list itself shows a guest their own issues alone.
    expect((await get('cycle-issues/')).body.total_count).toBe(0)
    // A removed value counts no more.
    await team.admin.patch(`${project.path}/issues/${issues[0]}/`, { label_ids: [], assignee_ids: [] })
    expect((await get('analytics/')).body).toMatchObject({
      labels: [
        { label_id: label, total_issues: 1 },
        { label_id: null, total_issues: 2 },
      ],
    })
    await team.admin.patch(`${project.path}/`, { estimate: null })
    expect((await get('analytics/?type=points')).body).toMatchObject({
      assignees: [],
      labels: [],
      completion_chart: {},
    })
    expect((await get('')).body.estimate_distribution).toEqual({})
  })

  test('of a draft tell no shares in the answer of both', async () => {
    const id = await team.cycle()
    await team.admin.post(at(id, 'cycle-issues/'), { issues: [(await team.issue()).id] })
    const { body } = await team.admin.get(at(id, 'cycle-progress/'))
    expect([body.total_issues, body.distribution, body.estimate_distribution]).toEqual([1, {}, {}])
  })

  test('list people by the name that is shown, whatever its case and marks', async () => {
    const names = ['élan', 'Zoe', '_eda', '9adam']
    const people: string[] = []
    for (const display_name of names) {
      const who = await team.make.person()
      await team.make.joinWorkspace(team.admin, team.workspace.slug, who, 15)
      await team.make.joinProject(team.admin, team.path, who, 15)
      await who.patch('/api/users/me/', { display_name, first_name: names[3 - people.length] })
      people.push(who.id)
    }
    const id = await team.cycle()
    const issue = await team.issue({ assignee_ids: people })
    await team.admin.post(at(id, 'cycle-issues/'), { issues: [issue.id] })
    const { body } = await team.admin.get<z.infer<typeof CycleDetail>>(at(id))
    expect(body.distribution.assignees.map(row => row.display_name)).toEqual(['9adam', '_eda', 'élan', 'Zoe'])
  })

  test('of an unknown cycle nothing is told', async () => {
    for (const rest of ['', 'progress/', 'analytics/', 'cycle-progress/', 'cycle-issues/'])
      expect(outcome(await team.admin.get(at(team.make.id(), rest)))).toEqual(NO_CYCLE)
  })

  test('cycles under way in all of one’s projects come page by page, with their project', async () => {
    const theirs = await issueTeam(server)
    const projects = [
      await team.make.project(theirs.admin, theirs.workspace.slug),
      await team.make.project(theirs.admin, theirs.workspace.slug),
    ]
    for (const [n, { path }] of projects.entries()) {
      await theirs.made(`${path}/cycles/`, {
        name: 'Now',
        start_date: today,
        end_date: addDays(today, 2 - n),
      })
      await theirs.made(`${path}/cycles/`, {
        name: 'Later',
        start_date: addDays(today, 9),
        end_date: addDays(today, 9),
      })
    }
    const space = `/api/workspaces/${theirs.workspace.slug}`
    type Page = { results: { name: string; project_detail: { id: string } }[]; total_count: number }
    const page = async (cursor: string) =>
      (await theirs.admin.get<Page>(`${space}/active-cycles/?per_page=1&cursor=${cursor}`)).body
    const [first, second] = [await page('1:0:0'), await page('1:1:0')]
    expect(first).toMatchObject({ total_count: 2, next_page_results: true, results: [{ name: 'Now' }] })
    expect([first, second].map(({ results }) => results[0]!.project_detail.id)).toEqual(
      projects.map(({ id }) => id).toReversed(),
    )
    expect((await theirs.member.get<Page>(`${space}/active-cycles/`)).body.results).toEqual([])
    expect(outcome(await theirs.guest.get(`${space}/active-cycles/`))).toEqual(DENIED)
  })
})

test('live, a cycle’s figures come to its readers, guests too, and those of the archive to members alone', async () => {
  const watch = async (by: typeof team.admin) => {
    const seen = follower(server.origin, by, team.workspace.slug)
    await seen.start()
    onTestFinished(seen.stop)
    return (id: string) => seen.rows.get(`cycle_progress/${id}`) as Progress | undefined
  }
  const [ofMember, ofGuest] = [await watch(team.member), await watch(team.guest)]
  const id = await team.cycle()
  const issue = await team.issue({ assignee_ids: [team.member.id] })
  await team.admin.post(at(id, 'cycle-issues/'), { issues: [issue.id] })
  await until(() => ofGuest(id)?.backlog_issues === 1 && ofMember(id)?.assignee_ids[0] === team.member.id)
  await team.admin.patch(team.at(issue.id), { state_id: team.state('completed') })
  await until(() => ofGuest(id)?.completed_issues === 1 && ofGuest(id)?.backlog_issues === 0)
  await team.admin.patch(at(id), { start_date: '1980-01-01', end_date: '1980-01-02' })
  await team.admin.post(at(id, 'archive/'))
  await until(() => ofGuest(id) === undefined && ofMember(id)?.archived_at !== null)
  await team.admin.delete(at(id, 'archive/'))
  await until(() => ofGuest(id)?.completed_issues === 1)
  await team.admin.delete(at(id))
  await until(() => ofGuest(id) === undefined && ofMember(id) === undefined)
})
