import { beforeAll, describe, expect, test } from 'vitest'
import { Label } from '../../api/contract/work/labels.ts'
import { during } from '../support/activityRows.ts'
import { DENIED, type IssueTeam, issueTeam, NOT_FOUND, noPk, outcome } from '../support/issueTeam.ts'
import { sharedServer, type TestServer } from '../support/server.ts'

let server: TestServer
let team: IssueTeam
let theirs: IssueTeam

beforeAll(async () => {
  server = await sharedServer()
  team = await issueTeam(server)
  theirs = await issueTeam(server)
})

type Row = { id: string; name: string; parent: string | null; sort_order: number; project_id: string }
const at = (id = '') => `${team.path}/issue-labels/${id ? `${id}/` : ''}`
const make = (fields: object = {}) => team.made<Row>(at(), { name: team.unique('Tide'), ...fields })
const read = async (id: string) => (await team.member.get<Row>(at(id))).body
const space = () => `/api/workspaces/${team.workspace.slug}`

describe('labels', () => {
  test('one alone, and those of the workspace: of the projects that one is in', async () => {
    const label = await make({ color: '#123456' })
    expect(Label.schema.strict().parse(label)).toEqual(label)
    expect((await team.guest.get(at(label.id))).body).toEqual(label)
    expect(outcome(await theirs.admin.get(`${theirs.path}/issue-labels/${label.id}/`))).toEqual(NOT_FOUND)
    const other = await team.make.project(team.admin, team.workspace.slug)
    const far = await team.made<Row>(`${other.path}/issue-labels/`, { name: 'Far' })
    const ids = async (by = team.admin) => (await by.get<Row[]>(`${space()}/labels/`)).body.map(row => row.id)
    expect(await ids()).toEqual(expect.arrayContaining([label.id, far.id]))
    expect(await ids(team.guest)).not.toContain(far.id)
    await server.db('projects').where('id', other.id).update({ archived_at: new Date() })
    expect(await ids()).not.toContain(far.id)
  })

  test('change name, colour, place and parent; a parent is of the project and never below', async () => {
    const [label, parent] = [await make(), await make()]
    const patch = { name: team.unique('Ebb'), color: '#000000', sort_order: 1.5, parent: parent.id }
    const reply = await team.admin.patch(at(label.id), patch)
    expect([reply.status, reply.body]).toMatchObject([200, patch])
    for (const above of [label.id, parent.id]) {
      const circle = await team.admin.patch(at(parent.id), { parent: above })
      expect(outcome(circle)).toEqual([400, { parent: ['A label cannot be below itself.'] }])
    }
    const foreign = await theirs.label()
    expect(outcome(await team.admin.patch(at(label.id), { parent: foreign }))).toEqual(
      noPk('parent', foreign),
    )
    expect((await team.admin.patch(at(label.id), { parent: null })).body.parent).toBeNull()
  })

  test('a name is taken once in a project, made or changed, also for two at once', async () => {
    const TAKEN = [400, { error: 'Label with the same name already exists in the project' }]
    const [one, two] = [await make(), await make()]
    expect(outcome(await team.admin.patch(at(one.id), { name: two.name }))).toEqual(TAKEN)
    expect(outcome(await team.admin.post(at(), { name: two.name }))).toEqual(TAKEN)
    expect((await team.admin.patch(at(one.id), { name: one.name, color: '#ffffff' })).status).toBe(200)
    const name = team.unique('Race')
    const replies = await Promise.all([1, 2].map(() => team.admin.post(at(), { name })))
    expect(replies.map(reply => reply.status).sort()).toEqual([201, 400])
  })

  test('are written by admins', async () => {
    const label = await make()
    for (const by of [team.member, team.guest]) {
      expect(outcome(await by.patch(at(label.id), { name: 'x' }))).toEqual(DENIED)
      expect(outcome(await by.delete(at(label.id)))).toEqual(DENIED)
    }
  })
})

