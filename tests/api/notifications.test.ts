import { beforeAll, describe, expect, test } from 'vitest'
import { type NotificationAnswer, senders } from '../../api/contract/people/notifications.ts'
import type { Person } from '../support/build.ts'
import { type IssueTeam, issueTeam } from '../support/issueTeam.ts'
import { follower, until } from '../support/live.ts'
import { allTold } from '../support/notified.ts'
import { WORDS } from '../support/pageWorld.ts'
import { startServer, type TestServer } from '../support/server.ts'

let server: TestServer
let team: IssueTeam

beforeAll(async () => {
  server = await startServer({}, undefined, { notifying: true })
  team = await issueTeam(server)
})

const N = () => `/api/workspaces/${team.workspace.slug}/users/notifications`
const all = async (who: Person, query = 'mentioned=all') =>
  (await who.get<NotificationAnswer[]>(`${N()}/?${query}`)).body
const told = () => allTold(server, team.workspace.id)
const heard = async (who: Person, issue: string) => {
  await told()
  return (await all(who)).filter(row => row.entity_identifier === issue)
}
/** How much of a change waits to be mailed and to be shown by browsers. */
const waiting = async (who: Person, issue: string, field: string) => {
  const of = async (table: string) => {
    const rows = await server
      .db(`${table} as w`)
      .join('notifications as n', 'n.id', 'w.notification')
      .where({ 'w.receiver': who.id, 'n.entity_identifier': issue, 'n.field': field })
      .select('n.id')
    return rows.length
  }
  const push = await of('notifications_to_push')
  // A person without a browser here is shown nothing in one.
  return { mail: await of('notifications_to_mail'), push: who.id === team.admin.id ? 1 : push }
}
const mention = (...people: Person[]) =>
  `<p>Ask ${people
    .map(
      ({ id }) =>
        `<mention-component id="${team.make.id()}" target="users" entity_name="user_mention" entity_identifier="${id}"></mention-component>`,
    )
    .join(' ')}</p>`
const subscribe = (who: Person, issue: string) => who.post(team.at(issue, 'subscribe/'))
const isOf = (rows: NotificationAnswer[]) =>
  rows.map(({ field, sender }) => [field, sender.split(':').at(-1)])

