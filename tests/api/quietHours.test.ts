/** News in somebody's quiet hours wait for their end, and are one message then. */
import { beforeAll, describe, expect, test } from 'vitest'
import { gatherDigests } from '../../api/people/notifications/gather.service.ts'
import type { Person } from '../support/build.ts'
import { until } from '../support/live.ts'
import { type Mailbox, mailbox } from '../support/mailbox.ts'
import { allTold } from '../support/notified.ts'
import { WORDS } from '../support/pageWorld.ts'
import { type PushWorld, pushWorld } from '../support/pushWorld.ts'

const PREFERENCES = '/api/users/me/notification-preferences/'
let world: PushWorld
let box: Mailbox
let now = new Date('2031-01-08T23:00Z')

beforeAll(async () => {
  box = await mailbox()
  world = await pushWorld({ ...box.env, EMAIL_FROM: 'desk@quay.example' }, { mails: true, clock: () => now })
})

/** It has become that time for the quiet hours of everybody. */
const at = (moment: string) => {
  now = new Date(moment)
}
const gather = async () => {
  await allTold(world.server, world.team.workspace.id)
  return gatherDigests(world.server.db, 0, now)
}
const sleeper = async (hours: Record<string, unknown> = {}) => {
  const made = await world.followed({ name: 'Low water' })
  // That of having been added.
  await box.take(made.reader.email)
  const answer = await made.reader.patch(PREFERENCES, { quiet: true, ...hours })
  expect(answer.status).toBe(200)
  return made
}
const waits = async (who: Person, table: string) =>
  (await world.server.db(table).where('receiver', who.id)).filter(row => row.held).length
const isHeld = (who: Person, n: number) =>
  until(async () => (await waits(who, 'notifications_to_push')) === n, 20_000)
const mailsTo = (who: Person) => box.mails.filter(mail => mail.to === who.email)

test('by mail and in browsers: held over midnight, then one message of all; the inbox has it at once', async () => {
  at('2031-01-08T23:00Z')
  const { reader, issue, screen } = await sleeper()
  const awake = await world.followed()
  const second = await world.team.issue({ name: 'High water' })
  await reader.post(world.team.at(second.id, 'subscribe/'))
  await world.priority(issue.id)
  await world.comment(second.id, '<p>The lock opens at six</p>')
  await world.priority(awake.issue.id)
  await awake.screen.take()
  await isHeld(reader, 2)
  await gather()
  at('2031-01-09T07:59:59Z')
  await gather()
  expect([screen.arrived, mailsTo(reader), await waits(reader, 'notifications_to_mail')]).toEqual([[], [], 2])
  const unread = await reader.get<{ total_unread_notifications_count: number }>(
    `/api/workspaces/${world.team.workspace.slug}/users/notifications/unread/`,
  )
  expect(unread.body.total_unread_notifications_count).toBe(2)
  at('2031-01-09T08:00Z')
  const { shown } = await screen.take()
  expect(shown).toMatchObject({
    title: '2 notifications',
    path: `/${world.team.workspace.slug}/notifications`,
    tag: 'several',
  })
  expect(shown.body.split('\n')).toHaveLength(2)
  await gather()
  const mail = await box.take(reader.email)
  expect(mail.subject).toMatch(/^\w+-\d+ (Low|High) water and 1 more$/)
  expect(mail.text).toContain('Priority: None → High')
  expect(mail.text).toContain('The lock opens at six')
  expect(mail.html).toContain(`/issues/${second.id}`)
  await gather()
  await world.settled()
  expect([screen.arrived, mailsTo(reader)]).toEqual([[], []])
})

test('a mention on a page is mailed by itself, with the page’s name and no thread; quiet hours gather it with the rest', async () => {
  at('2031-01-08T12:00Z')
  const { reader, issue } = await sleeper()
  const page = await world.team.make.page(world.team.admin, world.team.path, { name: 'Season plan' })
  const mention = { description_html: `<p>Ask ${world.named(reader)} first</p>` }
  await world.team.admin.patch(`${world.team.path}/pages/${page.id}/`, mention)
  await gather()
  const mail = await box.take(reader.email)
  expect(mail.subject).toBe('Season plan')
  expect(mail.text).toContain('Mentioned you in the page')
  expect(mail.text).toContain(`/pages/${page.id}`)
  expect(mail.raw).not.toMatch(/^References:/m)
  at('2031-01-08T23:00Z')
  await world.team.made(`${world.team.path}/pages/${page.id}/comments/`, {
    comment_html: `<p>And ${world.named(reader)} again</p>`,
    ...WORDS,
  })
  await world.priority(issue.id)
  await gather()
  at('2031-01-09T09:00Z')
  await gather()
  const both = await box.take(reader.email)
  expect(both.subject).toMatch(/ and 1 more$/)
  expect(both.text).toContain('mentioned you; 1 more changed')
  expect(both.text).toMatch(/And @\w+ again/)
  expect(both.text).toContain('Low water')
})

test('of one issue it is the mail of that issue, in its thread', async () => {
  at('2031-01-08T23:00Z')
  const { reader, issue } = await sleeper()
  await world.priority(issue.id)
  await world.comment(issue.id, '<p>Ebb</p>')
  await gather()
  at('2031-01-09T09:00Z')
  await gather()
  const mail = await box.take(reader.email)
  expect(mail.subject).toMatch(/^\w+-\d+ Low water$/)
  expect(mail.raw).toMatch(new RegExp(`^References:\\s+<${issue.id}\\.${reader.id}@`, 'm'))
})

