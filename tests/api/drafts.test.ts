import { beforeAll, describe, expect, test } from 'vitest'
import { Draft, type Draft as DraftRow } from '../../api/contract/work/drafts.ts'
import type { Person } from '../support/build.ts'
import { DENIED, type IssueTeam, issueTeam, NO_ISSUE, noPk, outcome } from '../support/issueTeam.ts'
import { sharedServer, type TestServer } from '../support/server.ts'

let server: TestServer
let team: IssueTeam
let theirs: IssueTeam
let drafts: string

beforeAll(async () => {
  server = await sharedServer()
  team = await issueTeam(server)
  theirs = await issueTeam(server)
  drafts = `/api/workspaces/${team.workspace.slug}/draft-issues/`
})

const keep = (fields: Record<string, unknown> = {}, by: Person = team.member) =>
  team.made<DraftRow>(drafts, fields, by)
const keepHere = (fields: Record<string, unknown> = {}) => keep({ project_id: team.project.id, ...fields })
const read = async (id: string) => (await team.member.get<DraftRow>(`${drafts}${id}/`)).body
const change = (id: string, body: object, by: Person = team.member) => by.patch(`${drafts}${id}/`, body)
const publish = (id: string, body: object = {}, by: Person = team.member) =>
  by.post<Record<string, unknown> & { id: string }>(
    `/api/workspaces/${team.workspace.slug}/draft-to-issue/${id}/`,
    body,
  )

describe('a draft', () => {
  test('needs no name and no project, and is its author’s alone', async () => {
    const draft = await keep({ module_ids: null })
    expect(Draft.schema.strict().parse(draft)).toEqual(draft)
    expect(draft).toMatchObject({
      name: '',
      project_id: null,
      state_id: null,
      priority: 'none',
      created_by: team.member.id,
    })
    const list = await team.member.get<{ results: { id: string }[]; total_count: number }>(drafts)
    expect(list.body.results[0]).toEqual(draft)
    for (const by of [team.admin, team.guest]) {
      expect((await by.get<{ total_count: number }>(drafts)).body.total_count).toBe(0)
      for (const reply of [
        await by.get(`${drafts}${draft.id}/`),
        await change(draft.id, { name: 'Stolen' }, by),
        await by.delete(`${drafts}${draft.id}/`),
        await publish(draft.id, {}, by),
        await by.post(`${drafts}${draft.id}/restore/`),
      ])
        expect([404, 403]).toContain(reply.status)
    }
    expect(outcome(await change(draft.id, { name: 'x' }, team.admin))).toEqual(NO_ISSUE)
    expect(outcome(await team.guest.post(drafts, {}))).toEqual(DENIED)
  })

  test('of a project begins in its default state, is changed, deleted and brought back', async () => {
    const label = await team.label()
    const draft = await keepHere({ name: 'Later', label_ids: [label], description_html: '<p>Low</p>' })
    expect(draft).toMatchObject({
      state_id: team.states.find(state => state.default)!.id,
      label_ids: [label],
      description_html: '<p>Low</p>',
    })
    const patch = {
      priority: 'high',
      label_ids: [],
      state_id: team.state('started'),
      start_date: '2026-01-01',
    }
    expect(outcome(await change(draft.id, patch))).toEqual([204, ''])
    expect(await read(draft.id)).toMatchObject(patch)
    expect((await change(draft.id, { state_id: null })).status).toBe(204)
    expect((await read(draft.id)).state_id).toBe(draft.state_id)
    expect(outcome(await team.member.delete(`${drafts}${draft.id}/`))).toEqual([204, ''])
    expect(outcome(await team.member.get(`${drafts}${draft.id}/`))).toEqual(NO_ISSUE)
    expect((await team.member.post(`${drafts}${draft.id}/restore/`)).status).toBe(204)
    expect((await read(draft.id)).name).toBe('Later')
  })

  test('moved to another project it drops what was of the old one', async () => {
    const other = await team.make.project(team.member, team.workspace.slug)
    const [state] = (
      await team.member.get<{ id: string; default: boolean }[]>(`${other.path}/states/`)
    ).body.filter(one => one.default)
    const draft = await keepHere({
      name: 'Later',
      label_ids: [await team.label()],
      assignee_ids: [team.admin.id],
      cycle_id: await team.cycle(),
      module_ids: [await team.module()],
      priority: 'high',
    })
    expect((await change(draft.id, { project_id: other.id })).status).toBe(204)
    expect(await read(draft.id)).toMatchObject({
      project_id: other.id,
      state_id: state!.id,
      label_ids: [],
      assignee_ids: [],
      cycle_id: null,
      module_ids: [],
      priority: 'high',
    })
  })

  test('A7: values and projects that are not the author’s to use are refused on their field', async () => {
    const draft = await keepHere()
    const values = {
      project_id: theirs.project.id,
      state_id: theirs.state('started'),
      label_ids: [await theirs.label()],
      assignee_ids: [theirs.member.id],
      cycle_id: await theirs.cycle(),
      module_ids: [await theirs.module()],
      estimate_point: (await theirs.points())[0]!.id,
      parent_id: (await theirs.issue()).id,
    }
    for (const [field, value] of Object.entries(values)) {
      const id = [value].flat()[0]!
      expect(outcome(await change(draft.id, { [field]: value }))).toEqual(noPk(field, id))
      const made = await team.member.post(drafts, { project_id: team.project.id, [field]: value })
      expect(outcome(made)).toEqual(noPk(field, id))
    }
    const mine = await team.label()
    expect(outcome(await team.member.post(drafts, { label_ids: [mine] }))).toEqual(noPk('label_ids', mine))
    expect((await read(draft.id)).revision).toBe(1)
    const dates = { start_date: '2026-02-02', target_date: '2026-02-01' }
    expect((await change(draft.id, dates)).status).toBe(400)
  })

  test('is in no list, count, search, history or log of others', async () => {
    const name = team.unique('Hidden draft')
    const draft = await keepHere({ name })
    const places = [
      'issues/',
      `issues/list/?issues=${draft.id}`,
      'v2/issues/',
      'deleted-issues/',
      'search-issues/',
      'issues-detail/',
    ]
    for (const place of places) {
      const reply = await team.member.get(`${team.path}/${place}`)
      expect([place, reply.status]).toEqual([place, 200])
      expect(JSON.stringify(reply.body)).not.toContain(draft.id)
    }
    for (const rest of ['', 'history/', 'comments/', 'sub-issues/'])
      expect((await team.member.get(team.at(draft.id, rest))).status).toBe(404)
    const log = await team.admin.get(`/api/workspaces/${team.workspace.slug}/changes/?after=0`)
    expect(JSON.stringify(log.body)).not.toContain(draft.id)
  })
})

