import { beforeAll, describe, expect, test } from 'vitest'
import type { Person } from '../support/build.ts'
import { type IssueTeam, issueTeam, NOT_FOUND, outcome } from '../support/issueTeam.ts'
import { sharedServer, type TestServer } from '../support/server.ts'

let server: TestServer
let team: IssueTeam

beforeAll(async () => {
  server = await sharedServer()
  team = await issueTeam(server)
})

const subscribe = (id: string, by: Person) => by.post(team.at(id, 'subscribe/'))
const unsubscribe = (id: string, by: Person) => by.delete(team.at(id, 'subscribe/'))
const isFollowing = async (id: string, who: Person) =>
  (await server.db('issue_subscriptions').where({ issue: id, subscriber: who.id }).whereNull('deleted_at'))
    .length === 1
const mention = (who: Person) =>
  `<p>Ask <mention-component id="${team.make.id()}" target="users" entity_name="user_mention" entity_identifier="${who.id}"></mention-component></p>`

describe('the calls', () => {
  test('subscribing and unsubscribing, each also twice', async () => {
    const issue = await team.issue()
    const state = async () => (await team.member.get(team.at(issue.id, 'subscribe/'))).body
    expect(await state()).toEqual({ subscribed: false })
    for (const _ of [1, 2]) {
      const { status, body } = await subscribe(issue.id, team.member)
      expect([status, body]).toMatchObject([
        201,
        {
          issue: issue.id,
          subscriber: team.member.id,
          project: team.project.id,
          workspace: team.workspace.id,
          deleted_at: null,
        },
      ])
      expect(await state()).toEqual({ subscribed: true })
    }
    for (const _ of [1, 2]) {
      expect(outcome(await unsubscribe(issue.id, team.member))).toEqual([204, ''])
      expect(await state()).toEqual({ subscribed: false })
    }
    expect((await subscribe(issue.id, team.member)).status).toBe(201)
    expect(await state()).toEqual({ subscribed: true })
    expect((await team.member.get(team.at(issue.id))).body.is_subscribed).toBe(true)
  })

  test('of an issue that a guest does not see: not found', async () => {
    const issue = await team.issue()
    for (const reply of [
      await subscribe(issue.id, team.guest),
      await unsubscribe(issue.id, team.guest),
      await team.guest.get(team.at(issue.id, 'subscribe/')),
    ])
      expect(outcome(reply)).toEqual(NOT_FOUND)
    await team.openToGuests()
    expect((await subscribe(issue.id, team.guest)).status).toBe(201)
  })

  test('nobody is subscribed to an issue that they do not see: a guest who is assigned', async () => {
    const hidden = await team.issue({ assignee_ids: [team.guest.id] })
    const own = await team.issueOfGuest()
    await team.admin.patch(team.at(own.id), { assignee_ids: [team.guest.id] })
    expect(await isFollowing(hidden.id, team.guest)).toBe(false)
    expect(await isFollowing(own.id, team.guest)).toBe(true)
    await team.openToGuests()
    const seen = await team.issue({ assignee_ids: [team.guest.id] })
    expect(await isFollowing(seen.id, team.guest)).toBe(true)
  })
})

