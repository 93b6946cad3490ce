/** A muted thing is notified of on no channel, but for a mention in an issue. */
import { beforeAll, expect, test } from 'vitest'
import type { NotificationAnswer } from '../../api/contract/people/notifications.ts'
import { newsOf } from '../../api/people/notifications/digest.queries.ts'
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

const someone = async () => {
  const person = await team.make.person()
  await team.make.joinWorkspace(team.admin, team.workspace.slug, person, 15)
  await team.make.joinProject(team.admin, team.path, person, 15)
  return person
}
const heard = async (who: Person, id: string) => {
  await allTold(server, team.workspace.id)
  const at = `/api/workspaces/${team.workspace.slug}/users/notifications/?mentioned=all`
  return (await who.get<NotificationAnswer[]>(at)).body.filter(row => row.entity_identifier === id)
}
const isOf = (rows: NotificationAnswer[]) =>
  rows.map(({ field, sender }) => [field, sender.split(':').at(-1)])
/** The news that waits to be mailed to somebody. */
const mailed = async (who: Person): Promise<string[]> =>
  (
    await server
      .db('notifications_to_mail as m')
      .join('notifications as n', 'n.id', 'm.notification')
      .where('m.receiver', who.id)
      .pluck('n.field')
  ).sort()
const mention = ({ id }: Person) =>
  `<p>Ask <mention-component id="${team.make.id()}" target="users" entity_name="user_mention" entity_identifier="${id}"></mention-component></p>`

test('a muted issue tells of a mention alone, and of everything again once it is not', async () => {
  const who = await someone()
  const { id } = await team.issue({ assignee_ids: [who.id] })
  await heard(who, id)
  expect((await who.post(team.at(id, 'mute/'))).status).toBe(201)
  await team.admin.patch(team.at(id), { priority: 'low' })
  await team.made(team.at(id, 'comments/'), { comment_html: '<p>Aye</p>' })
  await team.made(team.at(id, 'comments/'), { comment_html: mention(who) })
  await team.admin.patch(team.at(id), { description_html: mention(who) })
  expect(isOf(await heard(who, id))).toEqual([
    ['description', 'mentioned'],
    ['comment', 'mentioned'],
    ['assignees', 'assigned'],
  ])
  expect(await mailed(who)).toEqual(['assignees', 'comment', 'description'])
  expect((await who.delete(team.at(id, 'mute/'))).status).toBe(204)
  await team.admin.patch(team.at(id), { priority: 'high' })
  expect(isOf(await heard(who, id))[0]).toEqual(['priority', 'assigned'])
})

test('a muted page tells nothing, mentions included', async () => {
  const who = await someone()
  const page = await team.make.page(team.admin, team.path)
  const at = `${team.path}/pages/${page.id}/`
  expect((await who.post(`${at}mute/`)).status).toBe(201)
  await team.admin.patch(at, { description_html: mention(who) })
  await team.made(`${at}comments/`, { comment_html: mention(who), ...WORDS })
  expect(await heard(who, page.id)).toEqual([])
  await who.delete(`${at}mute/`)
  await team.made(`${at}comments/`, { comment_html: mention(who), ...WORDS })
  expect(isOf(await heard(who, page.id))).toEqual([['comment', 'mentioned']])
})

test('news muted before its mail or push left is not sent, except for a mention', async () => {
  const who = await someone()
  const { id } = await team.issue({ assignee_ids: [who.id] })
  await team.made(team.at(id, 'comments/'), { comment_html: mention(who) })
  await team.admin.patch(team.at(id), { priority: 'low' })
  const rows = await heard(who, id)
  await who.post(team.at(id, 'mute/'))
  for (const way of ['', 'push_'] as const) {
    const news = await newsOf(
      server.db,
      who.id,
      rows.map(row => row.id),
      way,
    )
    expect(news.map(row => row.field)).toEqual(['comment'])
  }
})

test('muting twice is once, also at the same moment; it is one’s own, and shown in one’s other browsers', async () => {
  const who = await someone()
  const { id } = await team.issue()
  const [screen, other] = [who, team.member].map(one => follower(server.origin, one, team.workspace.slug))
  for (const one of [screen!, other!]) await one.start()
  const answers = await Promise.all([1, 2, 3].map(() => who.post<{ id: string }>(team.at(id, 'mute/'))))
  expect(new Set(answers.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1)
  await until(() => screen!.rows.has(`mute/${answers[0]!.body.id}`))
  await who.delete(team.at(id, 'mute/'))
  await who.delete(team.at(id, 'mute/'))
  await until(() => !screen!.rows.has(`mute/${answers[0]!.body.id}`))
  await team.admin.patch(team.at(id), { name: 'Seen' })
  await until(() => other!.rows.get(`issue/${id}`)?.name === 'Seen')
  expect(other!.seen.filter(({ entity }) => entity === 'mute')).toEqual([])
  for (const one of [screen!, other!]) one.stop()
})

test('an issue that one does not see cannot be muted', async () => {
  const { id } = await team.issue()
  expect((await team.guest.post(team.at(id, 'mute/'))).status).toBe(404)
  const closed = await team.make.page(team.admin, team.path, { access: 1 })
  expect((await team.member.post(`${team.path}/pages/${closed.id}/mute/`)).status).toBe(404)
})
