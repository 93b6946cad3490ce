/** Pushes on their way: once, to nobody but the browser of their person, and never into a private network. */
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, beforeEach, describe, expect, inject, onTestFinished, test } from 'vitest'
import { secret } from '../../api/db/dataDir.ts'
import { createOutgoing, isPublicAddress } from '../../api/http/outgoing.ts'
import { openSession } from '../../api/http/session.ts'
import { createLog } from '../../api/log.ts'
import { openPushKeys } from '../../api/people/notifications/pushKeys.ts'
import { issueTeam } from '../support/issueTeam.ts'
import { until } from '../support/live.ts'
import { type PushWorld, pushWorld, SUBSCRIPTIONS } from '../support/pushWorld.ts'
import { startServer } from '../support/server.ts'

let service: PushWorld['service']
let server: PushWorld['server']
let team: PushWorld['team']
let someone: PushWorld['someone']
let followed: PushWorld['followed']
let priority: PushWorld['priority']
let settled: PushWorld['settled']
let held: PushWorld['held']
let subscriptions: PushWorld['subscriptions']

beforeAll(async () => {
  ;({ service, server, team, someone, followed, priority, settled, held, subscriptions } = await pushWorld())
})
beforeEach(() => {
  service.answers = [201]
})

describe('once, whatever the push service answers and whichever process dies', () => {
  test('a push that it cannot take now is tried again, but not for ever, and holds up nobody else', async () => {
    const { issue, screen } = await followed()
    const other = await followed()
    service.answers = [503, 429, 500, 201]
    await priority(issue.id)
    await screen.take()
    service.answers = [503]
    const before = service.calls.length
    await priority(issue.id, 'low')
    await settled()
    expect(service.calls.length - before).toBe(4)
    service.answers = [201]
    await priority(other.issue.id)
    await other.screen.take()
    expect(screen.arrived).toEqual([])
  })

  test('a browser that is gone is let go at once, one whose pushes are refused ten times in a row then', async () => {
    for (const [status, times] of [
      [410, 1],
      [404, 1],
      [403, 10],
    ] as const) {
      const { reader, issue, screen } = await followed()
      service.answers = [status]
      for (let at = 0; at < times; at++) {
        expect(await subscriptions(reader)).toHaveLength(1)
        await priority(issue.id, at % 2 ? 'low' : 'high')
        await settled()
      }
      expect(await subscriptions(reader)).toEqual([])
      expect(service.calls.filter(path => path === screen.path)).toHaveLength(times)
    }
  })

  test('a push that it took without an answer heard is not sent again, and an answer is waited for only so long', async () => {
    const { issue, screen } = await followed()
    service.answers = ['hangUp', 201]
    await priority(issue.id)
    await settled()
    expect(screen.arrived).toHaveLength(1)
    expect(service.calls.filter(path => path === screen.path)).toHaveLength(1)
    // A process that is killed while the service thinks leaves the push marked: nobody takes it again.
    service.answers = ['silence', 201]
    await priority(issue.id, 'low')
    await until(() => screen.arrived.length === 2, 20_000)
    expect(await server.db('pushes').whereNull('handed_at')).toEqual([])
    service.hangUp()
    await settled()
    expect(screen.arrived).toHaveLength(2)
    service.answers = ['silence']
    const sent = createOutgoing({ privateHosts: [service.host] }).post(
      `http://${service.host}/`,
      300,
      async () => ({
        headers: {},
        body: Buffer.from(''),
      }),
    )
    await expect(sent).rejects.toMatchObject({ isUnclear: true })
  })

  test('no redirect is followed', async () => {
    const { issue, screen } = await followed()
    const { screen: elsewhere } = await followed()
    service.location = elsewhere.endpoint
    service.answers = [307]
    await priority(issue.id)
    await settled()
    service.location = ''
    expect([service.calls.includes(screen.path), service.calls.includes(elsewhere.path)]).toEqual([
      true,
      false,
    ])
  })

  test('several processes send once, and a push taken by one that died is sent by another', async () => {
    const others = [await server.anotherPusher(), await server.anotherPusher()]
    const readers = await Promise.all([followed(), followed(), followed()])
    for (const value of ['high', 'low', 'urgent']) {
      await Promise.all(readers.map(({ issue }) => priority(issue.id, value)))
      await settled()
    }
    for (const one of others) await one.stop()
    for (const { screen } of readers) expect(screen.arrived).toHaveLength(3)
    const { issue, screen } = readers[0]!
    screen.arrived.length = 0
    // As who was killed leaves them: one taken, one whose words may have left.
    await held(() => priority(issue.id, 'none'))
    await server.db('pushes').update({ attempts: 1, next_at: new Date() })
    await screen.take()
    await held(() => priority(issue.id, 'low'))
    await server.db('pushes').update({ attempts: 1, handed_at: new Date(), next_at: new Date() })
    await settled()
    expect(screen.arrived).toEqual([])
  })
})

