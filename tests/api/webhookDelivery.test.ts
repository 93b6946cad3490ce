/** Deliveries on their way: in order, at least once, under one id, whatever the receiver does, and never into a private network. */
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Webhook, WebhookDelivery, WebhookTry } from '../../api/contract/workspace/webhooks.ts'
import { createOutgoing } from '../../api/http/outgoing.ts'
import { type IssueTeam, issueTeam } from '../support/issueTeam.ts'
import { until } from '../support/live.ts'
import { type Manner, type Receiver, receiver } from '../support/receiver.ts'
import { startServer } from '../support/server.ts'

let server: Awaited<ReturnType<typeof startServer>>
let team: IssueTeam
let box: Receiver
let other: Receiver
let count = 0
type Whole = WebhookDelivery & { tries: WebhookTry[] }
const W = () => `/api/workspaces/${team.workspace.slug}`
const create = async (fields: object = {}, to = box) => {
  const made = await team.made<Webhook>(`${W()}/webhooks/`, {
    url: to.url(`/${++count}`),
    issue: true,
    ...fields,
  })
  return { ...made, path: `/${count}`, at: `${W()}/webhooks/${made.id}/` }
}
const newest = async (at: string): Promise<Whole> => {
  const { results } = (await team.admin.get<{ results: WebhookDelivery[] }>(`${at}deliveries/`)).body
  return (await team.admin.get<Whole>(`${at}deliveries/${results[0]!.id}/`)).body
}
const shown = async (at: string) => (await team.admin.get<Webhook>(at)).body
const target = (webhook: string) =>
  server.db('webhook_targets').where({ webhook }).first<{ failures: number }>('failures')
/** Has what waits for a better time go now. */
const hasten = async (webhook: string) => {
  await server.db('webhook_targets').where({ webhook }).update({ paused_until: '-infinity' })
  await server
    .db('webhook_deliveries')
    .where({ webhook, state: 'waiting' })
    .update({ next_at: server.db.fn.now() })
}

beforeAll(async () => {
  box = await receiver()
  other = await receiver()
  server = await startServer({ PRIVATE_HOSTS: `${box.host},${other.host}` }, undefined, { webhooks: true })
  team = await issueTeam(server)
  await until(async () => (await server.db('readers').where({ name: 'webhooks' }).first('seq')) !== undefined)
})
beforeEach(async () => {
  await server.db('webhooks').update({ is_active: false })
  for (const one of [box, other]) {
    one.manners = [200]
    one.arrived.length = 0
  }
})

