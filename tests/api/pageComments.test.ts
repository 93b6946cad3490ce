import { beforeAll, describe, expect, test } from 'vitest'
import { type PageComment, PageComment as PageCommentEntity } from '../../api/contract/pageComments.ts'
import { build, type Person } from '../support/build.ts'
import { assetsAt, sendImage } from '../support/files.ts'
import { DENIED, NOT_FOUND, outcome } from '../support/issueTeam.ts'
import { follower, until } from '../support/live.ts'
import { pagesOf, WORDS } from '../support/pageWorld.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { visitor } from '../support/visitor.ts'

type Make = ReturnType<typeof build>
let server: TestServer
let make: Make
let team: Awaited<ReturnType<Make['team']>>
let pages: ReturnType<typeof pagesOf>

beforeAll(async () => {
  server = await startServer()
  make = build(server)
  team = await make.team()
  pages = pagesOf(make, team)
})

const at = (page: string, rest = '') => pages.at(page, `comments/${rest}`)
const say = (page: string, body: object, by: Person = team.member) => by.post<PageComment>(at(page), body)
const begin = async (page: string, by: Person = team.member, html = '<p>Which tide?</p>') =>
  (await say(page, { comment_html: html, ...WORDS }, by)).body
const reply = async (page: string, parent: string, by: Person = team.member) =>
  (await say(page, { comment_html: '<p>The next</p>', parent }, by)).body
const listed = async (page: string, by: Person = team.admin, query = '') =>
  (await by.get<{ results: PageComment[] }>(`${at(page)}${query}`)).body
const idsOf = async (page: string, by: Person = team.admin) =>
  (await listed(page, by)).results?.map(comment => comment.id)
const ARCHIVED = [400, { error: 'Page is archived' }]
const REQUIRED = ['This field is required.']

describe('a thread', () => {
  test('is answered whole, with its words, and listed with its replies, the oldest first', async () => {
    const page = await pages.make(team.admin)
    const first = await say(page, { comment_html: '<p>Which <strong>tide</strong>?</p>', ...WORDS })
    expect(first.status).toBe(201)
    expect(PageCommentEntity.schema.strict().parse(first.body)).toEqual(first.body)
    expect(first.body).toMatchObject({
      ...WORDS,
      page,
      parent: null,
      actor: team.member.id,
      comment_html: '<p>Which <strong>tide</strong>?</p>',
      comment_stripped: 'Which tide?',
      resolved_at: null,
      edited_at: null,
      page_owned_by: team.admin.id,
      page_access: 0,
    })
    const answer = await reply(page, first.body.id, team.admin)
    expect(answer).toMatchObject({ parent: first.body.id, quote: null, anchor_start: null })
    expect((await listed(page)).results).toEqual([first.body, answer])
    expect((await team.member.get(at(page, `${answer.id}/`))).body).toEqual(answer)
  })

  test('is listed in pages', async () => {
    const page = await pages.make(team.admin)
    const all = [await begin(page), await begin(page), await begin(page)]
    const one = await listed(page, team.admin, '?per_page=2')
    expect(one).toMatchObject({ total_count: 3, count: 2, next_cursor: '2:1:0', next_page_results: true })
    const two = await listed(page, team.admin, '?cursor=2:1:0')
    expect(two).toMatchObject({ count: 1, next_page_results: false })
    expect([...one.results, ...two.results]).toEqual(all)
    expect((await team.admin.get(`${at(page)}?per_page=1001`)).status).toBe(400)
  })

  test('is resolved and opened again by whoever sees the page; a reply opens it too', async () => {
    const page = await pages.make(team.admin)
    const { id } = await begin(page, team.admin)
    const state = async () => (await listed(page)).results[0]
    expect(outcome(await team.member.post(at(page, `${id}/resolve/`)))).toEqual([204, ''])
    expect(await state()).toMatchObject({
      resolved_at: expect.stringMatching(/Z$/),
      resolved_by: team.member.id,
    })
    const { revision } = (await state())!
    expect((await team.admin.post(at(page, `${id}/resolve/`))).status).toBe(204)
    expect(await state()).toMatchObject({ revision, resolved_by: team.member.id })
    expect((await team.admin.delete(at(page, `${id}/resolve/`))).status).toBe(204)
    expect(await state()).toMatchObject({ resolved_at: null, resolved_by: null })
    await team.admin.post(at(page, `${id}/resolve/`))
    const answer = await reply(page, id)
    expect(await state()).toMatchObject({ resolved_at: null })
    expect(outcome(await team.admin.post(at(page, `${answer.id}/resolve/`)))).toEqual(NOT_FOUND)
  })

  test('is deleted with its replies and brought back with those that went with it', async () => {
    const page = await pages.make(team.admin)
    const { id } = await begin(page)
    const [one, two] = [await reply(page, id, team.admin), await reply(page, id)]
    await team.member.delete(at(page, `${two.id}/`))
    expect(outcome(await team.member.delete(at(page, `${id}/`)))).toEqual([204, ''])
    expect(await idsOf(page)).toEqual([])
    expect(outcome(await team.admin.post(at(page, `${one.id}/restore/`)))).toEqual(NOT_FOUND)
    const bystander = await make.person()
    await make.joinWorkspace(team.admin, team.workspace.slug, bystander, 15)
    await make.joinProject(team.admin, team.path, bystander, 15)
    expect(outcome(await bystander.post(at(page, `${id}/restore/`)))).toEqual(DENIED)
    expect((await team.member.post(at(page, `${id}/restore/`))).status).toBe(204)
    expect(await idsOf(page)).toEqual([id, one.id])
    expect((await team.member.post(at(page, `${two.id}/restore/`))).status).toBe(204)
    expect(await idsOf(page)).toEqual([id, one.id, two.id])
    expect(outcome(await team.member.post(at(page, `${id}/restore/`)))).toEqual(NOT_FOUND)
  })

  test('sent twice under one id stands once', async () => {
    const page = await pages.make(team.admin)
    const id = make.id()
    const again = { headers: { 'X-Mutation-Id': id } }
    const body = { comment_html: '<p>Aye</p>', ...WORDS }
    const [one, two] = [
      await team.member.send('POST', at(page), body, again),
      await team.member.send('POST', at(page), body, again),
    ]
    expect(two.body).toEqual(one.body)
    expect(await idsOf(page)).toEqual([id])
  })
})