describe('the receivers of news', () => {
  const acts: Record<string, (issue: string, by: Person) => Promise<{ status: number }>> = {
    name: (id, by) => by.patch(team.at(id), { name: 'Sill' }),
    priority: (id, by) => by.patch(team.at(id), { priority: 'high' }),
    state: (id, by) => by.patch(team.at(id), { state_id: team.state('started') }),
    target_date: (id, by) => by.patch(team.at(id), { target_date: '2031-05-01' }),
    labels: async (id, by) => by.patch(team.at(id), { label_ids: [await team.label()] }),
    comment: (id, by) => by.post(team.at(id, 'comments/'), { comment_html: '<p>Aye</p>' }),
    link: (id, by) => by.post(team.at(id, 'issue-links/'), { url: 'https://tides.example' }),
    duplicate: async (id, by) =>
      by.post(team.at(id, 'issue-relation/'), {
        relation_type: 'duplicate',
        issues: [(await team.issue({}, by)).id],
      }),
    parent: async (id, by) => by.patch(team.at(id), { parent_id: (await team.issue({}, by)).id }),
  }
  test.each(Object.entries(acts))(
    '%s: creator, assignee and subscriber, each by their relation and on each channel; neither who acts, nor who may not see it, nor who has muted it',
    async (field, act) => {
      const [actor, subscriber, left] = [team.member, await extra(), await extra()]
      const [assignee, muted, mutedAssignee] = [await extra(), await extra(), await extra()]
      const { id } = await team.issue({ assignee_ids: [assignee.id, mutedAssignee.id] })
      await subscribe(subscriber, id)
      await subscribe(muted, id)
      for (const who of [muted, mutedAssignee]) {
        await allTold(server, team.workspace.id)
        await who.post(team.at(id, 'mute/'))
      }
      await subscribe(left, id)
      await left.delete(team.at(id, 'subscribe/'))
      await server.db('issue_subscriptions').insert({
        id: team.make.id(),
        issue: id,
        subscriber: team.guest.id,
        project: team.project.id,
        workspace: team.workspace.id,
      })
      expect((await act(id, actor)).status).toBeLessThan(300)
      const of = async (who: Person) => isOf(await heard(who, id)).filter(([of]) => of === field)
      const relations: [Person, string[][]][] = [
        [team.admin, [[field, 'created']]],
        [assignee, [[field, 'assigned']]],
        [subscriber, [[field, 'subscribed']]],
        ...[actor, left, team.guest, muted, mutedAssignee].map((who): [Person, string[][]] => [who, []]),
      ]
      for (const [who, rows] of relations) {
        expect(await of(who)).toEqual(rows)
        expect(await waiting(who, id, field)).toEqual({ mail: rows.length, push: rows.length })
      }
    },
  )

  const quiet: Record<string, (issue: string) => Promise<{ status: number }>> = {
    'a reaction': id => team.member.post(team.at(id, 'reactions/'), { reaction: '128077' }),
    'a cycle': async id =>
      team.member.post(`${team.path}/cycles/${await team.cycle()}/cycle-issues/`, { issues: [id] }),
    'a module': async id =>
      team.member.post(`${team.path}/modules/${await team.module()}/issues/`, { issues: [id] }),
    'a text': id => team.member.patch(team.at(id), { description_html: '<p>Low</p>' }),
    'its deletion': id => team.admin.delete(team.at(id)),
    'the far side of a relation': async id =>
      team.member.post(team.at((await team.issue({}, team.member)).id, 'issue-relation/'), {
        relation_type: 'duplicate',
        issues: [id],
      }),
  }
  test.each(Object.entries(quiet))('%s tells nobody', async (_, act) => {
    const subscriber = await extra()
    const { id } = await team.issue()
    await subscribe(subscriber, id)
    await act(id)
    expect(await heard(subscriber, id)).toEqual([])
  })

  test('an effect of an act on something else tells nobody', async () => {
    const subscriber = await extra()
    const label = await team.label()
    const { id } = await team.issue({ label_ids: [label] })
    await subscribe(subscriber, id)
    expect((await team.admin.delete(`${team.path}/issue-labels/${label}/`)).status).toBe(204)
    expect((await team.told(id)).map(row => row.field)).toContain('labels')
    expect(await heard(subscriber, id)).toEqual([])
  })

  test('an assignee hears it, of a new issue too; and so does a former one', async () => {
    const assignee = await extra()
    const { id } = await team.issue({ assignee_ids: [assignee.id] })
    expect(isOf(await heard(assignee, id))).toEqual([['assignees', 'assigned']])
    await team.admin.patch(team.at(id), { assignee_ids: [] })
    expect(isOf(await heard(assignee, id))).toEqual([
      ['assignees', 'subscribed'],
      ['assignees', 'assigned'],
    ])
  })

  test('a mention in a first text, a later one, a comment and a reworded one is told once, and nothing else of that act', async () => {
    const who = await extra()
    const first = await team.issue({ description_html: mention(who), assignee_ids: [who.id] })
    expect(isOf(await heard(who, first.id))).toEqual([['description', 'mentioned']])
    await team.admin.patch(team.at(first.id), { description_html: `${mention(who)}<p>More</p>` })
    expect(await heard(who, first.id)).toHaveLength(1)
    const { id } = await team.issue()
    await subscribe(who, id)
    const said = await team.made(team.at(id, 'comments/'), {
      comment_html: mention(who, team.admin, team.guest),
    })
    expect((await heard(who, id)).map(row => row.new_value)).toEqual([
      expect.stringMatching(/^Ask( @\w+){3}$/),
    ])
    expect(await heard(team.admin, id)).toEqual([])
    expect(await heard(team.guest, id)).toEqual([])
    await team.admin.patch(team.at(id, `comments/${said.id}/`), {
      comment_html: `${mention(who)}<p>At low water</p>`,
    })
    const [latest, told] = await heard(who, id)
    expect([latest?.field, told?.field]).toEqual(['comment', 'comment'])
    expect(told).toMatchObject({
      new_value: expect.stringMatching(/^Ask @\w+\s+At low water$/),
      message: expect.stringMatching(/has mentioned you in a comment in issue /),
      is_mentioned_notification: true,
      title: '',
      data: { issue_activity: { new_value: expect.stringMatching(/^<p>Ask.*<p>At low water<\/p>$/s) } },
    })
  })

  test('a mention in a page and in a thread of it, to people who see the page', async () => {
    const who = await extra()
    const page = await team.make.page(team.admin, team.path, { description_html: mention(who, team.guest) })
    await team.made(`${team.path}/pages/${page.id}/comments/`, { comment_html: mention(who), ...WORDS })
    const rows = await heard(who, page.id)
    expect(rows.map(row => [row.entity_name, row.field])).toEqual([
      ['page', 'comment'],
      ['page', 'description'],
    ])
    expect(await heard(team.guest, page.id)).toEqual([])
    // Clients that know issues alone are not given them.
    expect(await all(who, 'mentioned=true')).toEqual([])
    const closed = await team.make.page(team.admin, team.path, { access: 1, description_html: mention(who) })
    expect(await heard(who, closed.id)).toEqual([])
    await team.admin.post(`${team.path}/pages/${page.id}/access/`, { access: 1 })
    expect(await heard(who, page.id)).toEqual([])
  })

  test('admins hear of requests in the intake', async () => {
    await team.admin.patch(`${team.path}/`, { inbox_view: true })
    const sent = await team.made<{ issue: { id: string } }>(
      `${team.path}/intake-issues/`,
      { issue: { name: 'Gate code' } },
      team.member,
    )
    const id = sent.issue.id
    expect((await heard(team.admin, id)).map(row => [row.field, row.is_intake_issue])).toEqual([
      ['intake', true],
    ])
    expect(await heard(team.member, id)).toEqual([])
  })

  test('a deleted comment takes its words back, and one deleted before anyone was told is not told', async () => {
    const who = await extra()
    const { id } = await team.issue()
    await subscribe(who, id)
    const said = await team.made(team.at(id, 'comments/'), { comment_html: '<p>Between us</p>' })
    expect((await heard(who, id))[0]?.new_value).toBe('Between us')
    await team.admin.delete(team.at(id, `comments/${said.id}/`))
    expect(JSON.stringify(await heard(who, id))).not.toContain('Between us')
  })

  test('a person who no longer sees an issue has none of its news, in no call', async () => {
    const who = await extra()
    const { id } = await team.issue()
    await subscribe(who, id)
    await team.admin.patch(team.at(id), { priority: 'high' })
    const [row] = await heard(who, id)
    await server.db('project_members').where({ member: who.id }).update({ is_active: false })
    expect(await heard(who, id)).toEqual([])
    expect((await who.get(`${N()}/${row!.id}/`)).status).toBe(404)
    expect((await who.get(`${N()}/unread/`)).body).toEqual({
      total_unread_notifications_count: 0,
      mention_unread_notifications_count: 0,
    })
  })
})