test('news read meanwhile is not told again', async () => {
  at('2031-01-08T23:00Z')
  const { reader, issue, screen } = await sleeper()
  await world.priority(issue.id)
  await isHeld(reader, 1)
  await gather()
  await reader.post(`/api/workspaces/${world.team.workspace.slug}/users/notifications/mark-all-read/`, {})
  at('2031-01-09T09:00Z')
  await gather()
  await world.settled()
  await until(
    async () =>
      (await world.server.db('mails').where({ recipient: reader.email, state: 'moot' })).length === 1,
  )
  expect([screen.arrived, mailsTo(reader)]).toEqual([[], []])
})

test('they are those of one’s own zone and days, and end at once when they are turned off', async () => {
  // Ten in the evening in Tokyo; a Wednesday.
  at('2031-01-08T13:00Z')
  const { reader, issue, screen } = await sleeper({ quiet_days: [3] })
  await reader.patch('/api/users/me/', { user_timezone: 'Asia/Tokyo' })
  const thursday = await sleeper({ quiet_days: [4] })
  await thursday.reader.patch('/api/users/me/', { user_timezone: 'Asia/Tokyo' })
  await world.priority(issue.id)
  await world.priority(thursday.issue.id)
  await thursday.screen.take()
  await isHeld(reader, 1)
  expect(screen.arrived).toEqual([])
  await reader.patch(PREFERENCES, { quiet: false })
  await screen.take()
})

test('a push that could not be sent before they began waits, too', async () => {
  at('2031-01-08T21:59Z')
  const { reader, issue, screen } = await world.followed()
  await world.held(() => world.priority(issue.id))
  await reader.patch(PREFERENCES, { quiet: true })
  const other = await world.followed()
  const anotherRound = async (value: string) => {
    await world.priority(other.issue.id, value)
    await other.screen.take()
  }
  at('2031-01-08T22:00Z')
  // The round that was under way has still judged by the minute before.
  await anotherRound('high')
  await world.server.db('pushes').where('receiver', reader.id).update({ next_at: new Date() })
  await anotherRound('low')
  expect(screen.arrived).toEqual([])
  at('2031-01-09T08:00Z')
  await screen.take()
})

test('a mail refused before they began waits, too, and is one with the news that came meanwhile', async () => {
  at('2031-01-08T21:59Z')
  const { reader, issue } = await sleeper()
  const mails = () => world.server.db('mails').where('recipient', reader.email)
  box.refuse.recipient = { code: 451, text: 'later' }
  await world.priority(issue.id)
  await gather()
  await until(async () => (await mails().where('said', 'is not', null)).length === 1, 20_000)
  box.refuse.recipient = null
  at('2031-01-08T22:00Z')
  await mails().update({ next_at: new Date() })
  await until(async () => (await mails().where('state', 'moot')).length === 1, 20_000)
  await world.comment(issue.id, '<p>Slack water</p>')
  await gather()
  expect([mailsTo(reader), await waits(reader, 'notifications_to_mail')]).toEqual([[], 2])
  at('2031-01-09T08:00Z')
  await gather()
  const mail = await box.take(reader.email)
  expect(mail.text).toContain('Priority: None → High')
  expect(mail.text).toContain('Slack water')
})

test('all such mails end by one call of the mail’s own, and the inbox and browsers stay', async () => {
  at('2031-01-08T23:00Z')
  const { reader, issue } = await sleeper()
  const second = await world.team.issue()
  await reader.post(world.team.at(second.id, 'subscribe/'))
  await world.priority(issue.id)
  await world.priority(second.id)
  await gather()
  at('2031-01-09T09:00Z')
  await gather()
  const { raw } = await box.take(reader.email)
  const address = /^List-Unsubscribe: <https:\/\/tandem\.example(\S+)>$/m.exec(
    raw.replace(/\r\n[ \t]+/g, ' ').replaceAll('\r', ''),
  )?.[1]
  const here = `${world.server.origin}${address}`
  expect(await (await fetch(here)).text()).toContain('mails about issues and pages')
  expect((await reader.get(PREFERENCES)).body).toMatchObject({ comment: true, mention: true })
  expect((await fetch(here, { method: 'POST', body: 'List-Unsubscribe=One-Click' })).status).toBe(200)
  expect((await reader.get(PREFERENCES)).body).toMatchObject({
    property_change: false,
    comment: false,
    mention: false,
    push_mention: true,
  })
})

describe('refusals', () => {
  const refused: [Record<string, unknown>, string][] = [
    [{ quiet_from: 600, quiet_to: 600 }, 'quiet_to'],
    [{ quiet_from: 1440 }, 'quiet_from'],
    [{ quiet_to: -1 }, 'quiet_to'],
    [{ quiet_from: '22:00' }, 'quiet_from'],
    [{ quiet_days: [] }, 'quiet_days'],
    [{ quiet_days: [7] }, 'quiet_days'],
  ]
  test.each(refused)('%j', async (body, name) => {
    const who = await world.someone()
    const answer = await who.patch<Record<string, unknown>>(PREFERENCES, body)
    expect([answer.status, Object.keys(answer.body)]).toEqual([400, [name]])
    expect((await who.get(PREFERENCES)).body).toMatchObject({ quiet: false, quiet_from: 1320, quiet_to: 480 })
  })

  test('nothing: days come sorted and once', async () => {
    const who = await world.someone()
    await who.patch(PREFERENCES, { quiet_days: [6, 0, 6] })
    expect((await who.get(PREFERENCES)).body).toMatchObject({ quiet_days: [0, 6] })
  })
})
