import { beforeAll, describe, expect, test } from 'vitest'
import { PROTOCOL } from '../../api/contract/changes.ts'
import { build } from '../support/build.ts'
import { dial as dialTo, until } from '../support/live.ts'
import { startServer } from '../support/server.ts'

let server: Awaited<ReturnType<typeof startServer>>
let make: ReturnType<typeof build>
let team: Awaited<ReturnType<ReturnType<typeof build>['team']>>

beforeAll(async () => {
  server = await startServer()
  make = build(server)
  team = await make.team()
})

const dial = (headers: Record<string, string>) => dialTo(server.origin, headers)
const counters = async () => {
  const { body } = await team.admin.get<{ at: { workspace: number; user: number } }>(
    `/api/workspaces/${team.workspace.slug}/bootstrap/`,
  )
  return body.at
}
const hello = async (fields: object = {}) => ({
  type: 'hello',
  protocol: PROTOCOL,
  workspace: team.workspace.slug,
  after: await counters(),
  ...fields,
})

test('greeted many times at once, it still tells each change once, and none after the close', async () => {
  const one = await dial({ cookie: team.admin.cookie() })
  const words = await hello()
  for (let n = 0; n < 30; n++) one.say(words)
  await until(() => one.messages.filter(message => message.type === 'ready').length === 30)
  const issue = await make.issue(team.admin, team.path)
  await until(() => one.changes().some(change => change.id === issue.id))
  await new Promise(resolve => setTimeout(resolve, 150))
  const told = one.changes().filter(change => change.id === issue.id)
  expect(new Set(told.map(change => change.seq)).size).toBe(told.length)
  one.socket.close()
})

describe('a greeting that cannot be met', () => {
  test.each([
    [{ protocol: PROTOCOL + 1 }, 'protocol'],
    [{ workspace: 'nowhere' }, 'notFound'],
    [{ after: { workspace: 999_999, user: 0 } }, 'tooOld'],
    [{ after: { workspace: 0, user: 999_999 } }, 'tooOld'],
  ])('%j is answered with reset (%s), and a right one afterwards is met', async (fields, why) => {
    const one = await dial({ cookie: team.admin.cookie() })
    one.say(await hello(fields))
    await until(() => one.messages.length > 0)
    expect(one.messages).toEqual([{ type: 'reset', why }])
    one.say(await hello())
    await one.ready()
    one.socket.close()
  })

  test.each(['', '{', '[]', '{"type":"hello"}', '{"type":"hello","after":{"workspace":"1"}}'])(
    '%j ends the socket',
    async words => {
      const one = await dial({ cookie: team.admin.cookie() })
      one.say(words)
      await until(() => one.closed() > 0)
      expect(one.closed()).toBe(4400)
    },
  )

  test('more than a greeting can be ends the socket', async () => {
    const one = await dial({ cookie: team.admin.cookie() })
    one.socket.on('error', () => {})
    one.say(JSON.stringify({ type: 'hello', pad: 'x'.repeat(64 * 1024) }))
    await until(() => one.closed() > 0)
  })
})

test('a stranger is told of no workspace that is not theirs', async () => {
  const stranger = await make.person()
  const one = await dial({ cookie: stranger.cookie() })
  one.say(await hello())
  await until(() => one.messages.length > 0)
  await make.issue(team.admin, team.path)
  await new Promise(resolve => setTimeout(resolve, 100))
  expect(one.messages).toEqual([{ type: 'reset', why: 'notFound' }])
  one.socket.close()
})

describe('with a token', () => {
  test('the workspace’s changes come, its owner’s private rows do not', async () => {
    const token = await make.token(team.admin, team.workspace.slug)
    const one = await dial({ authorization: `Bearer ${token.token}` })
    one.say(await hello({ after: { ...(await counters()), user: 0 } }))
    await one.ready()
    await team.admin.patch('/api/users/me/profile/', { use_case: 'Secret plans' })
    await make.token(team.admin, team.workspace.slug)
    const issue = await make.issue(team.admin, team.path)
    await until(() => one.changes().some(change => change.id === issue.id))
    await new Promise(resolve => setTimeout(resolve, 100))
    expect(one.messages.filter(message => message.type === 'changes' && message.scope === 'user')).toEqual([])
    expect(JSON.stringify(one.messages)).not.toContain('Secret plans')
    one.socket.close()
  })

  test('revoked while connected, it ends at once', async () => {
    const token = await make.token(team.admin, team.workspace.slug)
    const one = await dial({ 'x-api-key': token.token })
    one.say(await hello())
    await one.ready()
    await team.admin.delete(`/api/workspaces/${team.workspace.slug}/api-tokens/${token.id}/`)
    await until(() => one.closed() > 0)
    expect(one.closed()).toBe(4401)
  })
})

test('a person removed while connected is told to begin anew, and finds nothing', async () => {
  const leaver = await make.person()
  await make.joinWorkspace(team.admin, team.workspace.slug, leaver, 15)
  const one = await dial({ cookie: leaver.cookie() })
  const { body: boot } = await leaver.get<{ at: unknown }>(
    `/api/workspaces/${team.workspace.slug}/bootstrap/`,
  )
  one.say(await hello({ after: boot.at }))
  await one.ready()
  const members = await team.admin.get<{ id: string; member: { id: string } }[]>(
    `/api/workspaces/${team.workspace.slug}/members/`,
  )
  const { id } = members.body.find(row => row.member.id === leaver.id)!
  await team.admin.delete(`/api/workspaces/${team.workspace.slug}/members/${id}/`)
  await until(() => one.messages.some(message => message.type === 'reset'))
  const after = await make.issue(team.admin, team.path)
  one.say(await hello())
  await until(() => one.messages.some(message => message.type === 'reset' && message.why === 'notFound'))
  expect(JSON.stringify(one.messages)).not.toContain(after.id)
  one.socket.close()
})

test('a client that does not read is not buffered for, and gets the rest when it reads again', async () => {
  const slow = await dial({ cookie: team.admin.cookie() })
  slow.say(await hello())
  await slow.ready()
  slow.socket.pause()
  const name = 'x'.repeat(250)
  const made: string[] = []
  for (let round = 0; round < 8; round++) {
    const batch = await Promise.all(
      Array.from({ length: 25 }, () => make.issue(team.admin, team.path, { name })),
    )
    made.push(...batch.map(issue => issue.id))
  }
  slow.socket.resume()
  const issues = () => slow.changes().filter(change => change.entity === 'issue')
  await until(() => issues().length >= made.length)
  const seqs = issues().map(change => change.seq)
  expect(seqs).toEqual([...new Set(seqs)].sort((a, b) => a - b))
  slow.socket.close()
})
