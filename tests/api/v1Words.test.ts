/** What a program of the public API reads where a call is refused, and what it may write in its own spelling. */
import { beforeAll, describe, expect, test } from 'vitest'
import { inTurn } from '../support/inTurn.ts'
import { sharedServer, type TestServer } from '../support/server.ts'
import { MISSING, type Page, type Row, teamV1 } from '../support/v1.ts'

let server: TestServer
let team: Awaited<ReturnType<typeof teamV1>>
beforeAll(async () => {
  server = await sharedServer()
  team = await teamV1(server)
})

const outcome = ({ status, body }: { status: number; body: unknown }) => [status, body]
const missingPk = (id: string) => [`Invalid pk "${id}" - object does not exist.`]
const issue = async (fields: object = {}) =>
  (await team.program.post<Row>(`${team.P}/issues/`, { name: 'Sill', ...fields })).body

describe('a refusal', () => {
  test('names fields as their sender spelt them', async () => {
    const { P, program, unknown } = team
    const post = (noun: string, body: object) => program.post(`${P}/${noun}/`, { name: 'Sill', ...body })
    expect(outcome(await post('issues', { labels: [unknown] }))).toEqual([
      400,
      { labels: missingPk(unknown) },
    ])
    expect(outcome(await post('issues', { assignees: [unknown] }))).toEqual([
      400,
      { assignees: missingPk(unknown) },
    ])
    expect(outcome(await post('issues', { state: unknown }))).toEqual([
      400,
      { non_field_errors: ['State is not valid please pass a valid state_id'] },
    ])
    expect(outcome(await post('issues', { parent: unknown }))).toEqual([
      400,
      { non_field_errors: ['Parent is not valid issue_id please pass a valid issue_id'] },
    ])
    const { id } = await issue()
    expect(outcome(await program.patch(`${P}/issues/${id}/`, { parent: id }))).toEqual([
      400,
      { parent: ['An issue cannot be below itself.'] },
    ])
    expect(outcome(await post('modules', { lead: unknown }))).toEqual([400, { lead: missingPk(unknown) }])
    expect(outcome(await post('modules', { members: [unknown] }))).toEqual([
      400,
      { members: missingPk(unknown) },
    ])
    const made = (body: object) =>
      program.post(`${team.W}/projects/`, { name: 'Quay', identifier: 'QUAYX', ...body })
    expect(outcome(await made({ project_lead: unknown }))).toEqual([
      400,
      { non_field_errors: ['Project lead should be a user in the workspace'] },
    ])
    expect(outcome(await made({ default_assignee: unknown }))).toEqual([
      400,
      { non_field_errors: ['Default assignee should be a user in the workspace'] },
    ])
  })

  test('to delete what is another’s says who may', async () => {
    const { P, program, ofMember } = team
    for (const [path, noun] of [
      ['issues', 'issue'],
      ['cycles', 'cycle'],
      ['modules', 'module'],
    ] as const) {
      const { id } = (await program.post<Row>(`${P}/${path}/`, { name: `Of the admin, ${noun}` })).body
      expect(outcome(await ofMember.delete(`${P}/${path}/${id}/`))).toEqual([
        403,
        { error: `Only admin or creator can delete the ${noun}` },
      ])
    }
  })

  test('to change what is archived is in the words of this API', async () => {
    const { P, program, admin, workspace, make } = team
    const module = (await program.post<Row>(`${P}/modules/`, { name: 'Old', status: 'completed' })).body.id
    await program.post(`${P}/modules/${module}/archive/`)
    expect(outcome(await program.patch(`${P}/modules/${module}/`, { name: 'New' }))).toEqual([
      400,
      { error: 'Archived module cannot be edited' },
    ])
    const days = { start_date: '2026-01-01', end_date: '2026-01-02' }
    const cycle = (await program.post<Row>(`${P}/cycles/`, { name: 'Old', ...days })).body.id
    await program.post(`${P}/cycles/${cycle}/archive/`)
    expect(outcome(await program.patch(`${P}/cycles/${cycle}/`, { name: 'New' }))).toEqual([
      400,
      { error: 'Archived cycle cannot be edited' },
    ])
    const { id } = await make.project(admin, workspace.slug)
    await program.post(`${team.W}/projects/${id}/archive/`)
    expect(outcome(await program.patch(`${team.W}/projects/${id}/`, { name: 'New' }))).toEqual([
      400,
      { error: 'Archived project cannot be updated' },
    ])
  })

  test('says of rows what our own calls say, of issues that are named in a body that they are issues', async () => {
    const { P, program, unknown } = team
    for (const noun of ['states', 'labels', 'issues', 'cycles', 'modules'])
      expect(outcome(await program.get(`${P}/${noun}/${unknown}/`))).toEqual(MISSING)
    const cycle = (await program.post<Row>(`${P}/cycles/`, { name: 'Watch' })).body.id
    const added = await program.post(`${P}/cycles/${cycle}/cycle-issues/`, { issues: [unknown] })
    expect(outcome(added)).toEqual([404, { error: 'Issue not found' }])
  })
})

