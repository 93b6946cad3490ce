/** People's news reach their browsers: encrypted for each, and as they are when they leave. */
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { hashOf, openSession } from '../../api/http/session.ts'
import type { Person } from '../support/build.ts'
import { ORIGIN, type PushWorld, pushWorld, SUBSCRIPTIONS } from '../support/pushWorld.ts'
import { visitor } from '../support/visitor.ts'

let service: PushWorld['service']
let server: PushWorld['server']
let team: PushWorld['team']
let someone: PushWorld['someone']
let followed: PushWorld['followed']
let priority: PushWorld['priority']
let comment: PushWorld['comment']
let named: PushWorld['named']
let settled: PushWorld['settled']
let held: PushWorld['held']
let subscriptions: PushWorld['subscriptions']

beforeAll(async () => {
  ;({ service, server, team, someone, followed, priority, comment, named, settled, held, subscriptions } =
    await pushWorld())
})
beforeEach(() => {
  service.answers = [201]
})

test('news is encrypted for its receiver’s browser, signed by this server, small, and leads to the issue', async () => {
  const { reader, issue, screen } = await followed({ name: 'Tide <b>&</b>\u202e bore', priority: 'low' })
  await priority(issue.id)
  const { headers, token, shown, bytes } = await screen.take()
  expect(shown).toMatchObject({
    title: `${team.project.identifier}-${issue.sequence_id} Tide <b>&</b> bore`,
    path: `/${team.workspace.slug}/projects/${team.project.id}/issues/${issue.id}`,
    tag: issue.id,
  })
  expect(shown.body).toMatch(/^\S+: Priority: Low → High$/)
  const { body } = await reader.get<{ config: { push_public_key: string } }>('/api/instances/')
  expect(token).toMatchObject({
    aud: `http://${service.host}`,
    sub: ORIGIN,
    key: body.config.push_public_key,
  })
  const hours = (token.exp - Date.now() / 1000) / 3600
  expect(hours > 0 && hours <= 24).toBe(true)
  expect(headers).toMatchObject({
    'content-encoding': 'aes128gcm',
    ttl: '86400',
    topic: issue.id.replaceAll('-', ''),
  })
  await comment(issue.id, `<p>${named(reader)} look, ${'long '.repeat(4000)}</p>`)
  const said = await screen.take()
  expect(said.shown.body).toMatch(/^\S+ mentioned you: @\S+ look, long /)
  expect([...said.shown.body].length).toBeLessThan(200)
  expect(Math.max(bytes, said.bytes)).toBeLessThan(4096)
  const [row] = (await reader.get<Record<string, unknown>[]>(SUBSCRIPTIONS)).body
  expect(row).toMatchObject({ is_current: true, last_sent_at: expect.any(String) })
  expect(JSON.stringify(row)).not.toMatch(/endpoint|p256dh|auth/)
})

test('one act is one push, and each browser of a person gets it', async () => {
  const { reader, issue, screen } = await followed()
  const key = await openSession(server.db, reader.id, 'product', 1, { userAgent: 'x', address: 'x' })
  const elsewhere = Object.assign(visitor(server.origin), { id: reader.id, email: reader.email })
  elsewhere.jar.set('session-id', key)
  const other = await service.subscribe(elsewhere)
  await team.member.patch(team.at(issue.id), {
    priority: 'urgent',
    target_date: '2031-05-01',
    state_id: team.state('started'),
  })
  const [here, there] = [await screen.take(), await other.take()]
  expect(here.shown).toEqual(there.shown)
  expect(here.shown.body.split('\n')).toHaveLength(3)
  await settled()
  expect([screen.arrived, other.arrived]).toEqual([[], []])
  expect((await subscriptions(reader)).map(({ id }) => id)).toEqual([other.id, screen.id])
})

