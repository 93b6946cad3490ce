import { beforeAll, describe, expect, test } from 'vitest'
import { ModuleAnswer } from '../../api/contract/planning/modules.ts'
import {
  DENIED,
  type IssueTeam,
  issueTeam,
  NO_ISSUE,
  noPk,
  outcome,
  strangersTo,
} from '../support/issueTeam.ts'
import { startServer, type TestServer } from '../support/server.ts'

let server: TestServer
let team: IssueTeam
let theirs: IssueTeam

beforeAll(async () => {
  server = await startServer()
  team = await issueTeam(server)
  theirs = await issueTeam(server)
})

const SUCCESS = [201, { message: 'success' }]
const NO_MODULE = [404, { error: 'Module not found' }]
const ARCHIVED = [400, { error: 'Archived module cannot be updated' }]
const create = (body: object, by = team.admin) => by.post<{ id: string }>(`${team.path}/modules/`, body)
const fill = (module: string, issues: string[], by = team.admin) =>
  by.post(`${team.path}/modules/${module}/issues/`, { issues })
const set = (id: string, body: object, by = team.admin) => by.post(team.at(id, 'modules/'), body)
const out = (module: string, id: string, by = team.admin) =>
  by.delete(`${team.path}/modules/${module}/issues/${id}/`)
const archive = (id: string) => server.db('modules').where('id', id).update({ archived_at: new Date() })

describe('making a module', () => {
  test('with its people and days; listed the newest first', async () => {
    const body = {
      name: team.unique('Quay'),
      description: 'Where boats lie',
      start_date: '2026-01-01',
      target_date: '2026-02-01',
      status: 'in-progress',
      lead_id: team.admin.id,
      member_ids: [team.member.id, team.member.id],
    }
    const reply = await create(body, team.member)
    expect(reply.status).toBe(201)
    expect(ModuleAnswer.strict().parse(reply.body)).toEqual(reply.body)
    expect(reply.body).toMatchObject({
      ...body,
      member_ids: [team.member.id],
      total_issues: 0,
      is_favorite: false,
      link_module: [],
      archived_at: null,
    })
    const second = (await create({ name: team.unique('Berth') })).body
    expect(second).toMatchObject({ status: 'planned', lead_id: null })
    const list = await team.guest.get<{ id: string }[]>(`${team.path}/modules/`)
    expect(list.body.map(row => row.id)).toEqual([second.id, reply.body.id])
    expect((await team.guest.get(`${team.path}/modules/${second.id}/`)).body).toMatchObject(second)
  })

  test('tells since when it is completed, until it goes on', async () => {
    const { body } = await create({ name: team.unique('Storm'), status: 'completed' })
    const path = `${team.path}/modules/${body.id}/`
    const since = async () => (await team.admin.get<{ completed_at: string | null }>(path)).body.completed_at
    const first = await since()
    expect(first).toEqual(expect.any(String))
    // Neither another field nor a call that names it moves it.
    const given = { description: 'Closed', status: 'completed', completed_at: '2020-01-01T00:00:00Z' }
    const reply = await team.admin.patch(path, given)
    expect(reply.headers.get('x-ignored-fields')).toBe('completed_at')
    expect(await since()).toBe(first)
    await team.admin.patch(path, { status: 'paused' })
    expect(await since()).toBeNull()
    await team.admin.patch(path, { status: 'completed' })
    expect(Date.parse((await since()) ?? '')).toBeGreaterThan(Date.parse(first!))
  })

  test('a name that is taken, days reversed, people of elsewhere: refused', async () => {
    const { id, name } = (await create({ name: team.unique('Quay') })).body as { id: string; name: string }
    const TAKEN = [400, { error: 'Module with this name already exists' }]
    expect(outcome(await create({ name }))).toEqual(TAKEN)
    const racing = team.unique('Race')
    const replies = await Promise.all([create({ name: racing }), create({ name: racing }, team.member)])
    expect(replies.map(outcome)).toContainEqual(TAKEN)
    expect(outcome(await create({ name: 'x', start_date: '2026-02-02', target_date: '2026-02-01' }))).toEqual(
      [400, { non_field_errors: ['Start date cannot exceed target date'] }],
    )
    const stranger = theirs.member.id
    expect(outcome(await create({ name: 'x', lead_id: stranger }))).toEqual(noPk('lead_id', stranger))
    expect(outcome(await create({ name: 'x', member_ids: [team.member.id, stranger] }))).toEqual(
      noPk('member_ids', stranger),
    )
    expect(outcome(await create({ name: 'x', status: 'done' }))).toEqual([
      400,
      { status: ['"done" is not a valid choice.'] },
    ])
    expect(outcome(await create({}))).toEqual([400, { name: ['This field is required.'] }])
    await server.db('modules').where('id', id).update({ deleted_at: new Date() })
    expect((await create({ name })).status).toBe(201)
  })
})

