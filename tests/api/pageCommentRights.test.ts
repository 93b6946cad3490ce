import { beforeAll, describe, expect, test } from 'vitest'
import type { PageComment } from '../../api/contract/text/pageComments.ts'
import { build, type Person } from '../support/build.ts'
import { assetsAt, sendImage } from '../support/files.ts'
import { DENIED, NOT_FOUND, outcome } from '../support/issueTeam.ts'
import { follower, until } from '../support/live.ts'
import { talkOf } from '../support/pageTalk.ts'
import { WORDS } from '../support/pageWorld.ts'
import { sharedServer, type TestServer } from '../support/server.ts'
import { visitor } from '../support/visitor.ts'

let server: TestServer
let make: ReturnType<typeof build>
let team: Awaited<ReturnType<typeof make.team>>
let talk: ReturnType<typeof talkOf>
let pages: (typeof talk)['pages']
let at: (typeof talk)['at']

beforeAll(async () => {
  server = await sharedServer()
  make = build(server)
  team = await make.team()
  talk = talkOf(make, team)
  ;({ pages, at } = talk)
})

const ARCHIVED = [400, { error: 'Page is archived' }]

describe('rights', () => {
  test('a comment is reworded by its author alone, deleted by its author and by admins', async () => {
    const page = await pages.make(team.admin)
    const [own, theirs] = [await talk.begin(page), await talk.begin(page, team.admin)]
    const reword = (by: Person, id: string) =>
      by.patch<PageComment>(at(page, `${id}/`), { comment_html: '<p>Neap</p>' })
    expect(outcome(await reword(team.admin, own.id))).toEqual(DENIED)
    expect(outcome(await reword(team.member, theirs.id))).toEqual(DENIED)
    const { body } = await reword(team.member, own.id)
    expect(body).toMatchObject({ comment_stripped: 'Neap', quote: own.quote, anchor_end: own.anchor_end })
    expect(body.edited_at).toMatch(/Z$/)
    expect(outcome(await team.member.delete(at(page, `${theirs.id}/`)))).toEqual(DENIED)
    expect((await team.admin.delete(at(page, `${own.id}/`))).status).toBe(204)
  })

  test('a guest comments on pages that they see, and finds none of the others', async () => {
    const page = await pages.make(team.admin)
    const { id } = await talk.begin(page)
    expect((await talk.say(page, { comment_html: '<p>x</p>', ...WORDS }, team.guest)).status).toBe(404)
    expect((await team.guest.get(at(page))).status).toBe(404)
    await team.admin.patch(`${team.path}/`, { guest_view_all_features: true })
    expect((await talk.say(page, { comment_html: '<p>x</p>', ...WORDS }, team.guest)).status).toBe(201)
    expect((await team.guest.post(at(page, `${id}/resolve/`))).status).toBe(204)
    expect(outcome(await team.guest.delete(at(page, `${id}/`)))).toEqual(DENIED)
    await team.admin.patch(`${team.path}/`, { guest_view_all_features: false })
    expect((await team.guest.get(at(page, `${id}/`))).status).toBe(404)
  })

  test('the place of its words is told by people who may write the page, while it may be written', async () => {
    const page = await pages.make(team.admin)
    const { id } = await talk.begin(page, team.admin)
    const anchor = { anchor_start: 'CAgI', anchor_end: 'CQkJ' }
    const move = (by: Person, to: object = anchor, of = id) => by.post(at(page, `${of}/anchor/`), to)
    expect(outcome(await move(team.member))).toEqual([204, ''])
    expect((await talk.listed(page)).results[0]).toMatchObject({
      ...anchor,
      quote: WORDS.quote,
      edited_at: null,
    })
    expect((await move(team.member, { anchor_start: 'CAgI' })).status).toBe(400)
    expect((await move(team.member, anchor, (await talk.reply(page, id)).id)).status).toBe(404)
    await team.admin.patch(`${team.path}/`, { guest_view_all_features: true })
    expect(outcome(await move(team.guest))).toEqual(DENIED)
    await team.admin.patch(`${team.path}/`, { guest_view_all_features: false })
    await team.admin.post(pages.at(page, 'lock/'))
    expect((await move(team.admin)).status).toBe(400)
  })

  test('of a private page only its owner finds any, whoever wrote them', async () => {
    const page = await pages.make(team.admin)
    const { id } = await talk.begin(page)
    await team.admin.post(pages.at(page, 'access/'), { access: 1 })
    expect(outcome(await team.member.get(at(page, `${id}/`)))).toEqual(NOT_FOUND)
    expect((await team.member.get(at(page))).status).toBe(404)
    expect((await team.member.patch(at(page, `${id}/`), { comment_html: '<p>x</p>' })).status).toBe(404)
    expect(await talk.idsOf(page)).toEqual([id])
    await team.admin.post(pages.at(page, 'access/'), { access: 0 })
    expect(await talk.idsOf(page, team.member)).toEqual([id])
  })

  test('on a locked page people go on talking; an archived one is only read', async () => {
    const page = await pages.make(team.admin)
    await team.admin.post(pages.at(page, 'lock/'))
    const { id } = await talk.begin(page)
    const deleted = await talk.begin(page)
    await team.member.delete(at(page, `${deleted.id}/`))
    await pages.archive(team.admin, page)
    expect(await talk.idsOf(page, team.member)).toEqual([id])
    expect(outcome(await talk.say(page, { comment_html: '<p>x</p>', ...WORDS }))).toEqual(ARCHIVED)
    expect(outcome(await team.member.patch(at(page, `${id}/`), { comment_html: '<p>x</p>' }))).toEqual(
      ARCHIVED,
    )
    expect(outcome(await team.member.delete(at(page, `${id}/`)))).toEqual(ARCHIVED)
    expect(outcome(await team.member.post(at(page, `${deleted.id}/restore/`)))).toEqual(ARCHIVED)
    expect(outcome(await team.member.post(at(page, `${id}/resolve/`)))).toEqual(ARCHIVED)
  })

  test('an image of a comment is seen with it, and no longer when the page is private', async () => {
    const page = await pages.make(team.admin)
    const kind = { entity_type: 'PAGE_COMMENT_DESCRIPTION' }
    const { asset_id } = await sendImage(team.member, team.path, kind)
    await talk.begin(page, team.member, `<image-component src="${asset_id}"></image-component>`)
    const seen = async (by: Person) => (await by.get(`${assetsAt(team.path)}${asset_id}/`)).status
    expect(await seen(team.admin)).toBe(302)
    expect(await seen(team.guest)).toBe(404)
    await team.admin.post(pages.at(page, 'access/'), { access: 1 })
    expect(await seen(team.member)).toBe(404)
  })
})