describe('what is refused', () => {
  test.each(['', '<p></p>', '<script>alert(1)</script>', undefined])(
    'a comment that says nothing (%j)',
    async html => {
      const page = await pages.make(team.admin)
      const blank = [400, { comment_html: ['This field may not be blank.'] }]
      expect(outcome(await say(page, { comment_html: html, ...WORDS }))).toEqual(blank)
      const { id } = await begin(page)
      if (html !== undefined)
        expect(outcome(await team.member.patch(at(page, `${id}/`), { comment_html: html }))).toEqual(blank)
    },
  )

  test('a thread without its words, or with what is no position', async () => {
    const page = await pages.make(team.admin)
    const { quote, anchor_start, anchor_end } = WORDS
    const comment_html = '<p>Aye</p>'
    const refusals = [
      [{ anchor_start, anchor_end }, { quote: REQUIRED }],
      [{ quote: '  ', anchor_start, anchor_end }, { quote: REQUIRED }],
      [{ quote, anchor_end }, { anchor_start: REQUIRED }],
      [{ quote, anchor_start }, { anchor_end: REQUIRED }],
    ] as const
    for (const [about, refusal] of refusals)
      expect(outcome(await say(page, { comment_html, ...about }))).toEqual([400, refusal])
    const odd = await say(page, { comment_html, ...WORDS, anchor_start: 'no base64!' })
    expect([odd.status, Object.keys(odd.body)]).toEqual([400, ['anchor_start']])
    const long = await say(page, { comment_html, ...WORDS, quote: 'x'.repeat(1001) })
    expect([long.status, Object.keys(long.body)]).toEqual([400, ['quote']])
  })

  test('a reply to what is no thread of this page', async () => {
    const [page, other] = [await pages.make(team.admin), await pages.make(team.admin)]
    const foreign = await begin(other)
    const answer = await reply(page, (await begin(page)).id)
    const gone = await begin(page)
    await team.member.delete(at(page, `${gone.id}/`))
    for (const parent of [foreign.id, answer.id, gone.id, make.id()])
      expect(outcome(await say(page, { comment_html: '<p>Aye</p>', parent }))).toEqual([
        400,
        { parent: [`Invalid pk "${parent}" - object does not exist.`] },
      ])
  })

  test('A1: a comment by the way of another page', async () => {
    const [page, other] = [await pages.make(team.admin), await pages.make(team.admin)]
    const { id } = await begin(page)
    const astray = at(other, `${id}/`)
    expect(outcome(await team.member.get(astray))).toEqual(NOT_FOUND)
    expect(outcome(await team.member.patch(astray, { comment_html: '<p>x</p>' }))).toEqual(NOT_FOUND)
    expect(outcome(await team.member.delete(astray))).toEqual(NOT_FOUND)
    expect(outcome(await team.member.post(`${astray}resolve/`))).toEqual(NOT_FOUND)
    await team.member.delete(at(page, `${id}/`))
    expect(outcome(await team.member.post(`${astray}restore/`))).toEqual(NOT_FOUND)
  })

  test('E1: script; and fields that are not its writer’s to set', async () => {
    const page = await pages.make(team.admin)
    const forged = {
      actor: team.admin.id,
      page: make.id(),
      page_access: 1,
      page_owned_by: team.member.id,
      resolved_at: '2001-01-01T00:00:00Z',
      created_at: '2001-01-01T00:00:00Z',
    }
    const html =
      '<p>Aye<img src=x onerror=alert(1)><a href=" javascript:alert(1)">x</a></p><script>1</script>'
    const made = await say(page, { comment_html: html, ...WORDS, ...forged })
    expect(made.body.comment_html).not.toMatch(/script|onerror/)
    expect(made.body).toMatchObject({ actor: team.member.id, page, page_access: 0, resolved_at: null })
    const changed = await team.member.patch<PageComment>(at(page, `${made.body.id}/`), {
      ...forged,
      quote: 'x',
    })
    expect(changed.body).toEqual(made.body)
  })
})