describe('publishing', () => {
  test('makes an issue under the same id with the next number, whole, and the draft is gone', async () => {
    const [cycle, module, label, parent] = [
      await team.cycle(),
      await team.module(),
      await team.label(),
      await team.issue(),
    ]
    const draft = await keepHere({
      name: 'Later',
      description_html: '<p>Low</p>',
      cycle_id: cycle,
      module_ids: [module],
      label_ids: [label],
      assignee_ids: [team.admin.id],
      parent_id: parent.id,
      start_date: '2026-01-01',
    })
    const { status, body } = await publish(draft.id, { priority: 'high' })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      id: draft.id,
      name: 'Later',
      description_html: '<p>Low</p>',
      cycle_id: cycle,
      module_ids: [module],
      label_ids: [label],
      assignee_ids: [team.admin.id],
      parent_id: parent.id,
      start_date: '2026-01-01',
      priority: 'high',
      sequence_id: parent.sequence_id + 1,
      is_draft: false,
      created_by: team.member.id,
    })
    expect(outcome(await team.member.get(`${drafts}${draft.id}/`))).toEqual(NO_ISSUE)
    expect((await team.member.post(`${drafts}${draft.id}/restore/`)).status).toBe(404)
    expect((await team.read(parent.id)).sub_issues_count).toBe(1)
  })

  test('without a project or a name, in a project left meanwhile: refused, and the draft stays', async () => {
    const draft = await keep({ name: 'Later' })
    expect(outcome(await publish(draft.id))).toEqual([
      400,
      { error: 'Project is required to create an issue.' },
    ])
    const nameless = await keepHere()
    expect(outcome(await publish(nameless.id))).toEqual([400, { name: ['This field may not be blank.'] }])
    expect((await publish(draft.id, { project_id: theirs.project.id })).status).toBe(400)
    for (const { id } of [draft, nameless])
      expect((await team.member.get(`${drafts}${id}/`)).status).toBe(200)
    expect((await publish(draft.id, { project_id: team.project.id })).status).toBe(201)
    const other = await team.make.project(team.admin, team.workspace.slug)
    await team.make.joinProject(team.admin, other.path, team.member, 15)
    const left = await keep({ name: 'Late', project_id: other.id })
    await server
      .db('project_members')
      .where({ project: other.id, member: team.member.id })
      .update({ is_active: false })
    expect(outcome(await publish(left.id))).toEqual(noPk('project_id', other.id))
    expect((await read(left.id)).name).toBe('Late')
  })

  test('leaves out what was kept and is gone by then, and refuses the same when it is sent', async () => {
    const leaver = await team.make.person()
    await team.make.joinWorkspace(team.admin, team.workspace.slug, leaver, 15)
    await team.make.joinProject(team.admin, team.path, leaver, 15)
    const [over, module, parent] = [
      await team.cycle({ start_date: '2031-01-01', end_date: '2031-01-09' }),
      await team.module(),
      await team.issue({ state_id: team.state('completed') }),
    ]
    const assignee_ids = [leaver.id, team.admin.id]
    const kept = { name: 'Later', assignee_ids, cycle_id: over, module_ids: [module], parent_id: parent.id }
    const draft = await keepHere(kept)
    await server.db('project_members').where({ member: leaver.id }).update({ is_active: false })
    await server.db('cycles').where('id', over).update({ start_date: '2020-01-01', end_date: '2020-01-09' })
    await server.db('modules').where('id', module).update({ archived_at: new Date() })
    expect((await team.admin.post(team.at(parent.id, 'archive/'))).status).toBe(200)
    for (const sent of [{ assignee_ids: [leaver.id] }, { cycle_id: over }])
      expect((await publish(draft.id, sent)).status).toBe(400)
    const { status, body } = await publish(draft.id, { name: 'Now', module_ids: null })
    expect([status, body]).toMatchObject([
      201,
      { name: 'Now', assignee_ids: [team.admin.id], cycle_id: null, module_ids: [], parent_id: null },
    ])
  })

  test('twice at once makes one issue', async () => {
    const { id } = await keepHere({ name: 'Later' })
    const replies = await Promise.all([publish(id), publish(id)])
    expect(replies.map(reply => reply.status).sort()).toEqual([201, 404])
  })
})