test('of two that name a row alike at once, the second is told of the first', async () => {
  const { P, program, workspace } = team
  for (const [noun, word] of [
    ['labels', 'Label'],
    ['states', 'State'],
  ] as const) {
    const make = () => program.post<Row>(`${P}/${noun}/`, { name: 'Same', color: '#123456' })
    const [made, refused] = await inTurn(server, workspace.id, make, make)
    expect(outcome(refused)).toEqual([
      409,
      { error: `${word} with the same name already exists in the project`, id: made.body.id },
    ])
  }
})

test('a key that is completed by its source alone is judged like any other', async () => {
  const { P, program } = team
  const first = await issue({ external_id: 'half', external_source: 'one' })
  const second = await issue({ external_id: 'half', external_source: 'two' })
  expect(outcome(await program.patch(`${P}/issues/${second.id}/`, { external_source: 'one' }))).toEqual([
    409,
    { error: 'Issue with the same external id and external source already exists', id: first.id },
  ])
})

test('moments may be a day, or name no zone, as importers write them', async () => {
  const at = async (created_at: string) => (await issue({ created_at })).created_at
  expect(await at('2020-01-02')).toBe('2020-01-02T00:00:00.000Z')
  expect(await at('2020-01-02T03:04:05.123456')).toBe('2020-01-02T03:04:05.123Z')
  expect(await at('2020-01-02 03:04:05')).toBe('2020-01-02T03:04:05.000Z')
  expect(await at('2020-01-02T03:04:05+0200')).toBe('2020-01-02T01:04:05.000Z')
  const wrong = await team.program.post(`${team.P}/issues/`, { name: 'Sill', created_at: 'soon' })
  expect(outcome(wrong)).toEqual([400, { created_at: ['Datetime has wrong format.'] }])
})

test('comments that are brought newest first keep their moments', async () => {
  const { P, program } = team
  const { id } = await issue({ created_at: '2020-01-01' })
  const at = async (created_at: string) =>
    (await program.post<Row>(`${P}/issues/${id}/comments/`, { comment_html: '<p>Aye</p>', created_at })).body
      .created_at
  expect(await at('2021-03-01')).toBe('2021-03-01T00:00:00.000Z')
  expect(await at('2021-02-01')).toBe('2021-02-01T00:00:00.000Z')
  const { results } = (await program.get<Page>(`${P}/issues/${id}/comments/`)).body
  expect(results.map(row => row.created_at)).toEqual(['2021-03-01T00:00:00.000Z', '2021-02-01T00:00:00.000Z'])
})

test('states order issues by their groups, whatever they are called', async () => {
  const { W, admin, workspace, program, make } = team
  const { id } = await make.project(admin, workspace.slug)
  const P = `${W}/projects/${id}`
  const states = (await program.get<Page>(`${P}/states/`)).body.results
  for (const state of [...states].reverse())
    await program.post(`${P}/issues/`, { name: String(state.group), state: state.id })
  const by = async (order: string) =>
    (await program.get<Page>(`${P}/issues/?order_by=${order}`)).body.results.map(({ name }) => name)
  const groups = ['backlog', 'unstarted', 'started', 'completed', 'cancelled']
  for (const order of ['state__name', 'state__group']) {
    expect(await by(order)).toEqual(groups)
    expect(await by(`-${order}`)).toEqual([...groups].reverse())
  }
})