describe('rights', () => {
  test('a comment is reworded by its author alone, deleted by its author and by admins', async () => {
    const page = await pages.make(team.admin)
    const [own, theirs] = [await begin(page), await begin(page, team.admin)]
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

  test('a guest comments on what they see, and finds nothing of the rest', async () => {
    const page = await pages.make(team.admin)
    const { id } = await begin(page)
    expect((await say(page, { comment_html: '<p>x</p>', ...WORDS }, team.guest)).status).toBe(404)
    expect((await team.guest.get(at(page))).status).toBe(404)
    await team.admin.patch(`${team.path}/`, { guest_view_all_features: true })
    expect((await say(page, { comment_html: '<p>x</p>', ...WORDS }, team.guest)).status).toBe(201)
    expect((await team.guest.post(at(page, `${id}/resolve/`))).status).toBe(204)
    expect(outcome(await team.guest.delete(at(page, `${id}/`)))).toEqual(DENIED)
    await team.admin.patch(`${team.path}/`, { guest_view_all_features: false })
    expect((await team.guest.get(at(page, `${id}/`))).status).toBe(404)
  })

  test('where its words stand is told by whoever may write the page, while it may be written', async () => {
    const page = await pages.make(team.admin)
    const { id } = await begin(page, team.admin)
    const anchor = { anchor_start: 'CAgI', anchor_end: 'CQkJ' }
    const move = (by: Person, to: object = anchor, of = id) => by.post(at(page, `${of}/anchor/`), to)
    expect(outcome(await move(team.member))).toEqual([204, ''])
    expect((await listed(page)).results[0]).toMatchObject({ ...anchor, quote: WORDS.quote, edited_at: null })
    expect((await move(team.member, { anchor_start: 'CAgI' })).status).toBe(400)
    expect((await move(team.member, anchor, (await reply(page, id)).id)).status).toBe(404)
    await team.admin.patch(`${team.path}/`, { guest_view_all_features: true })
    expect(outcome(await move(team.guest))).toEqual(DENIED)
    await team.admin.patch(`${team.path}/`, { guest_view_all_features: false })
    await team.admin.post(pages.at(page, 'lock/'))
    expect((await move(team.admin)).status).toBe(400)
  })

  test('of a private page only its owner finds any, whoever wrote them', async () => {
    const page = await pages.make(team.admin)
    const { id } = await begin(page)
    await team.admin.post(pages.at(page, 'access/'), { access: 1 })
    expect(outcome(await team.member.get(at(page, `${id}/`)))).toEqual(NOT_FOUND)
    expect((await team.member.get(at(page))).status).toBe(404)
    expect((await team.member.patch(at(page, `${id}/`), { comment_html: '<p>x</p>' })).status).toBe(404)
    expect(await idsOf(page)).toEqual([id])
    await team.admin.post(pages.at(page, 'access/'), { access: 0 })
    expect(await idsOf(page, team.member)).toEqual([id])
  })

  test('on a locked page people go on talking; an archived one is only read', async () => {
    const page = await pages.make(team.admin)
    await team.admin.post(pages.at(page, 'lock/'))
    const { id } = await begin(page)
    const deleted = await begin(page)
    await team.member.delete(at(page, `${deleted.id}/`))
    await pages.archive(team.admin, page)
    expect(await idsOf(page, team.member)).toEqual([id])
    expect(outcome(await say(page, { comment_html: '<p>x</p>', ...WORDS }))).toEqual(ARCHIVED)
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
    await begin(page, team.member, `<image-component src="${asset_id}"></image-component>`)
    const seen = async (by: Person) => (await by.get(`${assetsAt(team.path)}${asset_id}/`)).status
    expect(await seen(team.admin)).toBe(302)
    expect(await seen(team.guest)).toBe(404)
    await team.admin.post(pages.at(page, 'access/'), { access: 1 })
    expect(await seen(team.member)).toBe(404)
  })
})

describe('live', () => {
  test('comments come to whoever sees the page, and are gone when the page goes from sight', async () => {
    const page = await pages.make(team.admin)
    const watch = follower(server.origin, team.member, team.workspace.slug)
    const guest = follower(server.origin, team.guest, team.workspace.slug)
    await watch.start()
    await guest.start()
    const about = (from: typeof watch, id: string) => from.seen.filter(change => change.id === id)
    const first = await begin(page, team.admin)
    await until(() => about(watch, first.id)[0]?.row?.comment_stripped === 'Which tide?')
    await team.admin.post(at(page, `${first.id}/resolve/`))
    await until(() => about(watch, first.id).at(-1)?.row?.resolved_by === team.admin.id)
    await team.admin.post(pages.at(page, 'access/'), { access: 1 })
    await until(() => about(watch, first.id).at(-1)?.op === 'remove')
    const hidden = await begin(page, team.admin, '<p>Between us</p>')
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
    const { id } = await begin(page, owner)
    expect((await team.admin.get(at(page, `${id}/`))).status).toBe(404)
    const { body: members } = await team.admin.get<{ id: string; member: unknown }[]>(`${team.path}/members/`)
    const row = members.find(member => JSON.stringify(member).includes(owner.id))
    await team.admin.delete(`${team.path}/members/${row?.id}/`)
    expect((await team.admin.get(at(page, `${id}/`))).status).toBe(200)
    expect((await team.member.get(at(page, `${id}/`))).status).toBe(404)
  })

  test('with a deleted page they are gone, and come back with it', async () => {
    const page = await pages.make(team.admin)
    const { id } = await begin(page)
    await pages.archive(team.admin, page)
    await team.admin.delete(pages.at(page))
    const found = await server.db('page_comments').where({ id }).whereNull('deleted_at').first('id')
    expect(found).toEqual({ id })
    expect((await team.member.get(at(page, `${id}/`))).status).toBe(404)
    await team.admin.post(pages.at(page, 'restore/'))
    expect(await idsOf(page, team.member)).toEqual([id])
    expect((await visitor(server.origin).get(at(page))).status).toBe(401)
  })
})