describe('the drafts of a project', () => {
  const here = (rest = '') => `${team.path}/issue-drafts/${rest}`

  test('are shown as issues without a number, in the list language', async () => {
    const high = await team.made(here(), { name: 'Later', priority: 'high' }, team.member)
    expect(high).toMatchObject({
      is_draft: true,
      sequence_id: null,
      priority: 'high',
      project_id: team.project.id,
    })
    const byFlag = await team.made(`${team.path}/issues/`, { name: 'Later too', is_draft: true }, team.member)
    expect(byFlag).toMatchObject({ is_draft: true, sequence_id: null })
    const list = await team.member.get<{ results: { id: string }[] }>(here('?priority=high'))
    expect(list.body.results.map(row => row.id)).toContain(high.id)
    expect(list.body.results.map(row => row.id)).not.toContain(byFlag.id)
    const grouped = await team.member.get(here('?group_by=priority'))
    expect(grouped.body).toMatchObject({ grouped_by: 'priority', results: { low: { total_results: 0 } } })
    expect((await team.admin.get<{ total_count: number }>(here())).body.total_count).toBe(0)
    expect(outcome(await team.guest.get(here()))).toEqual(DENIED)
    const one = await team.member.get(here(`${high.id}/`))
    expect([one.status, one.body]).toMatchObject([200, { id: high.id, description_html: '<p></p>' }])
  })

  test('are changed, published by a field, and deleted, by their author', async () => {
    const { id } = await team.made(here(), { name: 'Later' }, team.member)
    expect(outcome(await team.member.patch(here(`${id}/`), { priority: 'low' }))).toEqual([204, ''])
    expect((await team.admin.patch(here(`${id}/`), { priority: 'high' })).status).toBe(404)
    expect(outcome(await team.member.patch(here(`${id}/`), { is_draft: false }))).toEqual([204, ''])
    expect(await team.read(id)).toMatchObject({
      is_draft: false,
      priority: 'low',
      created_by: team.member.id,
    })
    expect((await team.member.get(here(`${id}/`))).status).toBe(404)
    const gone = await team.made(here(), {}, team.member)
    expect(outcome(await team.member.delete(here(`${gone.id}/`)))).toEqual([204, ''])
    expect((await team.member.get(here(`${gone.id}/`))).status).toBe(404)
  })
})

test('drafts are counted with one’s membership', async () => {
  const me = `/api/workspaces/${team.workspace.slug}/workspace-members/me/`
  const count = async () => (await team.admin.get(me)).body.draft_issue_count
  const before = (await count()) as number
  await keep({}, team.admin)
  await team.made(`${team.path}/issue-drafts/`, {}, team.admin)
  expect(await count()).toBe(before + 2)
})