describe('of where it is sent', () => {
  const PRIVATE = [
    '127.0.0.1 10.1.2.3 172.16.0.1 172.31.255.255 192.168.1.1 169.254.169.254 100.64.0.1 0.0.0.0 224.0.0.1',
    '255.255.255.255 192.0.2.1 198.18.0.1 ::1 :: fc00::1 fd12::1 fe80::1 ff02::1 ::ffff:127.0.0.1 ::ffff:8.8.8.8',
    '64:ff9b::7f00:1 2002:7f00:1:: 2001:0:7f00:1:: 2001:db8::1 localhost',
  ].flatMap(line => line.split(' '))

  test('addresses of private networks are none of the internet’s, however they are written', () => {
    for (const address of PRIVATE) expect([address, isPublicAddress(address)]).toEqual([address, false])
    for (const address of ['8.8.8.8', '172.32.0.1', '2a00:1450:4001::1', '2606:4700::1111'])
      expect([address, isPublicAddress(address)]).toEqual([address, true])
  })

  test('an address that leads into a private network, is not encrypted or holds a password is not taken', async () => {
    const who = await someone()
    const { keys } = await service.subscribe(await someone())
    const bad = [
      'https://127.0.0.1/x',
      'https://2130706433/x',
      'https://0x7f.1/x',
      'https://[::1]/x',
      'https://[::ffff:10.0.0.1]/x',
      // Of nobody's list.
      'https://push.example/x',
      'https://a.push.example.org/x',
      'http://a.push.example/x',
      'https://me:secret@a.push.example/x',
      'ftp://a.push.example/x',
      `http://127.0.0.1:1/x`,
      '/x',
      `https://a.push.example/${'x'.repeat(1000)}`,
    ]
    for (const endpoint of bad)
      expect([endpoint, (await who.post(SUBSCRIPTIONS, { endpoint, keys })).status]).toEqual([endpoint, 400])
    const endpoint = 'https://a.push.example/x'
    for (const wrong of [
      { ...keys, auth: 'short' },
      { ...keys, p256dh: `BA${'A'.repeat(85)}` },
      { p256dh: keys.p256dh },
    ])
      expect((await who.post(SUBSCRIPTIONS, { endpoint, keys: wrong })).status).toBe(400)
    expect(await subscriptions(who)).toEqual([])
    expect((await who.post(SUBSCRIPTIONS, { endpoint, keys })).status).toBe(201)
  })

  test('a name is judged by its addresses in the moment of the call', async () => {
    const { calls } = service
    const before = calls.length
    const { port } = new URL(`http://${service.host}`)
    const make = async () => ({ headers: {}, body: Buffer.from('x') })
    const strict = createOutgoing({
      privateHosts: [],
      lookup: (_, done) => done(null, [{ address: '127.0.0.1', family: 4 }]),
    })
    const sent = (address: string, by = strict) => by.post(address, 2_000, make)
    await expect(sent(`https://push.example:${port}/x`)).rejects.toThrow('PRIVATE_HOST')
    await expect(sent(`http://${service.host}/x`)).rejects.toThrow('not called')
    expect(calls.length).toBe(before)
    expect(await sent(`http://${service.host}/x`, createOutgoing({ privateHosts: [service.host] }))).toEqual({
      status: 201,
      retryAfter: null,
    })
  })
})

