import { afterEach, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { pruneLog } from '../../api/jobs/pruneLog.ts'
import { build } from '../support/build.ts'
import { follower, until } from '../support/live.ts'
import { startServer, type TestServer } from '../support/server.ts'
import type { Visitor } from '../support/visitor.ts'

let server: TestServer
let make: ReturnType<typeof build>
let team: Awaited<ReturnType<ReturnType<typeof build>['team']>>
const open: ReturnType<typeof follower>[] = []

beforeAll(async () => {
  server = await startServer()
  make = build(server)
  team = await make.team()
})
afterEach(() => {
  for (const one of open.splice(0)) one.stop()
})
const follow = async (who: Visitor) => {
  const one = follower(server.origin, who, team.workspace.slug)
  open.push(one)
  await one.start()
  return one
}

test('a change reaches everyone who may see it, and nobody else', async () => {
  const [member, guest] = await Promise.all([follow(team.member), follow(team.guest)])
  const issue = await make.issue(team.admin, team.path)
  await until(() => member.rows.has(`issue/${issue.id}`))
  const own = await make.issue(team.admin, team.path)
  await until(() => member.rows.has(`issue/${own.id}`))
  await until(() => guest.at().workspace === member.at().workspace)
  expect(guest.rows.has(`issue/${issue.id}`)).toBe(false)
  expect(JSON.stringify(guest.seen)).not.toContain(issue.id)
})

test('changes missed while away come with the return, each once', async () => {
  const member = await follow(team.member)
  member.drop()
  const made: { id: string }[] = []
  for (let n = 0; n < 5; n++) made.push(await make.issue(team.admin, team.path))
  await until(() => made.every(issue => member.rows.has(`issue/${issue.id}`)))
  const seqs = member.seen.map(change => change.seq)
  expect(seqs).toEqual([...new Set(seqs)].sort((a, b) => a - b))
})

test('a private page is removed from sight when it turns private, and guests never get addresses', async () => {
  const [member, guest] = await Promise.all([follow(team.member), follow(team.guest)])
  const page = await make.page(team.admin, team.path)
  await until(() => member.rows.has(`page/${page.id}`))
  await team.admin.patch(`${team.path}/pages/${page.id}/`, { access: 1 })
  await until(() => !member.rows.has(`page/${page.id}`))
  expect([...guest.rows.keys()].some(key => key.startsWith('user_contact/'))).toBe(false)
  expect(JSON.stringify([...guest.rows.values(), ...guest.seen])).not.toContain('@quay.example')
})

test('someone removed loses the rows while connected', async () => {
  const leaver = await make.person()
  await make.joinWorkspace(team.admin, team.workspace.slug, leaver, 15)
  await make.joinProject(team.admin, team.path, leaver, 15)
  const issue = await make.issue(team.admin, team.path)
  const one = await follow(leaver)
  expect(one.rows.has(`issue/${issue.id}`)).toBe(true)
  const { body } = await team.admin.get<{ id: string; member: string }[]>(`${team.path}/members/`)
  await team.admin.delete(`${team.path}/members/${body.find(row => row.member === leaver.id)!.id}/`)
  await until(() => !one.rows.has(`issue/${issue.id}`))
})

test('a foreign page cannot open the socket with someone’s cookie; a token can, and a revoked one cannot', async () => {
  const attempt = (headers: Record<string, string>) =>
    new Promise<string>(resolve => {
      const socket = new WebSocket(`${server.origin.replace('http', 'ws')}/live`, { headers })
      socket.on('open', () => {
        socket.close()
        resolve('open')
      })
      socket.on('error', error => resolve(error.message))
    })
  expect(await attempt({ cookie: team.admin.cookie(), origin: 'https://evil.example' })).toContain('403')
  expect(await attempt({ cookie: team.admin.cookie(), origin: server.origin })).toBe('open')
  expect(await attempt({})).toContain('401')
  const token = await make.token(team.admin, team.workspace.slug)
  expect(await attempt({ 'x-api-key': token.token })).toBe('open')
  await team.admin.delete(`/api/workspaces/${team.workspace.slug}/api-tokens/${token.id}/`)
  expect(await attempt({ 'x-api-key': token.token })).toContain('401')
})

test('sequence order is commit order, without gaps, under concurrent writers', async () => {
  const space = await make.workspace(team.admin)
  const projects = await Promise.all(Array.from({ length: 4 }, () => make.project(team.admin, space.slug)))
  const seen: number[] = []
  let reading = true
  // A reader that follows while others write: the numbers that it has passed must never be filled in behind it.
  const reader = (async () => {
    let after = 0
    while (reading) {
      const { body } = await team.admin.get<{ to: number; changes: { seq: number }[] }>(
        `/api/workspaces/${space.slug}/changes/?after=${after}`,
      )
      seen.push(...body.changes.map(change => change.seq))
      after = body.to
    }
    const { body } = await team.admin.get<{ changes: { seq: number }[] }>(
      `/api/workspaces/${space.slug}/changes/?after=${after}`,
    )
    seen.push(...body.changes.map(change => change.seq))
  })()
  await Promise.all(
    projects.flatMap(project => Array.from({ length: 30 }, () => make.issue(team.admin, project.path))),
  )
  reading = false
  await reader
  expect(seen).toEqual(Array.from({ length: seen.length }, (_, at) => at + 1))
  const rows = await server.db('changes').where('scope_id', space.id).count<{ n: number }[]>('* as n')
  expect(seen.length).toBe(rows[0]!.n)
})

test('a pruned span is answered with reset, never with a hole', async () => {
  const crew = await make.team()
  await make.issue(crew.admin, crew.path)
  const changes = async (after: number) =>
    (
      await crew.admin.get<{ reset: boolean }>(
        `/api/workspaces/${crew.workspace.slug}/changes/?after=${after}`,
      )
    ).body
  expect((await changes(1)).reset).toBe(false)
  const old = new Date(Date.now() - 40 * 86_400_000)
  await server.db('changes').where('scope_id', crew.workspace.id).where('seq', '<=', 3).update({ at: old })
  expect((await pruneLog(server.db, { changeLogDays: 30 })).changes).toBe(3)
  expect((await changes(1)).reset).toBe(true)
  expect((await changes(3)).reset).toBe(false)
})

test('asked for more than is kept, the answer is reset', async () => {
  const { body } = await team.admin.get<{ reset: boolean }>(
    `/api/workspaces/${team.workspace.slug}/changes/?after=999999`,
  )
  expect(body.reset).toBe(true)
})
