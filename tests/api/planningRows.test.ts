import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { CycleAnswer, CycleDetail } from '../../api/contract/planning/cycles.ts'
import { ModuleAnswer, ModuleDetail } from '../../api/contract/planning/modules.ts'
import { type IssueTeam, issueTeam, NOT_FOUND, noPk, outcome } from '../support/issueTeam.ts'
import { follower, until } from '../support/live.ts'
import { sharedServer, type TestServer } from '../support/server.ts'

let server: TestServer
let team: IssueTeam

beforeAll(async () => {
  server = await sharedServer()
  team = await issueTeam(server)
})

type Row = Record<string, unknown> & { id: string }
const space = () => `/api/workspaces/${team.workspace.slug}`
const ids = async (path: string, by = team.admin) => (await by.get<Row[]>(path)).body.map(row => row.id)

test('cycles, modules and estimates of all projects are those of open projects that one has joined', async () => {
  const mine = await team.make.project(team.admin, team.workspace.slug)
  const made = async (to: string, body: object) => (await team.made(`${mine.path}/${to}/`, body)).id
  const cycle = await made('cycles', { name: 'Spring' })
  const module = await made('modules', { name: 'Quay', member_ids: [team.admin.id] })
  const scale = () =>
    made('estimates', {
      estimate: {},
      estimate_points: ['S', 'L'].map((value, key) => ({ key: key + 1, value })),
    })
  const [unused, used] = [await scale(), await scale()]
  await team.admin.patch(`${mine.path}/`, { estimate: used })
  const told = async (by = team.admin) =>
    Promise.all(['cycles', 'modules', 'estimates'].map(kind => ids(`${space()}/${kind}/`, by)))
  const [cycles, modules, estimates] = await told()
  expect([cycles, modules, estimates]).toEqual([
    expect.arrayContaining([cycle]),
    expect.arrayContaining([module]),
    expect.arrayContaining([used]),
  ])
  expect(estimates).not.toContain(unused)
  const { body } = await team.admin.get<Row[]>(`${space()}/modules/`)
  expect(body.find(row => row.id === module)).toMatchObject({ member_ids: [team.admin.id], total_issues: 0 })
  for (const by of [team.member, team.guest])
    for (const kind of await told(by)) for (const id of [cycle, module, used]) expect(kind).not.toContain(id)
  await team.admin.post(`${mine.path}/archive/`)
  for (const kind of await told()) for (const id of [cycle, module, used]) expect(kind).not.toContain(id)
})

test('a row has every column wherever it is, in the archive too', async () => {
  const cycle = await team.cycle()
  await team.admin.patch(`${team.path}/cycles/${cycle}/`, {
    start_date: '1990-01-01',
    end_date: '1990-01-02',
  })
  const module = await team.module({ status: 'completed' })
  const whole = async (path: string, of: z.ZodObject, list = false) => {
    const { body } = await team.admin.get(path)
    expect((list ? z.array(of.strict()) : of.strict()).parse(body)).toEqual(body)
  }
  for (const place of [`${team.path}/`, `${space()}/`]) {
    await whole(`${place}cycles/`, CycleAnswer, true)
    await whole(`${place}modules/`, ModuleAnswer, true)
  }
  await whole(`${team.path}/cycles/${cycle}/`, CycleDetail)
  await whole(`${team.path}/modules/${module}/`, ModuleDetail)
  await team.admin.post(`${team.path}/cycles/${cycle}/archive/`)
  await team.admin.post(`${team.path}/modules/${module}/archive/`)
  await whole(`${team.path}/archived-cycles/`, CycleAnswer, true)
  await whole(`${team.path}/archived-modules/`, ModuleAnswer, true)
  await whole(`${team.path}/archived-cycles/${cycle}/`, CycleDetail)
  await whole(`${team.path}/archived-modules/${module}/`, ModuleDetail)
  for (const path of [`archived-cycles/${team.make.id()}`, `archived-modules/${team.make.id()}`])
    expect((await team.admin.get(`${team.path}/${path}/`)).status).toBe(404)
})

test('a guest is told the figures of all issues, and shown their own', async () => {
  const [id, own, other] = [await team.module(), await team.issueOfGuest(), await team.issue()]
  await team.admin.post(`${team.path}/modules/${id}/issues/`, { issues: [own.id, other.id] })
  const at = (rest = '') => `${team.path}/modules/${id}/${rest}`
  expect((await team.guest.get(at())).body).toMatchObject({
    total_issues: 2,
    distribution: { assignees: [{ total_issues: 2 }] },
  })
  const list = await team.guest.get<{ results: Row[] }>(at('issues/'))
  expect(list.body.results.map(row => row.id)).toEqual([own.id])
})

