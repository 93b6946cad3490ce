import { beforeAll, describe, expect, test } from 'vitest'
import { startDigests } from '../../api/jobs/digest.ts'
import { createLog } from '../../api/log.ts'
import { createStops } from '../../api/mail/stops.ts'
import { gatherDigests } from '../../api/people/notifications/gather.service.ts'
import type { Person } from '../support/build.ts'
import { type IssueTeam, issueTeam } from '../support/issueTeam.ts'
import { until } from '../support/live.ts'
import { type Mailbox, mailbox } from '../support/mailbox.ts'
import { allTold } from '../support/notified.ts'
import { startServer } from '../support/server.ts'

const ORIGIN = 'https://tandem.example'
let box: Mailbox
let server: Awaited<ReturnType<typeof startServer>>
let team: IssueTeam

beforeAll(async () => {
  box = await mailbox()
  server = await startServer(
    { ...box.env, APP_BASE_URL: ORIGIN, EMAIL_FROM: 'desk@quay.example' },
    undefined,
    { mails: true, notifying: true },
  )
  team = await issueTeam(server)
})

const someone = async () => {
  const person = await team.make.person()
  await team.make.joinWorkspace(team.admin, team.workspace.slug, person, 15)
  await team.make.joinProject(team.admin, team.path, person, 15)
  await box.take(person.email)
  return person
}
const followed = async (fields: Record<string, unknown> = {}) => {
  const reader = await someone()
  const issue = await team.issue(fields)
  await reader.post(team.at(issue.id, 'subscribe/'))
  return { reader, issue }
}
const told = () => allTold(server, team.workspace.id)
const waiting = async (who: Person): Promise<string[]> =>
  (
    await server
      .db('notifications_to_mail as m')
      .join('notifications as n', 'n.id', 'm.notification')
      .where('m.receiver', who.id)
      .orderBy('n.seq')
      .pluck('n.field')
  ).sort()
const statesOf = async (who: Person): Promise<string[]> =>
  server.db('mails').where({ recipient: who.email, kind: 'issue_digest' }).pluck('state')
const isEnded = (who: Person, states: string[]) =>
  until(async () => JSON.stringify(await statesOf(who)) === JSON.stringify(states))
const gather = async () => {
  await told()
  await gatherDigests(server.db, 0)
}
const digestOf = async (who: Person) => {
  await gather()
  return box.take(who.email)
}
const comment = (issue: string, html: string, by = team.member) =>
  team.made(team.at(issue, 'comments/'), { comment_html: html }, by)
const named = ({ id }: Person) =>
  `<mention-component id="${team.make.id()}" target="users" entity_name="user_mention" entity_identifier="${id}"></mention-component>`
const priority = (issue: string, value = 'high', by = team.member) =>
  by.patch(team.at(issue), { priority: value })

describe('the choice of mails', () => {
  const acts: Record<string, (issue: string, reader: Person) => Promise<unknown>> = {
    property_change: issue => priority(issue),
    state_change: issue => team.member.patch(team.at(issue), { state_id: team.state('started') }),
    issue_completed: issue => team.member.patch(team.at(issue), { state_id: team.state('completed') }),
    comment: issue => comment(issue, '<p>Aye</p>'),
    mention: (issue, reader) => comment(issue, `<p>Ask ${named(reader)}</p>`),
  }
  const switches = (kind: string) => (kind === 'issue_completed' ? [kind, 'state_change'] : [kind])
  test.each(Object.entries(acts))('%s goes by its own switch and by no other', async (kind, act) => {
    const { reader, issue } = await followed()
    const others = Object.keys(acts).filter(one => one !== kind)
    const off = Object.fromEntries(switches(kind).map(one => [one, false]))
    await reader.patch('/api/users/me/notification-preferences/', off)
    await act(issue.id, reader)
    await told()
    expect(await waiting(reader)).toEqual([])
    const { reader: other, issue: second } = await followed()
    await other.patch(
      '/api/users/me/notification-preferences/',
      Object.fromEntries(others.map(one => [one, false])),
    )
    await act(second.id, other)
    await told()
    expect(await waiting(other)).toHaveLength(1)
  })

  test('a person who has never chosen is mailed, a program is not', async () => {
    const { reader, issue } = await followed()
    const bot = await someone()
    await bot.post(team.at(issue.id, 'subscribe/'))
    await server.db('users').where('id', bot.id).update({ is_bot: true })
    await server.db('notification_preferences').where('user', reader.id).delete()
    await priority(issue.id)
    await told()
    expect([await waiting(reader), await waiting(bot)]).toEqual([['priority'], []])
  })
})