describe('a deleted label', () => {
  test('goes from its issues, archived ones too, in one raise and with a row each; labels below it move to the top', async () => {
    const [label, kept] = [await make(), await make()]
    const child = await make({ parent: label.id })
    const issue = await team.issue({ label_ids: [kept.id, label.id] }, team.member)
    const archived = await team.issue({ label_ids: [label.id], state_id: team.state('completed') })
    await team.admin.post(team.at(archived.id, 'archive/'))
    const draft = await team.made(
      `${team.path}/issue-drafts/`,
      { label_ids: [label.id, kept.id] },
      team.member,
    )
    const told = await during(server, team)(issue.id, async () => {
      const reply = await team.admin.delete(at(label.id))
      expect(outcome(reply)).toEqual([204, ''])
    })
    expect(told).toMatchObject([
      {
        verb: 'updated',
        field: 'labels',
        comment: 'removed label',
        old_value: label.name,
        new_value: '',
        old_identifier: label.id,
      },
    ])
    expect((await team.read(issue.id)).label_ids).toEqual([kept.id])
    expect((await team.read(archived.id)).label_ids).toEqual([])
    expect((await team.member.get(`${team.path}/issue-drafts/${draft.id}/`)).body.label_ids).toEqual([
      kept.id,
    ])
    expect((await read(child.id)).parent).toBeNull()
    expect(outcome(await team.admin.get(at(label.id)))).toEqual(NOT_FOUND)
    expect(outcome(await team.admin.delete(at(label.id)))).toEqual(NOT_FOUND)
    const none = await team.admin.get<{ results: { id: string }[] }>(
      `${team.path}/issues/?labels=${label.id}`,
    )
    expect(none.body.results).toEqual([])
    expect((await make({ name: label.name })).id).not.toBe(label.id)
  })

  test('makes its admin follow none of its issues, and does not come back with a restored one', async () => {
    const admin = await team.make.person()
    await team.make.joinWorkspace(team.admin, team.workspace.slug, admin, 20)
    await team.make.joinProject(team.admin, team.path, admin, 20)
    const label = await make()
    const [issue, gone] = [
      await team.issue({ label_ids: [label.id] }),
      await team.issue({ label_ids: [label.id] }),
    ]
    await team.admin.delete(team.at(gone.id))
    expect((await admin.delete(at(label.id))).status).toBe(204)
    expect((await admin.get(team.at(issue.id, 'subscribe/'))).body).toEqual({ subscribed: false })
    await team.admin.post(team.at(gone.id, 'restore/'))
    expect((await team.read(gone.id)).label_ids).toEqual([])
  })

  test('and someone who adds it at the same moment: no issue keeps it', async () => {
    for (let round = 0; round < 5; round++) {
      const label = await make()
      const issue = await team.issue()
      const replies = await Promise.all([
        team.admin.delete(at(label.id)),
        team.member.patch(team.at(issue.id), { label_ids: [label.id] }),
        team.member.post(`${team.path}/issues/`, { name: 'x', label_ids: [label.id] }),
      ])
      expect(replies[0]!.status).toBe(204)
      for (const { status } of replies) expect(status).toBeLessThan(500)
      expect(await server.db('issues').whereRaw('label_ids @> array[?::uuid]', [label.id])).toEqual([])
    }
  })
})

test('the workspace’s estimates: those that the projects which one is in use', async () => {
  const list = async (by = team.admin) =>
    (await by.get<{ id: string; points: unknown[] }[]>(`${space()}/estimates/`)).body
  const body = {
    estimate: { type: 'points' },
    estimate_points: ['1', '2'].map((value, key) => ({ key, value })),
  }
  const used = await team.made<{ id: string }>(`${team.path}/estimates/`, body)
  await team.made(`${team.path}/estimates/`, body)
  const other = await team.make.project(team.admin, team.workspace.slug)
  const far = await team.made<{ id: string }>(`${other.path}/estimates/`, body)
  await team.admin.patch(`${other.path}/`, { estimate: far.id })
  await team.admin.patch(`${team.path}/`, { estimate: used.id })
  expect((await list()).map(row => row.id).sort()).toEqual([used.id, far.id].sort())
  expect((await list(team.member)).map(row => [row.id, row.points.length])).toEqual([[used.id, 2]])
})