describe('issues in modules', () => {
  test('come in beside other modules, count by group, and leave; the second time nothing happens', async () => {
    const [one, two] = [await team.module(), await team.module()]
    const issue = await team.issue({ state_id: team.state('started') })
    expect(outcome(await fill(one, [issue.id], team.member))).toEqual(SUCCESS)
    expect(outcome(await fill(two, [issue.id, issue.id]))).toEqual(SUCCESS)
    expect((await team.read(issue.id)).module_ids).toEqual([one, two])
    expect((await team.admin.get(`${team.path}/modules/${one}/`)).body).toMatchObject({
      total_issues: 1,
      started_issues: 1,
      backlog_issues: 0,
    })
    const before = await team.changes()
    expect(outcome(await fill(two, [issue.id]))).toEqual(SUCCESS)
    expect(await team.changes()).toBe(before)
    for (const _ of [1, 2]) expect(outcome(await out(one, issue.id, team.member))).toEqual([204, ''])
    expect((await team.read(issue.id)).module_ids).toEqual([two])
    const list = await team.admin.get<{ results: { id: string }[] }>(`${team.path}/modules/${two}/issues/`)
    expect(list.body.results.map(row => row.id)).toEqual([issue.id])
  })

  test('of one issue: some added, some taken out, those it is not in left as they are', async () => {
    const [one, two, three] = [await team.module(), await team.module(), await team.module()]
    const issue = await team.issue()
    expect(outcome(await set(issue.id, { modules: [one, two] }, team.member))).toEqual(SUCCESS)
    const change = { modules: [three], removed_modules: [one, team.make.id()] }
    expect(outcome(await set(issue.id, change))).toEqual(SUCCESS)
    expect((await team.read(issue.id)).module_ids).toEqual([two, three])
    const before = await team.changes()
    expect(outcome(await set(issue.id, {}))).toEqual(SUCCESS)
    expect(await team.changes()).toBe(before)
  })

  test('two additions to two modules at once are both kept', async () => {
    const [one, two] = [await team.module(), await team.module()]
    const issue = await team.issue()
    await Promise.all([fill(one, [issue.id]), fill(two, [issue.id], team.member)])
    expect((await team.read(issue.id)).module_ids.sort()).toEqual([one, two].sort())
  })

  test('A7: none when one is not the project’s', async () => {
    const [module, own] = [await team.module(), await team.issue()]
    const foreign = await theirs.module()
    const strangers = await strangersTo(team, theirs)
    const before = await team.changes()
    for (const id of strangers) expect(outcome(await fill(module, [own.id, id]))).toEqual(NO_ISSUE)
    expect(outcome(await fill(foreign, [own.id]))).toEqual(NO_MODULE)
    expect(outcome(await out(foreign, own.id))).toEqual(NO_MODULE)
    expect(outcome(await set(own.id, { modules: [module, foreign] }))).toEqual(noPk('module_ids', foreign))
    expect(outcome(await set(strangers[0]!, { modules: [module] }))).toEqual(NO_ISSUE)
    expect(await team.changes()).toBe(before)
  })

  test('none given, an archived or unknown module, a guest: refused', async () => {
    const [module, issue] = [await team.module(), await team.issue()]
    expect(outcome(await fill(module, []))).toEqual([400, { error: 'Issues are required' }])
    expect(outcome(await fill(team.make.id(), [issue.id]))).toEqual(NO_MODULE)
    expect(outcome(await fill(module, [issue.id], team.guest))).toEqual(DENIED)
    expect(outcome(await out(module, issue.id, team.guest))).toEqual(DENIED)
    expect(outcome(await set(issue.id, { modules: [module] }, team.guest))).toEqual(NO_ISSUE)
    const own = await team.issueOfGuest()
    expect(outcome(await set(own.id, { modules: [module] }, team.guest))).toEqual(DENIED)
    await archive(module)
    expect(outcome(await fill(module, [issue.id]))).toEqual(ARCHIVED)
    expect(outcome(await out(module, issue.id))).toEqual(ARCHIVED)
    expect(outcome(await set(issue.id, { modules: [module] }))).toEqual(noPk('module_ids', module))
    expect(outcome(await team.admin.get(`${team.path}/modules/${module}/`))).toEqual(NO_MODULE)
    expect(JSON.stringify((await team.admin.get(`${team.path}/modules/`)).body)).not.toContain(module)
  })
})