test('changes of an issue are told the oldest first, or turned round', async () => {
  const { P, program } = team
  const { id } = await issue()
  for (const name of ['One', 'Two']) await program.patch(`${P}/issues/${id}/`, { name })
  const by = async (order: string) =>
    (await program.get<Page>(`${P}/issues/${id}/activities/${order}`)).body.results.map(row => row.new_value)
  expect(await by('')).toEqual([null, 'One', 'Two'])
  expect(await by('?order_by=created_at')).toEqual([null, 'One', 'Two'])
  expect(await by('?order_by=-created_at')).toEqual(['Two', 'One', null])
  const wrong = await program.get(`${P}/issues/${id}/activities/?order_by=actor__email`)
  expect(outcome(wrong)).toEqual([400, { order_by: ['"actor__email" is not a valid choice.'] }])
})

test('an archived issue is changed by its id and by its key', async () => {
  const { P, program } = team
  const states = (await program.get<Page>(`${P}/states/`)).body.results
  const state = states.find(({ group }) => group === 'completed')!.id
  const key = { external_id: 'kept', external_source: 'sync' }
  const { id } = await issue({ state, ...key })
  await program.post(`${P}/issues/${id}/archive/`)
  const patched = await program.patch<Row>(`${P}/issues/${id}/`, {
    name: 'By its id',
    description_html: '<p>Far</p>',
  })
  expect([patched.status, patched.body.name, patched.body.description_html]).toEqual([
    200,
    'By its id',
    '<p>Far</p>',
  ])
  expect(patched.body.archived_at).not.toBeNull()
  const put = await program.send<Row>('PUT', `${P}/issues/`, { ...key, name: 'By its key' })
  expect([put.status, put.body.id, put.body.name]).toEqual([200, id, 'By its key'])
  expect((await team.admin.patch(`${team.path}/issues/${id}/`, { name: 'No' })).status).toBe(404)
})

test('a draft stays its author’s', async () => {
  const { P, program, ofMember } = team
  const before = (await ofMember.get<Page>(`${P}/issues/`)).body.total_count
  const draft = await program.post<Row>(`${P}/issues/`, { name: 'Not yet', is_draft: true })
  expect([draft.status, draft.body.is_draft, draft.body.sequence_id]).toEqual([201, true, null])
  expect((await ofMember.get<Page>(`${P}/issues/`)).body.total_count).toBe(before)
  expect((await ofMember.get(`${P}/issues/${draft.body.id}/`)).status).toBe(404)
})

test('a guest reads their own address', async () => {
  const { body } = await team.ofGuest.get('/api/v1/users/me/')
  expect(body.email).toBe(team.guest.email)
})

test('archived cycles tell the points of their issues, projects come in the caller’s order', async () => {
  const { P, W, program } = team
  const days = { start_date: '2025-01-01', end_date: '2025-01-02' }
  const { id } = (await program.post<Row>(`${P}/cycles/`, { name: 'Summed', ...days })).body
  await program.post(`${P}/cycles/${id}/archive/`)
  const { results } = (await program.get<Page>(`${P}/archived-cycles/`)).body
  expect(results.find(row => row.id === id)).toMatchObject({
    total_estimates: 0,
    completed_estimates: 0,
    started_estimates: 0,
  })
  const by = async (query: string) =>
    (await program.get<Page>(`${W}/projects/${query}`)).body.results.map(row => row.sort_order)
  const usual = await by('')
  expect(await by('?order_by=sort_order')).toEqual(usual)
  const places = usual.filter(place => place !== null)
  expect((await by('?order_by=-sort_order')).slice(0, places.length)).toEqual([...places].reverse())
})

test('requests bring the words of their text', async () => {
  const { P, program } = team
  await program.patch(`${P}/`, { inbox_view: true })
  const given = { name: 'Asked', description_html: '<p>Some <b>words</b></p>' }
  const { body } = await program.post<Row>(`${P}/intake-issues/`, { issue: given })
  expect(body.issue_detail).toMatchObject({ description_stripped: 'Some words' })
  const wrong = await program.patch(`${P}/intake-issues/${body.issue}/`, {
    issue: { labels: [team.unknown] },
  })
  expect(outcome(wrong)).toEqual([400, { labels: missingPk(team.unknown) }])
})