test('many changes by several people are one mail, told by person, with old and new values', async () => {
  const { reader, issue } = await followed({ name: 'Tide <b>&</b> "bore"\u202e', priority: 'low' })
  const { id } = issue
  await priority(id, 'high')
  await priority(id, 'urgent')
  await team.member.patch(team.at(id), { target_date: '2031-05-01', state_id: team.state('started') })
  await team.member.patch(team.at(id), { start_date: '2031-04-01' })
  await team.member.patch(team.at(id), { start_date: null })
  await team.member.patch(team.at(id), { assignee_ids: [reader.id] })
  await comment(id, `<p>${named(reader)} look at <script>alert(1)</script>1 &lt; 2</p>`, team.admin)
  const mail = await digestOf(reader)
  expect(await waiting(reader)).toEqual([])
  const key = `${team.project.identifier}-${issue.sequence_id}`
  expect(mail.subject).toBe(`${key} Tide bb bore`)
  expect(mail.text).toContain('Priority: Low → Urgent')
  expect(mail.text).toContain('Due date: None → 1 May 2031')
  expect(mail.text).toMatch(/State: \w+ → In Progress/i)
  expect(mail.text).toContain('Assignees: added you')
  expect(mail.text).not.toContain('Start date')
  expect(mail.text.match(/Priority/g)).toHaveLength(1)
  expect(mail.text).toMatch(/Mentioned you:\r?\n {2}@\w+ look at .*1 < 2/)
  expect(mail.text).toContain(`${ORIGIN}/${team.workspace.slug}/projects/${team.project.id}/issues/${id}`)
  expect(mail.text).toContain(`${ORIGIN}/profile/notifications`)
  expect(mail.text).not.toMatch(/<\/?(p|div|td)/)
  expect(mail.html).toContain('Tide &lt;b&gt;&amp;&lt;/b&gt; &quot;bore&quot;')
  expect(mail.html).not.toContain('<script')
  await gather()
  expect(await statesOf(reader)).toHaveLength(1)
})

test('news of the last minutes waits for more', async () => {
  const { reader, issue } = await followed()
  await priority(issue.id)
  await told()
  await gatherDigests(server.db, 60_000)
  expect(await waiting(reader)).toEqual(['priority'])
  await server
    .db('notifications_to_mail')
    .where('receiver', reader.id)
    .update({ created_at: new Date(Date.now() - 61_000) })
  await comment(issue.id, '<p>Ebb</p>')
  await told()
  await gatherDigests(server.db, 60_000)
  expect((await box.take(reader.email)).text).toMatch(/Ebb[\s\S]*Priority/)
})

describe('the truth as the mail leaves', () => {
  const gone: Record<string, (issue: string, said: string, reader: Person) => Promise<unknown>> = {
    'the comment was deleted': (issue, said) => team.member.delete(team.at(issue, `comments/${said}/`)),
    'it was read': (_, __, reader) =>
      reader.post(`/api/workspaces/${team.workspace.slug}/users/notifications/mark-all-read/`, {}),
    'they left the project': (_, __, reader) =>
      server.db('project_members').where({ project: team.project.id, member: reader.id }).update({
        is_active: false,
      }),
    'their account was closed': (_, __, reader) =>
      server.db('accounts').where('id', reader.id).update({ is_active: false }),
    'the issue was deleted': issue => team.admin.delete(team.at(issue)),
    'they unsubscribed': (issue, _, reader) => reader.delete(team.at(issue, 'subscribe/')),
    'they turned it off': (_, __, reader) =>
      reader.patch('/api/users/me/notification-preferences/', { comment: false, property_change: false }),
  }
  test.each(Object.entries(gone))('nothing is mailed where %s', async (_, act) => {
    const { reader, issue } = await followed()
    const said = await comment(issue.id, '<p>Never mind</p>')
    await told()
    await act(issue.id, said.id, reader)
    await gather()
    await isEnded(reader, ['moot'])
    expect(box.mails.filter(mail => mail.to === reader.email)).toEqual([])
  })

  test('a comment says what it says by then, and beside a deleted one the rest is told', async () => {
    const { reader, issue } = await followed()
    const kept = await comment(issue.id, '<p>At high water</p>')
    const taken = await comment(issue.id, '<p>Never mind</p>')
    await team.member.patch(team.at(issue.id, `comments/${kept.id}/`), {
      comment_html: '<p>At low water</p>',
    })
    await team.member.delete(team.at(issue.id, `comments/${taken.id}/`))
    const { text } = await digestOf(reader)
    expect(text).toContain('At low water')
    expect(text).not.toMatch(/high water|Never mind/)
  })
})