describe('subscribers', () => {
  test('the creator, editors, commenters, assignees; not people who only react or plan', async () => {
    const issue = await team.issue()
    expect(await isFollowing(issue.id, team.admin)).toBe(true)
    const cycle = await team.cycle()
    const quiet = [
      () => team.member.post(team.at(issue.id, 'reactions/'), { reaction: '128077' }),
      () => team.member.post(`${team.path}/cycles/${cycle}/cycle-issues/`, { issues: [issue.id] }),
      () => team.member.patch(team.at(issue.id), { name: issue.name }),
    ]
    for (const act of quiet) expect((await act()).status).toBeLessThan(300)
    expect(await isFollowing(issue.id, team.member)).toBe(false)
    const acts: ((id: string) => Promise<{ status: number }>)[] = [
      id => team.member.patch(team.at(id), { priority: 'high' }),
      id => team.member.patch(team.at(id), { description_html: '<p>Low</p>' }),
      id => team.member.post(team.at(id, 'comments/'), { comment_html: '<p>Aye</p>' }),
      id => team.member.post(team.at(id, 'issue-links/'), { url: 'tides.example' }),
      id => team.admin.patch(team.at(id), { assignee_ids: [team.member.id] }),
    ]
    for (const act of acts) {
      const { id } = await team.issue()
      expect((await act(id)).status).toBeLessThan(300)
      expect(await isFollowing(id, team.member)).toBe(true)
    }
  })

  test('a relation makes its author follow the issue acted upon, not the other', async () => {
    const [issue, other] = [await team.issue(), await team.issue()]
    await team.member.post(team.at(issue.id, 'issue-relation/'), {
      relation_type: 'duplicate',
      issues: [other.id],
    })
    expect([await isFollowing(issue.id, team.member), await isFollowing(other.id, team.member)]).toEqual([
      true,
      false,
    ])
  })

  test('an admin who removes a member follows none of the issues that this changes', async () => {
    const [leaver, admin] = [await team.make.person(), await team.make.person()]
    for (const [who, role] of [
      [leaver, 15],
      [admin, 20],
    ] as const) {
      await team.make.joinWorkspace(team.admin, team.workspace.slug, who, role)
      await team.make.joinProject(team.admin, team.path, who, role)
    }
    const issue = await team.issue({ assignee_ids: [leaver.id] })
    const members = await team.admin.get<{ id: string; member: string }[]>(`${team.path}/members/`)
    const row = members.body.find(({ member }) => member === leaver.id)!
    expect((await admin.delete(`${team.path}/members/${row.id}/`)).status).toBe(204)
    expect((await team.read(issue.id)).assignee_ids).toEqual([])
    expect(await isFollowing(issue.id, admin)).toBe(false)
  })

  test('a person who left stays away through edits; a mention, an assignment or their own wish brings them back', async () => {
    const back: ((id: string) => Promise<{ status: number }>)[] = [
      id => subscribe(id, team.member),
      id => team.admin.patch(team.at(id), { assignee_ids: [team.member.id] }),
      id => team.admin.post(team.at(id, 'comments/'), { comment_html: mention(team.member) }),
      id => team.admin.patch(team.at(id), { description_html: mention(team.member) }),
    ]
    for (const act of back) {
      const { id } = await team.issue()
      await subscribe(id, team.member)
      await unsubscribe(id, team.member)
      await team.member.patch(team.at(id), { priority: 'high' })
      await team.member.post(team.at(id, 'comments/'), { comment_html: '<p>Aye</p>' })
      expect(await isFollowing(id, team.member)).toBe(false)
      expect((await act(id)).status).toBeLessThan(300)
      expect(await isFollowing(id, team.member)).toBe(true)
    }
  })
})

describe('a mention', () => {
  test('in a first text, a later one, a comment, a reworded comment: newly named people follow', async () => {
    const first = await team.issue({ description_html: mention(team.member) })
    const later = await team.issue({ description_html: '<p>Low</p>' })
    await team.admin.patch(team.at(later.id), { description_html: `<p>Low</p>${mention(team.member)}` })
    const [said, reworded] = [await team.issue(), await team.issue()]
    await team.made(team.at(said.id, 'comments/'), { comment_html: mention(team.member) })
    const { id } = await team.made(team.at(reworded.id, 'comments/'), { comment_html: '<p>Aye</p>' })
    await team.admin.patch(team.at(reworded.id, `comments/${id}/`), { comment_html: mention(team.member) })
    for (const issue of [first, later, said, reworded])
      expect(await isFollowing(issue.id, team.member)).toBe(true)
  })

  test('an old one does not bring back who has left since, however often the text is saved', async () => {
    const { id } = await team.issue({ description_html: mention(team.member) })
    await unsubscribe(id, team.member)
    await team.admin.patch(team.at(id), { description_html: `${mention(team.member)}<p>More</p>` })
    expect(await isFollowing(id, team.member)).toBe(false)
  })

  test('of someone who cannot see the issue, is not in the project, or is oneself: tells nobody', async () => {
    const outsider = await team.make.person()
    await team.make.joinWorkspace(team.admin, team.workspace.slug, outsider, 15)
    for (const who of [team.guest, outsider]) {
      const { id } = await team.issue({ description_html: mention(who) })
      await team.made(team.at(id, 'comments/'), { comment_html: mention(who) })
      expect(await isFollowing(id, who)).toBe(false)
    }
    const own = await team.issue({}, team.member)
    await unsubscribe(own.id, team.member)
    await team.member.post(team.at(own.id, 'comments/'), { comment_html: mention(team.member) })
    expect(await isFollowing(own.id, team.member)).toBe(false)
  })

  test('taken out of the text it is gone from the filter by mentions', async () => {
    const { id } = await team.issue({ description_html: mention(team.member) })
    const found = async () =>
      (
        await team.admin.get<{ results: { id: string }[] }>(`${team.path}/issues/?mentions=${team.member.id}`)
      ).body.results.map(row => row.id)
    expect(await found()).toContain(id)
    await team.read(id)
    await team.admin.patch(team.at(id), { description_html: '<p>Nobody</p>' })
    expect(await found()).not.toContain(id)
  })
})