describe('of the browsers of a person', () => {
  test('the next who sits at one takes it over, and nothing of the first comes there any more', async () => {
    const { reader, issue, screen } = await followed()
    const next = await someone()
    await held(() => priority(issue.id))
    const { endpoint, keys } = screen
    expect((await next.post(SUBSCRIPTIONS, { endpoint, keys })).status).toBe(201)
    await server.db('pushes').update({ next_at: new Date() })
    await settled()
    expect([await subscriptions(reader), screen.arrived]).toEqual([[], []])
  })

  test('they are at most twenty, the newest', async () => {
    const who = await someone()
    const ids: string[] = []
    for (let at = 0; at < 22; at++) {
      const key = await openSession(server.db, who.id, 'product', 1, { userAgent: 'x', address: 'x' })
      who.jar.set('session-id', key)
      ids.push((await service.subscribe(who)).id)
    }
    expect((await subscriptions(who)).map(({ id }) => id)).toEqual(ids.slice(2).reverse())
  })

  test('one is taken away by its person alone', async () => {
    const who = await someone()
    const { id } = await service.subscribe(who)
    expect((await team.admin.delete(`${SUBSCRIPTIONS}${id}/`)).status).toBe(404)
    expect((await who.delete(`${SUBSCRIPTIONS}${id}/`)).status).toBe(204)
    expect(await subscriptions(who)).toEqual([])
  })

  test('until an admin of the instance has turned it on there are none, and turned off nothing is sent', async () => {
    const off = await startServer({ PRIVATE_HOSTS: service.host }, undefined, {
      pushes: true,
      notifying: true,
    })
    const who = await issueTeam(off)
    const config = async () =>
      (await who.admin.get<{ config: { push_public_key: string | null } }>('/api/instances/')).body.config
    expect((await config()).push_public_key).toBe(null)
    const { endpoint, keys } = await service.subscribe(await someone())
    const refused = await who.admin.post(SUBSCRIPTIONS, { endpoint, keys })
    expect([refused.status, refused.headers.get('x-error-code')]).toEqual([400, 'push.off'])
    const runs = await who.make.instanceAdmin()
    const configure = (values: object) => runs.patch('/api/instances/configurations/', values)
    await configure({ ENABLE_BROWSER_PUSH: '1', PUSH_SERVICES: service.host })
    expect((await config()).push_public_key).toMatch(/^B[\w-]{86}$/)
    expect((await who.admin.post(SUBSCRIPTIONS, { endpoint, keys })).status).toBe(201)
    // Nobody who runs it is shown the keys.
    const rows = await runs.get('/api/instances/configurations/')
    expect(JSON.stringify(rows.body)).not.toContain('VAPID')
    // A service that is on the list no more is not called, and its browsers are let go.
    await configure({ PUSH_SERVICES: '*.push.example' })
    const before = service.calls.length
    const issue = await who.issue({})
    await who.member.patch(who.at(issue.id), { priority: 'urgent' })
    await until(async () => (await subscriptions(who.admin)).length === 0)
    expect(service.calls.length).toBe(before)
  })

  test('the keys outlive a restart, encrypted; those of another data directory are made anew and let all browsers go', async () => {
    const log = createLog('silent')
    const open = (dataDir: string) => openPushKeys({ db: server.db, dataDir, log })
    const keys = await open(server.dataDir)
    expect(await open(server.dataDir)).toEqual(keys)
    const kept = await server.db('instance_configurations').where('key', 'VAPID_KEYS').first('value')
    expect(kept.value).not.toContain(keys.privateKey)
    const who = await someone()
    await service.subscribe(who)
    const foreign = await mkdtemp(join(inject('folder'), 'keys-'))
    onTestFinished(() => rm(foreign, { recursive: true }))
    await secret(foreign, 'configuration')
    const [one, other] = await Promise.all([open(foreign), open(foreign)])
    expect(one).toEqual(other)
    expect(one.publicKey).not.toBe(keys.publicKey)
    expect(await subscriptions(who)).toEqual([])
  })
})
