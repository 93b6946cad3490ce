import { beforeAll, expect, test } from 'vitest'
import { onCommit } from '../../api/db/commits.ts'
import { changesAfter } from '../../api/live/log.ts'
import { build } from '../support/build.ts'
import { startServer, type TestServer } from '../support/server.ts'

type Change = {
  seq: number
  entity: string
  id: string
  op: string
  row: Record<string, unknown> | null
  was: Record<string, unknown> | null
  mutation_id: string | null
  actor_id: string | null
}

let server: TestServer
let make: ReturnType<typeof build>

beforeAll(async () => {
  server = await startServer()
  make = build(server)
})

const team = async () => {
  const made = await make.team()
  const changes = async (who = made.admin, after = 0) =>
    (
      await who.get<{ to: number; reset: boolean; changes: Change[] }>(
        `/api/workspaces/${made.workspace.slug}/changes/?after=${after}&limit=1000`,
      )
    ).body
  return { ...made, changes }
}

test('each write says where it is in the log, and the log says who wrote it and under which id', async () => {
  const { admin, path, changes } = await team()
  const mutation = make.id()
  const reply = await admin.post<{ id: string }>(
    `${path}/issues/`,
    { name: 'One' },
    { headers: { 'x-mutation-id': mutation } },
  )
  const { changes: all, to } = await changes()
  const seq = Number(/workspace=(\d+)/.exec(reply.headers.get('x-change-seq') ?? '')?.[1])
  expect(seq).toBe(to)
  const created = all.find(change => change.entity === 'issue')
  expect(created).toMatchObject({
    id: reply.body.id,
    op: 'upsert',
    mutation_id: mutation,
    actor_id: admin.id,
  })
  expect(created!.row).toMatchObject({ name: 'One', revision: 1 })
})

test('a refused call’s writes are neither stored nor logged, and take no number', async () => {
  const { admin, path, changes } = await team()
  const before = await changes()
  const numbers = async () =>
    (await server
      .db('project_counters')
      .where('project_id', path.split('/').at(-1)!)
      .first('last_sequence')) as {
      last_sequence: number
    }
  const counted = await numbers()
  // The last of its values is refused after the number was taken.
  const { status } = await admin.post(`${path}/issues/`, { name: 'x', state_id: make.id() })
  expect(status).toBe(400)
  expect(await changes()).toEqual(before)
  expect(await numbers()).toEqual(counted)
})

test('a change replayed over the row before it gives the row after it, for every row', async () => {
  const { admin, member, path, changes } = await team()
  const issue = await make.issue(admin, path)
  await admin.patch(`${path}/issues/${issue.id}/`, { name: 'Renamed', assignee_ids: [member.id] })
  await make.issue(admin, path, { parent_id: issue.id })
  await admin.patch(`${path}/`, { name: 'Another name' })
  const rows = new Map<string, Record<string, unknown>>()
  for (const change of (await changes()).changes)
    if (change.op === 'remove') rows.delete(`${change.entity} ${change.id}`)
    else {
      const key = `${change.entity} ${change.id}`
      expect((rows.get(key)?.revision as number) ?? 0, key).toBeLessThanOrEqual(
        change.row!.revision as number,
      )
      rows.set(key, change.row!)
    }
  const { body } = await admin.get(`${path}/issues/?per_page=100`)
  for (const row of (body as { results: { id: string }[] }).results)
    expect(rows.get(`issue ${row.id}`)).toEqual(row)
})

test('a guest reads of the log what a guest may see, and a private page leaves it for all but its owner', async () => {
  const { admin, member, guest, path, changes } = await team()
  await make.issue(admin, path, { name: 'Hidden from guests' })
  const page = await make.page(admin, path, { name: 'Private soon' })
  await admin.patch(`${path}/pages/${page.id}/`, { access: 1 })
  const seen = JSON.stringify(await changes(guest))
  expect(seen).not.toContain('Hidden from guests')
  expect(seen).not.toContain('Private soon')
  const ofMember = (await changes(member)).changes.filter(change => change.id === page.id)
  expect(ofMember.map(change => change.op)).toEqual(['upsert', 'remove'])
  expect((await changes(admin)).changes.filter(change => change.id === page.id).at(-1)!.op).toBe('upsert')
})

test('a change tells its readers the row as they saw it before, and nothing that they did not see', async () => {
  const { admin, member, guest, path, changes } = await team()
  const issue = await make.issue(admin, path, { name: 'Told', priority: 'low' })
  await admin.patch(`${path}/issues/${issue.id}/`, { priority: 'urgent' })
  const page = await make.page(admin, path, { name: 'Kept whole' })
  await admin.patch(`${path}/pages/${page.id}/`, { access: 1 })
  await admin.delete(`${path}/issues/${issue.id}/`)
  const { changes: all } = await changes(member)
  const of = (id: string) => all.filter(change => change.id === id)
  const [made, raised, deleted] = of(issue.id)
  expect(made?.was).toBeNull()
  expect(raised?.was).toMatchObject({ priority: 'low' })
  expect(raised?.was).not.toHaveProperty('name')
  expect(deleted).toMatchObject({ op: 'remove', row: null, was: { name: 'Told', priority: 'urgent' } })
  expect(of(page.id).at(-1)).toMatchObject({ op: 'remove', was: null })
  const theirs = (await changes(guest)).changes.filter(change => change.id === issue.id)
  expect(theirs).toEqual([])
})

