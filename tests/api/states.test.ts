import { beforeAll, describe, expect, test } from 'vitest'
import { State } from '../../api/contract/work/states.ts'
import { DENIED, type IssueTeam, issueTeam, NOT_FOUND, outcome } from '../support/issueTeam.ts'
import { startServer, type TestServer } from '../support/server.ts'

let server: TestServer
let team: IssueTeam

beforeAll(async () => {
  server = await startServer()
  team = await issueTeam(server)
})

type Row = { id: string; name: string; group: string; default: boolean; sequence: number; project_id: string }
const at = (id = '', rest = '') => `${team.path}/states/${id ? `${id}/` : ''}${rest}`
const make = (fields: object = {}) =>
  team.made<Row>(at(), { name: team.unique('Moored'), color: '#ffffff', group: 'started', ...fields })
const all = async () => (await team.member.get<Row[]>(at())).body

describe('states', () => {
  test('by group and sequence, also under the names of their groups; one alone', async () => {
    const made = await make({ group: 'backlog' })
    const { body } = await team.guest.get<Record<string, Row[]>>(at('', '?grouped=true'))
    expect(Object.keys(body)).toEqual(['backlog', 'unstarted', 'started', 'completed', 'cancelled'])
    expect(body.backlog!.at(-1)).toEqual(made)
    const one = await team.guest.get(at(made.id))
    expect([one.status, State.schema.strict().parse(one.body)]).toEqual([200, made])
    expect(outcome(await team.guest.get(at(team.make.id())))).toEqual(NOT_FOUND)
  })

  test('of the workspace: of the projects that one is in and that are not archived', async () => {
    const list = `/api/workspaces/${team.workspace.slug}/states/`
    const other = await team.make.project(team.admin, team.workspace.slug)
    const projects = async (by = team.admin) =>
      new Set((await by.get<Row[]>(list)).body.map(row => row.project_id))
    expect(await projects()).toEqual(new Set([team.project.id, other.id]))
    expect(await projects(team.guest)).toEqual(new Set([team.project.id]))
    await server.db('projects').where('id', other.id).update({ archived_at: new Date() })
    expect(await projects()).toEqual(new Set([team.project.id]))
  })

  test('change name, colour, place; the default is marked by its own call', async () => {
    const state = await make()
    const patch = { name: team.unique('Adrift'), color: '#000000', sequence: 12.5, description: 'Out' }
    const reply = await team.admin.patch(at(state.id), { ...patch, default: true })
    expect([reply.status, reply.body]).toMatchObject([200, { ...patch, default: false, group: 'started' }])
    expect(reply.headers.get('x-ignored-fields')).toBe('default')
    const taken = await make()
    expect(outcome(await team.admin.patch(at(state.id), { name: taken.name }))).toEqual([
      400,
      { error: 'The payload is not valid' },
    ])
    expect(outcome(await team.admin.patch(at(state.id), { group: 'triage' }))).toEqual([
      400,
      { group: ['"triage" is not a valid choice.'] },
    ])
  })

  test('issues begin in the one that is marked, which is always one, also for two at once', async () => {
    const [former] = (await all()).filter(state => state.default)
    const [one, two] = [await make(), await make()]
    const mark = (id: string, by = team.admin) => by.post(at(id, 'mark-default/'))
    expect(outcome(await mark(one.id))).toEqual([204, ''])
    expect((await team.issue()).state_id).toBe(one.id)
    const replies = await Promise.all([mark(one.id), mark(two.id)])
    expect(replies.map(reply => reply.status)).toEqual([204, 204])
    expect((await all()).filter(state => state.default)).toHaveLength(1)
    expect(outcome(await mark(team.make.id()))).toEqual(NOT_FOUND)
    expect((await all()).filter(state => state.default)).toHaveLength(1)
    expect(outcome(await mark(former!.id, team.member))).toEqual(DENIED)
    await mark(former!.id)
  })

  test('in another group it takes its issues along, done or not, the archived too; the last one stays', async () => {
    const state = await make({ group: 'started' })
    const issue = await team.issue({ state_id: state.id })
    const move = (id: string, group: string) => team.admin.patch(at(id), { group })
    expect((await move(state.id, 'completed')).body).toMatchObject({ group: 'completed' })
    const done = await team.read(issue.id)
    expect(done).toMatchObject({ state__group: 'completed', revision: 2 })
    expect(done.completed_at).not.toBeNull()
    await team.admin.post(team.at(issue.id, 'archive/'))
    await move(state.id, 'cancelled')
    expect(await team.read(issue.id)).toMatchObject({ state__group: 'cancelled', completed_at: null })
    const before = await team.changes()
    expect(outcome(await move(team.state('unstarted'), 'started'))).toEqual([
      400,
      { error: 'This is the only state of its group; make another one first.' },
    ])
    expect(await team.changes()).toBe(before)
  })

  test('deleted when no issue is in it, be it archived or at the intake; drafts begin anew', async () => {
    const state = await make()
    const remove = (id: string, by = team.admin) => by.delete(at(id))
    const IN_USE = [400, { error: 'The state is not empty, only empty states can be deleted' }]
    const issue = await team.issue({ state_id: state.id })
    expect(outcome(await remove(state.id))).toEqual(IN_USE)
    await server.db('issues').where('id', issue.id).update({ archived_at: '2026-01-01' })
    expect(outcome(await remove(state.id))).toEqual(IN_USE)
    await server.db('issues').where('id', issue.id).update({ archived_at: null, intake_status: -2 })
    expect(outcome(await remove(state.id))).toEqual(IN_USE)
    await server.db('issues').where('id', issue.id).update({ intake_status: null })
    await team.admin.delete(team.at(issue.id))
    const draft = await team.made(
      `${team.path}/issue-drafts/`,
      { name: 'Later', state_id: state.id },
      team.member,
    )
    await team.admin.patch(`${team.path}/`, { default_state: state.id })
    expect(outcome(await remove(state.id, team.member))).toEqual(DENIED)
    expect(outcome(await remove(state.id))).toEqual([204, ''])
    expect((await all()).map(row => row.id)).not.toContain(state.id)
    const first = (await all()).find(row => row.default)!
    expect((await team.member.get(`${team.path}/issue-drafts/${draft.id}/`)).body.state_id).toBe(first.id)
    expect((await team.admin.get(`${team.path}/`)).body.default_state).toBeNull()
    // A restored issue finds an existing state.
    await team.admin.post(team.at(issue.id, 'restore/'))
    expect(await team.read(issue.id)).toMatchObject({ state_id: first.id, state__group: first.group })
    expect(outcome(await remove(first.id))).toEqual([400, { error: 'Default state cannot be deleted' }])
    expect((await remove(team.state('unstarted'))).status).toBe(400)
  })

  test('while some put issues into it, it is deleted or they are refused, never both', async () => {
    for (let round = 0; round < 5; round++) {
      const state = await make()
      const issue = await team.issue()
      const [removed, created, moved] = await Promise.all([
        team.admin.delete(at(state.id)),
        team.member.post<{ id: string }>(`${team.path}/issues/`, { name: 'x', state_id: state.id }),
        team.member.patch(team.at(issue.id), { state_id: state.id }),
      ])
      const held = await server.db('issues').where('state_id', state.id)
      expect([removed.status === 204, held.length === 0]).toEqual([
        removed.status === 204,
        removed.status === 204,
      ])
      for (const { status } of [created, moved]) expect(status).toBeLessThan(500)
    }
  })
})