describe('once, whichever process dies', () => {
  test('two who gather and two who send side by side mail once', async () => {
    const { reader, issue } = await followed()
    const second = await server.another()
    await priority(issue.id)
    await told()
    const jobs = [1, 2].map(() =>
      startDigests({ db: server.db, log: createLog('silent'), waitMs: 0, pollMs: 5 }),
    )
    await isEnded(reader, ['sent'])
    await Promise.all([1, 2, 3].map(() => gatherDigests(server.db, 0)))
    for (const one of [...jobs, second]) await one.stop()
    expect(box.mails.filter(mail => mail.to === reader.email)).toHaveLength(1)
    expect(await statesOf(reader)).toEqual(['sent'])
  })

  test('a gathering that is cut off has neither mailed nor lost anything', async () => {
    const { reader, issue } = await followed()
    await priority(issue.id)
    await told()
    await server.db.raw(
      `create function cut() returns trigger language plpgsql as $$ begin raise 'cut off'; end $$;
       create trigger cut before insert on mails for each row when (new.kind = 'issue_digest') execute function cut()`,
    )
    await expect(gatherDigests(server.db, 0)).rejects.toThrow('cut off')
    expect(await waiting(reader)).toEqual(['priority'])
    await server.db.raw('drop trigger cut on mails; drop function cut()')
    await digestOf(reader)
    expect(await statesOf(reader)).toHaveLength(1)
  })
})

describe('in mail programs', () => {
  const head = (raw: string) => raw.split('\r\n\r\n')[0]!.replace(/\r\n[ \t]+/g, ' ')
  const field = (raw: string, name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(head(raw))?.[1]

  test('mails of an issue are together, each with a name of its own', async () => {
    const { reader, issue } = await followed()
    await priority(issue.id)
    const first = await digestOf(reader)
    await comment(issue.id, '<p>Aye</p>')
    const second = await digestOf(reader)
    const root = `<${issue.id}.${reader.id}@quay.example>`
    for (const { raw } of [first, second])
      expect([field(raw, 'References'), field(raw, 'In-Reply-To')]).toEqual([root, root])
    expect(second.subject).toBe(first.subject)
    expect(field(first.raw, 'Message-ID')).not.toBe(field(second.raw, 'Message-ID'))
  })

  test('unsubscribing takes one call without session or script, and no look does it', async () => {
    const { reader, issue } = await followed()
    await priority(issue.id)
    const { raw, text } = await digestOf(reader)
    const address = /^<(https:\/\/tandem\.example\/spaces\/unsubscribe\/\S+)>$/.exec(
      field(raw, 'List-Unsubscribe') ?? '',
    )?.[1]
    expect(field(raw, 'List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click')
    expect(text).toContain(address)
    const here = `${server.origin}${new URL(address!).pathname}`
    const follows = async () =>
      (await reader.get<{ subscribed: boolean }>(team.at(issue.id, 'subscribe/'))).body.subscribed
    const asked = await fetch(here)
    expect([asked.status, await follows()]).toEqual([200, true])
    const page = await asked.text()
    expect(page).toContain('<form method="post"><button')
    expect(page).toContain('until somebody mentions you')
    // As mail programs send it (RFC 8058), twice.
    for (const _ of [1, 2]) {
      const done = await fetch(here, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: 'List-Unsubscribe=One-Click',
      })
      expect([done.status, await follows()]).toEqual([200, false])
    }
    await priority(issue.id, 'low')
    await told()
    expect(await waiting(reader)).toEqual([])
  })

  test('a forged address and one that is too old do nothing', async () => {
    const { reader, issue } = await followed()
    await priority(issue.id)
    const { text } = await digestOf(reader)
    const path = /\/spaces\/unsubscribe\/\S+/.exec(text)![0]
    const stops = createStops('secret')
    const longAgo = new Date(Date.now() - 91 * 86_400_000)
    const ticket = (made: string) => made.split('/').at(-1)!
    expect(stops.read(ticket(stops.path(reader.id, issue.id)))).toEqual({
      receiver: reader.id,
      issue: issue.id,
    })
    expect(stops.read(ticket(stops.path(reader.id, issue.id, longAgo)))).toBeNull()
    for (const forged of [
      createStops('another').path(reader.id, issue.id),
      path.replace(reader.id, team.member.id),
      path.replace(/\.(\d{10})\./, '.9999999999.'),
      `${path}.more`,
      '/spaces/unsubscribe/nothing',
    ])
      for (const method of ['GET', 'POST'])
        expect((await fetch(server.origin + forged, { method })).status).toBe(404)
    const follows = await reader.get<{ subscribed: boolean }>(team.at(issue.id, 'subscribe/'))
    expect(follows.body.subscribed).toBe(true)
  })
})