describe('whatever the receiver does', () => {
  test('what fails is tried again under the same id; of one row a later change waits for the earlier one', async () => {
    const issue = await team.issue()
    const calm = await team.issue()
    const { path } = await create()
    box.manners = [500, 'hangUp', 302, 404, 200]
    await team.admin.patch(team.at(issue.id), { name: 'First' })
    await team.admin.patch(team.at(issue.id), { name: 'Second' })
    await team.admin.patch(team.at(calm.id), { name: 'Calm' })
    const ofIssue = () => box.at(path).filter(({ body }) => body.data.id === issue.id)
    const news = () => ofIssue().map(({ body }) => (body.activity as { new_value: string }).new_value)
    await until(() => news().includes('Second') && box.at(path).length >= 7, 20_000)
    expect(news().lastIndexOf('First')).toBeLessThan(news().indexOf('Second'))
    for (const [, tries] of Map.groupBy(box.at(path), ({ headers }) => headers['webhook-id']))
      expect(new Set(tries.map(({ bytes }) => bytes.toString())).size).toBe(1)
    expect(new Set(box.at(path).map(({ headers }) => headers['webhook-id'])).size).toBe(3)
  })

  test.each<[string, Manner, (tried: WebhookTry) => unknown]>([
    ['hangs', 'silence', ({ said }) => expect(said).toBe('No answer in 10 s')],
    [
      'answers a byte a second before its head ends',
      'dribbleHead',
      ({ said }) => expect(said).toBe('No answer in 10 s'),
    ],
  ])(
    'one that %s is left after ten seconds, and holds up no other',
    async (_, manner, judge) => {
      const slow = await create()
      const quick = await create({}, other)
      box.manners = [manner]
      const begun = Date.now()
      await team.issue()
      await until(() => other.at(quick.path).length === 1, 3_000)
      expect(Date.now() - begun).toBeLessThan(3_000)
      await until(async () => (await newest(slow.at)).tries.length > 0, 15_000)
      const { tries } = await newest(slow.at)
      judge(tries[0]!)
      expect(tries[0]!.ms).toBeGreaterThan(9_000)
      expect(tries[0]!.ms).toBeLessThan(11_500)
      await team.admin.patch(slow.at, { is_active: false })
    },
    40_000,
  )

  test('one that answers 200 and then a byte a second has taken it', async () => {
    const { at } = await create()
    box.manners = ['dribble']
    await team.issue()
    await until(async () => box.arrived.length > 0 && (await newest(at)).state === 'delivered', 5_000)
    expect((await newest(at)).tries[0]!.ms).toBeLessThan(2_500)
  })

  test('of a long, broken or hostile answer a kilobyte is kept', async () => {
    const { at } = await create()
    box.manners = [
      response => {
        response.writeHead(200, { 'content-type': 'text/html' })
        response.write(Buffer.concat([Buffer.from('a\0b\xff', 'latin1'), Buffer.alloc(5_000_000, 'x')]))
      },
    ]
    await team.issue()
    await until(async () => box.arrived.length > 0 && (await newest(at)).state === 'delivered')
    const [tried] = (await newest(at)).tries
    expect(tried!.answer.length).toBeLessThanOrEqual(1024)
    expect(tried!.answer.startsWith('ab')).toBe(true)
    expect(tried!.type).toBe('text/html')
  })

  test('D8: no redirect is followed', async () => {
    const { at } = await create()
    box.manners = [response => response.writeHead(307, { location: other.url('/elsewhere') }).end(), 200]
    await team.issue()
    await until(async () => box.arrived.length > 1 && (await newest(at)).state === 'delivered')
    expect((await newest(at)).tries[0]!.status).toBe(307)
    expect(other.arrived).toEqual([])
  })

  test('after five failures one delivery at a time is tried; once it is taken all go', async () => {
    const { id, path } = await create()
    box.manners = [503]
    for (let n = 0; n < 30; n++) await team.issue()
    await until(async () => ((await target(id))?.failures ?? 0) >= 5)
    await server
      .db('webhook_targets')
      .where({ webhook: id })
      .update({ paused_until: new Date(Date.now() + 600_000) })
    const before = box.at(path).length
    await new Promise(resolve => setTimeout(resolve, 300))
    expect(box.at(path).length - before).toBeLessThanOrEqual(1)
    box.manners = [200]
    box.arrived.length = 0
    await hasten(id)
    await until(
      async () =>
        (await server.db('webhook_deliveries').where({ webhook: id, state: 'waiting' })).length === 0,
    )
    expect(new Set(box.at(path).map(({ headers }) => headers['webhook-id'])).size).toBe(30)
    expect((await target(id)).failures).toBe(0)
  })

  test('a receiver that asks for quiet gets it', async () => {
    const { id } = await create()
    box.manners = [response => response.writeHead(429, { 'retry-after': '120' }).end()]
    await team.issue()
    await until(async () => {
      const row = await server
        .db('webhook_targets')
        .where({ webhook: id })
        .where('paused_until', '>', new Date(Date.now() + 100_000))
        .first('webhook')
      return row !== undefined
    })
    expect(box.arrived).toHaveLength(1)
  })

  test('an address that takes nothing for three days is switched off, its owner is told, and what waited can be sent by hand', async () => {
    const { id, at, path } = await create({ name: 'Gate controller' })
    box.manners = [500]
    await team.issue()
    await until(async () => ((await target(id))?.failures ?? 0) > 0)
    await server
      .db('webhook_targets')
      .where({ webhook: id })
      .update({ failing_since: new Date(Date.now() - 73 * 3_600_000) })
    await hasten(id)
    await until(async () => !(await shown(at)).is_active, 5_000)
    expect(await shown(at)).toMatchObject({ off_reason: 'failures', recent_failed: 1 })
    expect((await shown(at)).failures).toBeGreaterThan(1)
    const told = await server.db('mails').where({ kind: 'webhook_off' }).select('recipient', 'facts')
    expect(told).toMatchObject([{ recipient: team.admin.email, facts: { name: 'Gate controller' } }])
    const { state, id: delivery } = await newest(at)
    expect(state).toBe('failed')
    box.manners = [200]
    box.arrived.length = 0
    await team.admin.patch(at, { is_active: true })
    expect(await shown(at)).toMatchObject({ off_reason: null, is_active: true })
    await team.admin.post(`${at}deliveries/${delivery}/resend/`)
    await until(() => box.at(path).length === 1)
    expect(box.at(path)[0]!.headers['webhook-id']).toBe(delivery)
  })

  test('one that says that it is gone is switched off at once', async () => {
    const { at } = await create()
    box.manners = [410]
    await team.issue()
    await until(async () => (await shown(at)).off_reason === 'gone')
    expect(box.arrived).toHaveLength(1)
  })

  test('one delivery that is never taken is given up in the end, and those behind it go', async () => {
    const issue = await team.issue()
    const { id, at, path } = await create()
    box.manners = [400]
    await team.admin.patch(team.at(issue.id), { name: 'Poison' })
    await until(() => box.at(path).length > 0)
    await server.db('webhook_deliveries').where({ webhook: id, state: 'waiting' }).update({ attempts: 13 })
    await team.admin.patch(team.at(issue.id), { name: 'Cure' })
    await hasten(id)
    await until(async () => {
      await hasten(id)
      return (await server.db('webhook_deliveries').where({ webhook: id, state: 'failed' })).length > 0
    })
    box.manners = [200]
    await hasten(id)
    await until(async () => (await newest(at)).state === 'delivered')
    expect((await shown(at)).is_active).toBe(true)
  })
})