test('by person and label nothing is told of a label that is gone or somebody who left', async () => {
  const leaver = await team.make.person()
  await team.make.joinWorkspace(team.admin, team.workspace.slug, leaver, 15)
  await team.make.joinProject(team.admin, team.path, leaver, 15)
  const label = await team.label()
  const issue = await team.issue({ label_ids: [label], assignee_ids: [leaver.id] })
  const [cycle, module] = [await team.cycle(), await team.module()]
  await team.admin.post(`${team.path}/cycles/${cycle}/cycle-issues/`, { issues: [issue.id] })
  await team.admin.post(`${team.path}/modules/${module}/issues/`, { issues: [issue.id] })
  const told = async () =>
    Promise.all(
      [`cycles/${cycle}`, `modules/${module}`].map(async path => {
        const { body } = await team.admin.get<{
          distribution: Record<'assignees' | 'labels', Record<string, unknown>[]>
        }>(`${team.path}/${path}/`)
        const { assignees, labels } = body.distribution
        return [assignees.map(row => row.assignee_id), labels.map(row => row.label_id)]
      }),
    )
  expect(await told()).toEqual([
    [[leaver.id], [label]],
    [[leaver.id], [label]],
  ])
  await team.admin.delete(`${team.path}/issue-labels/${label}/`)
  await leaver.post(`${team.path}/members/leave/`)
  expect(await told()).toEqual([
    [[null], [null]],
    [[null], [null]],
  ])
})

describe('favourites', () => {
  const all = () => `${space()}/user-favorites/`
  const keep = (body: object, by = team.admin) => by.post<Row & { sequence: number }>(all(), body)

  test('is said to be of its own project, and is behind what its person keeps, not others', async () => {
    const other = await team.make.project(team.admin, team.workspace.slug)
    const [one, two] = [await team.cycle(), await team.module()]
    const wrong = { entity_type: 'cycle', entity_identifier: one, project_id: other.id }
    expect(outcome(await keep(wrong))).toEqual(noPk('project_id', other.id))
    const first = await keep({ entity_type: 'cycle', entity_identifier: one, project_id: team.project.id })
    await team.admin.patch(`${all()}${first.body.id}/`, { sequence: 500_000 })
    expect((await keep({ entity_type: 'module', entity_identifier: two })).body.sequence).toBe(510_000)
    const theirs = await keep({ entity_type: 'module', entity_identifier: two }, team.member)
    expect(theirs.body.sequence).toBe(65_535)
  })

  test('is never said in a row that others are sent', async () => {
    const seen = follower(server.origin, team.member, team.workspace.slug)
    await seen.start()
    onTestFinished(seen.stop)
    const made = {
      cycle: await team.cycle(),
      module: await team.module(),
      view: (await team.made(`${team.path}/views/`, { name: 'Overdue' })).id,
      project: team.project.id,
    }
    for (const [entity_type, entity_identifier] of Object.entries(made))
      await keep({ entity_type, entity_identifier })
    await team.admin.patch(`${team.path}/cycles/${made.cycle}/`, { name: 'Neap' })
    await team.admin.patch(`${team.path}/modules/${made.module}/`, { description: 'Neap' })
    await team.admin.patch(`${team.path}/views/${made.view}/`, { name: 'Neap' })
    await until(() => seen.rows.get(`view/${made.view}`)?.name === 'Neap')
    for (const [entity, id] of Object.entries(made))
      expect([entity, Object.keys(seen.rows.get(`${entity}/${id}`)!)]).toEqual([
        entity,
        expect.not.arrayContaining(['is_favorite']),
      ])
  })
})

test('an estimate that is deleted is told in the histories of those that had one of its points', async () => {
  const { id, points } = await team.made<{ id: string; points: Row[] }>(`${team.path}/estimates/`, {
    estimate: {},
    estimate_points: ['S', 'L'].map((value, key) => ({ key: key + 1, value })),
  })
  const issue = await team.issue({ estimate_point: points[1]!.id })
  await team.admin.delete(`${team.path}/estimates/${id}/`)
  expect((await team.told(issue.id)).at(-1)).toMatchObject({
    field: 'estimate_point',
    old_value: 'L',
    new_identifier: null,
  })
})

test('an unknown view is not found, whichever way one comes to it', async () => {
  for (const place of [team.path, space()]) {
    const one = `${place}/views/${team.make.id()}/`
    for (const reply of [
      await team.admin.get(one),
      await team.admin.patch(one, { name: 'x' }),
      await team.admin.delete(one),
    ])
      expect(outcome(reply)).toEqual(NOT_FOUND)
  }
})