test('rows pruned while a reader has yet to read them are told by reset, never passed over', async () => {
  const { admin, path, workspace } = await team()
  for (let n = 0; n < 3; n++) await make.issue(admin, path)
  const { to } = await changesAfter(server.db, workspace.id, 0, 1000)
  expect((await changesAfter(server.db, workspace.id, to - 3)).changes).toHaveLength(3)
  // Between a reader's two statements: the rows are gone, the counter that it read was still the old one.
  await server
    .db('changes')
    .where('scope_id', workspace.id)
    .where('seq', to - 2)
    .delete()
  expect(await changesAfter(server.db, workspace.id, to - 3)).toMatchObject({ reset: true, changes: [] })
  await server.db('changes').where('scope_id', workspace.id).delete()
  expect(await changesAfter(server.db, workspace.id, to - 1)).toMatchObject({ reset: true, changes: [] })
})

test.each(['after=-1', 'after=x', 'after=1.5', 'limit=0', 'limit=1001'])('%s is refused', async query => {
  const { admin, workspace } = await team()
  expect((await admin.get(`/api/workspaces/${workspace.slug}/changes/?${query}`)).status).toBe(400)
})

test('a repeated change is done once, whatever it was', async () => {
  const { admin, path, changes } = await team()
  const issue = await make.issue(admin, path)
  const headers = { 'x-mutation-id': make.id() }
  const one = `${path}/issues/${issue.id}/`
  expect((await admin.patch(one, { name: 'First' }, { headers })).status).toBe(204)
  await admin.patch(one, { name: 'Second' })
  const { to } = await changes()
  // Sent again because its answer was lost: it must not undo what came after.
  expect((await admin.patch(one, { name: 'First' }, { headers })).status).toBe(204)
  expect((await admin.get(one)).body.name).toBe('Second')
  expect((await changes()).to).toBe(to)
})

test('sent twice at the same moment, a creation makes one row', async () => {
  const { admin, path } = await team()
  const headers = { 'x-mutation-id': make.id() }
  const replies = await Promise.all(
    Array.from({ length: 4 }, () =>
      admin.post<{ id: string; sequence_id: number }>(`${path}/issues/`, { name: 'Once' }, { headers }),
    ),
  )
  expect(replies.map(reply => reply.status)).toEqual([201, 201, 201, 201])
  expect(new Set(replies.map(reply => `${reply.body.id} ${reply.body.sequence_id}`)).size).toBe(1)
})

test('a change that PostgreSQL refuses only at its commit is not called saved', async () => {
  const { admin, path, changes } = await team()
  await server.db.raw(`
    create function refuse() returns trigger language plpgsql as 'begin raise exception ''not this one''; end';
    create constraint trigger refused after insert on labels deferrable initially deferred
      for each row when (new.name = 'Undone') execute function refuse()`)
  const { to } = await changes()
  const refused = await admin.post(`${path}/issue-labels/`, { name: 'Undone' })
  expect([refused.status, refused.headers.get('x-change-seq')]).toEqual([500, null])
  expect((await admin.get(`${path}/issue-labels/`)).body).toEqual([])
  expect((await changes()).to).toBe(to)
})

test('a snapshot never holds what a removal that it counts as read has hidden', async () => {
  const { admin, member, path, workspace, project } = await team()
  let straddled = 0
  for (let round = 0; round < 25; round++) {
    const { body } = await admin.get<{ id: string; member: string }[]>(`${path}/members/`)
    const { id } = body.find(row => row.member === member.id)!
    const snapshots = Array.from({ length: 6 }, async (_, at) => {
      await new Promise(resolve => setTimeout(resolve, at))
      return member.get<{ at: { workspace: number }; rows: { state: { project_id: string }[] } }>(
        `/api/workspaces/${workspace.slug}/bootstrap/`,
      )
    })
    const removal = await admin.delete(`${path}/members/${id}/`)
    const removed = Number(/workspace=(\d+)/.exec(removal.headers.get('x-change-seq')!)![1])
    for (const { body } of await Promise.all(snapshots)) {
      const seen = body.rows.state.filter(state => state.project_id === project.id).length
      if (body.at.workspace < removed) straddled++
      else expect(seen).toBe(0)
    }
    await make.joinProject(admin, path, member, 15)
  }
  expect(straddled).toBeGreaterThan(0)
})

test('a reader of commits that fails takes back no answer: what is committed is done', async () => {
  const { admin, path } = await make.team()
  const leave = onCommit(server.db, () => {
    throw new Error('a reader that fails')
  })
  try {
    const { status, body } = await admin.post<{ id: string }>(`${path}/issues/`, { name: 'Sill' })
    expect(status).toBe(201)
    expect((await admin.get(`${path}/issues/${body.id}/`)).status).toBe(200)
  } finally {
    leave()
  }
})