describe('D3: the address that was judged is the one that is called', () => {
  type Answer = { address: string; family: 4 | 6 }[]
  /** A name server whose answers change with each question. */
  const named = (answers: Answer[]) => {
    const asked: string[] = []
    const found = (host: string, done: (error: null, all: Answer) => void) => {
      asked.push(host)
      done(null, answers[Math.min(asked.length, answers.length) - 1]!)
    }
    return { asked, lookup: found }
  }
  const call = { headers: {}, body: Buffer.from('{}'), timeoutMs: 1_500, most: 10 }
  const PUBLIC: Answer = [{ address: '192.88.98.1', family: 4 }]

  test.each(['127.0.0.1', '169.254.169.254', '10.0.0.1', '::1', '::ffff:127.0.0.1', '64:ff9b::7f00:1'])(
    'a name that moves to %s between the verdict and the call is not called',
    async address => {
      const names = named([PUBLIC, [{ address, family: address.includes(':') ? 6 : 4 }]])
      const client = createOutgoing({ privateHosts: [], isPlainAllowed: true, lookup: names.lookup })
      const url = `http://moves.example:${box.port}/in`
      expect(await client.judge(url)).toBe(null)
      await expect(client.deliver(url, call)).rejects.toMatchObject({ message: 'PRIVATE_HOST' })
      expect(names.asked).toHaveLength(2)
      expect(box.arrived).toEqual([])
    },
  )

  test('nor one that has a private address beside a public one, or moves while it is being called', async () => {
    const local: Answer = [{ address: '127.0.0.1', family: 4 }]
    const mixed = createOutgoing({
      privateHosts: [],
      isPlainAllowed: true,
      lookup: named([[...PUBLIC, ...local]]).lookup,
    })
    expect(await mixed.judge(`http://mixed.example:${box.port}/`)).toBe('private')
    await expect(mixed.deliver(`http://mixed.example:${box.port}/`, call)).rejects.toMatchObject({
      message: 'PRIVATE_HOST',
    })
    // A second question would lead home: it is never asked.
    const names = named([PUBLIC, local])
    const moving = createOutgoing({ privateHosts: [], isPlainAllowed: true, lookup: names.lookup })
    await expect(moving.deliver(`http://moving.example:${box.port}/`, call)).rejects.toThrow()
    expect(names.asked).toHaveLength(1)
    expect(box.arrived).toEqual([])
  })
})

test('several senders send once, and in order', async () => {
  const others = [await server.anotherSender(), await server.anotherSender()]
  const { id, path } = await create()
  const issues = [await team.issue(), await team.issue(), await team.issue()]
  for (let n = 0; n < 8; n++)
    await Promise.all(issues.map(issue => team.admin.patch(team.at(issue.id), { name: `Tide ${n}` })))
  await until(
    async () =>
      box.at(path).length >= 27 &&
      (await server.db('webhook_deliveries').where({ webhook: id, state: 'waiting' })).length === 0,
  )
  for (const one of others) await one.stop()
  expect(box.at(path)).toHaveLength(27)
  for (const issue of issues) {
    const names = box
      .at(path)
      .filter(({ body }) => body.data.id === issue.id && body.action === 'updated')
      .map(({ body }) => (body.activity as { new_value: string }).new_value)
    expect(names).toEqual([0, 1, 2, 3, 4, 5, 6, 7].map(n => `Tide ${n}`))
  }
})