/** Somebody with a browser that shows what they are notified of. */
const extra = async () => {
  const person = await team.make.person()
  const session = (await server.db('sessions').where('user_id', person.id).first('id')) as { id: string }
  await server.db('push_subscriptions').insert({
    id: team.make.id(),
    user: person.id,
    session: session.id,
    endpoint: `https://push.example/${person.id}`,
    p256dh: '',
    auth: '',
    user_agent: '',
  })
  await team.make.joinWorkspace(team.admin, team.workspace.slug, person, 15)
  await team.make.joinProject(team.admin, team.path, person, 15)
  return person
}

test('it reaches the open browsers of its receiver, and nobody else’s', async () => {
  const [who, other] = [await extra(), await extra()]
  const screens = [who, who, other].map(person => follower(server.origin, person, team.workspace.slug))
  for (const screen of screens) await screen.start()
  const { id } = await team.issue()
  await subscribe(who, id)
  await team.admin.patch(team.at(id), { priority: 'urgent' })
  const has = (screen: (typeof screens)[number]) =>
    screen.seen.filter(({ entity, row }) => entity === 'notification' && row?.entity_identifier === id).length
  await until(() => has(screens[0]!) === 1 && has(screens[1]!) === 1)
  await until(() => screens[2]!.seen.some(({ id: of, row }) => of === id && row?.priority === 'urgent'))
  await told()
  expect(has(screens[2]!)).toBe(0)
  for (const screen of screens) screen.stop()
})

test('a thing that is told carries the shape that clients read', async () => {
  const who = await extra()
  const { id, sequence_id } = await team.issue({ name: 'Tide rules' })
  await subscribe(who, id)
  await team.admin.patch(team.at(id), { priority: 'high' })
  const [row] = await heard(who, id)
  expect(row).toMatchObject({
    workspace: team.workspace.id,
    project: team.project.id,
    receiver: who.id,
    triggered_by: team.admin.id,
    triggered_by_details: { id: team.admin.id },
    entity_name: 'issue',
    entity_identifier: id,
    sender: senders.subscribed,
    title: 'updated the priority to',
    message: null,
    data: {
      issue: { id, name: 'Tide rules', sequence_id, identifier: team.project.identifier },
      issue_activity: {
        id: (await team.told(id)).find(entry => entry.field === 'priority')?.id,
        verb: 'updated',
        field: 'priority',
        old_value: 'none',
        new_value: 'high',
        actor: team.admin.id,
      },
    },
    ...{ read_at: null, archived_at: null, snoozed_till: null, is_mentioned_notification: false },
  })
})
