/** `Idempotency-Key`, `ETag` and `If-Match`: a write is done once, and on the state that its sender knows. */
import { beforeAll, expect, test } from 'vitest'
import { build } from '../support/build.ts'
import { sharedServer, type TestServer } from '../support/server.ts'
import { visitor } from '../support/visitor.ts'

let server: TestServer
let team: Awaited<ReturnType<ReturnType<typeof build>['team']>>
let make: ReturnType<typeof build>
beforeAll(async () => {
  server = await sharedServer()
  make = build(server)
  team = await make.team()
})

type Named = { id: string; name: string; revision: number }
const keyed = (key: string) => ({ headers: { 'idempotency-key': key } })

test('a key of any letters makes one issue, however often it is sent; another person, call or key makes another', async () => {
  const { admin, member, path } = team
  const issues = `${path}/issues/`
  const send = (who: typeof admin, to: string, name: string, key: string) =>
    who.send<Named>('POST', to, { name }, keyed(key))
  const first = await send(admin, issues, 'Buoy', 'order 12/ä')
  // Headers are Latin-1.
  expect(first.status).toBe(201)
  const again = await Promise.all([1, 2, 3].map(() => send(admin, issues, 'Buoy', 'order 12/ä')))
  expect(new Set([first, ...again].map(({ body }) => body.id)).size).toBe(1)
  const others = [
    await send(member, issues, 'Buoy', 'order 12/ä'),
    await send(admin, issues, 'Buoy', 'order 13'),
    await send(admin, `${path}/issue-labels/`, 'Buoy', 'order 12/ä'),
  ]
  expect(new Set([first, ...others].map(({ body }) => body.id)).size).toBe(4)
  expect(others.map(({ status }) => status)).toEqual([201, 201, 201])
  const label = await send(admin, `${path}/issue-labels/`, 'Buoy', 'order 12/ä')
  expect(label.body.id).toBe(others[2]!.body.id)
  expect((await send(admin, issues, 'Buoy', 'k'.repeat(255))).status).toBe(201)
  expect(await send(admin, issues, 'Buoy', 'k'.repeat(256))).toMatchObject({
    status: 400,
    body: { error: 'An Idempotency-Key has at most 255 characters.' },
  })
  const uuid = make.id()
  expect((await send(admin, issues, 'Buoy', uuid)).body.id).toBe(uuid)
})

test('a change of a known state is done while that is the state; else it is refused with the present one', async () => {
  const { admin, path } = team
  const issue = await make.issue(admin, path, { name: 'Lamp' })
  const at = `${path}/issues/${issue.id}/`
  const read = async () => {
    const { headers, body } = await admin.get<Named>(at)
    return { mark: headers.get('etag') ?? '', body }
  }
  const change = (method: string, mark: string, body?: object) =>
    admin.send<{ row: Named; error: string }>(method, at, body, { headers: { 'if-match': mark } })
  const { mark, body } = await read()
  expect(mark).toBe(`"${body.revision}"`)
  const done = await change('PATCH', mark, { name: 'Lamp lit' })
  expect([done.status, done.headers.get('etag')]).toEqual([204, (await read()).mark])
  const late = await change('PATCH', mark, { name: 'Lamp out' })
  expect([late.status, late.body.error, late.body.row.name]).toEqual([
    412,
    'This has changed since you read it.',
    'Lamp lit',
  ])
  expect(late.headers.get('etag')).toBe(`"${late.body.row.revision}"`)
  expect(late.headers.get('x-error-code')).toBe('mark.changed')
  expect((await read()).body.name).toBe('Lamp lit')
  expect((await change('DELETE', mark)).status).toBe(412)
  // Weak marks, lists and any state.
  expect((await change('PATCH', `W/${late.headers.get('etag')}`, { name: 'One' })).status).toBe(204)
  expect((await change('PATCH', `"1", ${(await read()).mark}`, { name: 'Two' })).status).toBe(204)
  expect((await change('PATCH', '*', { name: 'Three' })).status).toBe(204)
  expect((await change('DELETE', (await read()).mark)).status).toBe(204)
})

test('of those who change one state at once, one does; a repeat of theirs is answered as before', async () => {
  const { admin, path } = team
  const made = await admin.post<Named>(`${path}/states/`, {
    name: 'Moored',
    color: '#46a758',
    group: 'started',
  })
  const mark = made.headers.get('etag') ?? ''
  expect(mark).toBe(`"${made.body.revision}"`)
  const at = `${path}/states/${made.body.id}/`
  const tries = Array.from({ length: 6 }, (_, n) =>
    admin.send<Named>(
      'PATCH',
      at,
      { name: `Moored ${n}` },
      { headers: { 'if-match': mark, 'idempotency-key': `try ${n}` } },
    ),
  )
  const statuses = (await Promise.all(tries)).map(({ status }) => status)
  expect(statuses.toSorted()).toEqual([200, 412, 412, 412, 412, 412])
  const winner = statuses.indexOf(200)
  const again = await admin.send<Named>(
    'PATCH',
    at,
    { name: `Moored ${winner}` },
    { headers: { 'if-match': mark, 'idempotency-key': `try ${winner}` } },
  )
  expect([again.status, again.body.name]).toEqual([200, `Moored ${winner}`])
})

test('who may not change a row learns nothing of it by a mark; a call that changes no single row takes none', async () => {
  const { admin, path } = team
  const issue = await make.issue(admin, path)
  const stranger = await make.person()
  const at = `${path}/issues/${issue.id}/`
  const marked = { headers: { 'if-match': '"99"' } }
  expect((await stranger.send('PATCH', at, { name: 'Mine' }, marked)).status).toBe(404)
  expect((await team.guest.send('PATCH', at, { name: 'Mine' }, marked)).status).toBe(404)
  expect(await admin.send('POST', `${path}/issues/`, { name: 'New' }, marked)).toMatchObject({
    status: 400,
    body: { error: 'This call takes no If-Match: it changes no single row.' },
  })
  const token = await make.token(admin, team.workspace.slug)
  const program = visitor(server.origin, token.token)
  const v1 = await program.send<{ row: Record<string, unknown> }>(
    'PATCH',
    at.replace('/api/', '/api/v1/'),
    { name: 'Mine' },
    marked,
  )
  expect([v1.status, v1.body.row.project]).toEqual([412, team.project.id])
})