describe('the choice of pushes', () => {
  const acts: Record<string, (issue: string, reader: Person) => Promise<unknown>> = {
    property_change: issue => priority(issue),
    state_change: issue => team.member.patch(team.at(issue), { state_id: team.state('started') }),
    issue_completed: issue => team.member.patch(team.at(issue), { state_id: team.state('completed') }),
    comment: issue => comment(issue, '<p>Aye</p>'),
    mention: (issue, reader) => comment(issue, `<p>Ask ${named(reader)}</p>`),
  }
  /** A completion is a change of state as well: it is known by either switch. */
  const switches = (kind: string) => (kind === 'issue_completed' ? [kind, 'state_change'] : [kind])
  test.each(Object.entries(acts))('%s goes by its own switch and by no other', async (kind, act) => {
    const { reader, issue, screen } = await followed()
    const off = Object.fromEntries(switches(kind).map(one => [`push_${one}`, false]))
    await reader.patch('/api/users/me/notification-preferences/', off)
    await act(issue.id, reader)
    await settled()
    expect(screen.arrived).toEqual([])
    const others = Object.keys(acts).flatMap(one => (one === kind ? [one] : [one, `push_${one}`]))
    await reader.patch(
      '/api/users/me/notification-preferences/',
      Object.fromEntries([...others.map(one => [one, false]), [`push_${kind}`, true]]),
    )
    const second = await team.issue()
    await reader.post(team.at(second.id, 'subscribe/'))
    await act(second.id, reader)
    expect((await screen.take()).shown.tag).toBe(second.id)
  })

  test('a page that mentions somebody is shown with its name, and leads there', async () => {
    const { reader, screen } = await followed()
    const page = await team.make.page(team.admin, team.path, { name: 'Season' })
    await team.admin.patch(`${team.path}/pages/${page.id}/`, {
      description_html: `<p>Ask ${named(reader)}</p>`,
    })
    const { shown } = await screen.take()
    expect(shown).toMatchObject({
      title: 'Season',
      path: `/${team.workspace.slug}/projects/${team.project.id}/pages/${page.id}`,
    })
    expect(shown.body).toMatch(/mentioned you in the page$/)
  })
})

describe('the truth as it leaves', () => {
  const gone: Record<string, (issue: string, said: string, reader: Person) => Promise<unknown>> = {
    'the comment was deleted': (issue, said) => team.member.delete(team.at(issue, `comments/${said}/`)),
    'it was read': (_, __, reader) =>
      reader.post(`/api/workspaces/${team.workspace.slug}/users/notifications/mark-all-read/`, {}),
    'they left the project': (_, __, reader) => reader.post(`${team.path}/members/leave/`, {}),
    'the issue was deleted': issue => team.admin.delete(team.at(issue)),
    'they unsubscribed': (issue, _, reader) => reader.delete(team.at(issue, 'subscribe/')),
    'they turned it off': (_, __, reader) =>
      reader.patch('/api/users/me/notification-preferences/', { push_comment: false }),
    'they signed out': (_, __, reader) => reader.form('/auth/sign-out/', {}),
    'their session is over': (_, __, reader) =>
      server
        .db('sessions')
        .where('user_id', reader.id)
        .update({ expires_at: new Date(0) }),
    'their account was closed': (_, __, reader) => reader.delete('/api/users/me/'),
  }
  test.each(Object.entries(gone))('nothing is sent where %s', async (_, act) => {
    const { reader, issue, screen } = await followed()
    const said = await held(() => comment(issue.id, '<p>Never mind</p>'))
    await act(issue.id, said.id, reader)
    await server.db('pushes').update({ next_at: new Date() })
    await settled()
    expect(screen.arrived).toEqual([])
  })

  test('signing out, here or from elsewhere, closing the account and changing the password leave no browser there', async () => {
    const ends: ((who: Person) => Promise<unknown>)[] = [
      who => who.form('/auth/sign-out/', {}),
      who => who.delete('/api/users/me/sessions/'),
      who => who.delete('/api/users/me/'),
    ]
    for (const end of ends) {
      const who = await someone()
      const key = await openSession(server.db, who.id, 'product', 1, { userAgent: 'x', address: 'x' })
      await service.subscribe(who)
      const other = Object.assign(visitor(server.origin), { id: who.id, email: who.email })
      other.jar.set('session-id', key)
      await service.subscribe(other)
      await end(who)
      const left = await server
        .db('push_subscriptions as p')
        .join('sessions as s', 's.id', 'p.session')
        .where('p.user', who.id)
        .pluck('s.key_hash')
      expect(left).toEqual(
        end === ends[0] ? [hashOf(key)] : end === ends[1] ? [hashOf(who.jar.get('session-id')!)] : [],
      )
    }
  })
})