describe('live', () => {
  test('comments come to viewers of the page, and are gone when the page goes from sight', async () => {
    const page = await pages.make(team.admin)
    const watch = follower(server.origin, team.member, team.workspace.slug)
    const guest = follower(server.origin, team.guest, team.workspace.slug)
    await watch.start()
    await guest.start()
    const about = (from: typeof watch, id: string) => from.seen.filter(change => change.id === id)
    const first = await talk.begin(page, team.admin)
    await until(() => about(watch, first.id)[0]?.row?.comment_stripped === 'Which tide?')
    await team.admin.post(at(page, `${first.id}/resolve/`))
    await until(() => about(watch, first.id).at(-1)?.row?.resolved_by === team.admin.id)
    await team.admin.post(pages.at(page, 'access/'), { access: 1 })
    await until(() => about(watch, first.id).at(-1)?.op === 'remove')
    const hidden = await talk.begin(page, team.admin, '<p>Between us</p>')
    await team.admin.post(pages.at(page, 'access/'), { access: 0 })
    await until(() => about(watch, hidden.id).at(-1)?.op === 'upsert')
    expect(about(watch, hidden.id)).toHaveLength(1)
    expect([...about(guest, first.id), ...about(guest, hidden.id)]).toEqual([])
    watch.stop()
    guest.stop()
  })

  test('when its owner has left the project, its admins find the threads of a private page', async () => {
    const owner = await make.person()
    await make.joinWorkspace(team.admin, team.workspace.slug, owner, 15)
    await make.joinProject(team.admin, team.path, owner, 15)
    const page = await pages.make(owner, { access: 1 })
    const { id } = await talk.begin(page, owner)
    expect((await team.admin.get(at(page, `${id}/`))).status).toBe(404)
    const { body: members } = await team.admin.get<{ id: string; member: unknown }[]>(`${team.path}/members/`)
    const row = members.find(member => JSON.stringify(member).includes(owner.id))
    await team.admin.delete(`${team.path}/members/${row?.id}/`)
    expect((await team.admin.get(at(page, `${id}/`))).status).toBe(200)
    expect((await team.member.get(at(page, `${id}/`))).status).toBe(404)
  })

  test('with a deleted page they are gone, and come back with it', async () => {
    const page = await pages.make(team.admin)
    const { id } = await talk.begin(page)
    await pages.archive(team.admin, page)
    await team.admin.delete(pages.at(page))
    const found = await server.db('page_comments').where({ id }).whereNull('deleted_at').first('id')
    expect(found).toEqual({ id })
    expect((await team.member.get(at(page, `${id}/`))).status).toBe(404)
    await team.admin.post(pages.at(page, 'restore/'))
    expect(await talk.idsOf(page, team.member)).toEqual([id])
    expect((await visitor(server.origin).get(at(page))).status).toBe(401)
  })
})
