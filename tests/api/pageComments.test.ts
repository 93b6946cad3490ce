import { beforeAll, describe, expect, test } from 'vitest'
import { type PageComment, PageComment as PageCommentEntity } from '../../api/contract/text/pageComments.ts'
import { build } from '../support/build.ts'
import { DENIED, NOT_FOUND, outcome } from '../support/issueTeam.ts'
import { talkOf } from '../support/pageTalk.ts'
import { WORDS } from '../support/pageWorld.ts'
import { sharedServer, type TestServer } from '../support/server.ts'

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

const REQUIRED = ['This field is required.']

describe('a thread', () => {
  test('is answered whole, with its words, and listed with its replies, the oldest first', async () => {
    const page = await pages.make(team.admin)
    const first = await talk.say(page, { comment_html: '<p>Which <strong>tide</strong>?</p>', ...WORDS })
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
    const answer = await talk.reply(page, first.body.id, team.admin)
    expect(answer).toMatchObject({ parent: first.body.id, quote: null, anchor_start: null })
    expect((await talk.listed(page)).results).toEqual([first.body, answer])
    expect((await team.member.get(at(page, `${answer.id}/`))).body).toEqual(answer)
  })

  test('is listed in pages', async () => {
    const page = await pages.make(team.admin)
    const all = [await talk.begin(page), await talk.begin(page), await talk.begin(page)]
    const one = await talk.listed(page, team.admin, '?per_page=2')
    expect(one).toMatchObject({ total_count: 3, count: 2, next_cursor: '2:1:0', next_page_results: true })
    const two = await talk.listed(page, team.admin, '?cursor=2:1:0')
    expect(two).toMatchObject({ count: 1, next_page_results: false })
    expect([...one.results, ...two.results]).toEqual(all)
    expect((await team.admin.get(`${at(page)}?per_page=1001`)).status).toBe(400)
  })

  test('viewers of the page resolve and reopen it; a reply reopens it too', async () => {
    const page = await pages.make(team.admin)
    const { id } = await talk.begin(page, team.admin)
    const state = async () => (await talk.listed(page)).results[0]
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
    const answer = await talk.reply(page, id)
    expect(await state()).toMatchObject({ resolved_at: null })
    expect(outcome(await team.admin.post(at(page, `${answer.id}/resolve/`)))).toEqual(NOT_FOUND)
  })

  test('is deleted with its replies and brought back with those that went with it', async () => {
    const page = await pages.make(team.admin)
    const { id } = await talk.begin(page)
    const [one, two] = [await talk.reply(page, id, team.admin), await talk.reply(page, id)]
    await team.member.delete(at(page, `${two.id}/`))
    expect(outcome(await team.member.delete(at(page, `${id}/`)))).toEqual([204, ''])
    expect(await talk.idsOf(page)).toEqual([])
    expect(outcome(await team.admin.post(at(page, `${one.id}/restore/`)))).toEqual(NOT_FOUND)
    const bystander = await make.person()
    await make.joinWorkspace(team.admin, team.workspace.slug, bystander, 15)
    await make.joinProject(team.admin, team.path, bystander, 15)
    expect(outcome(await bystander.post(at(page, `${id}/restore/`)))).toEqual(DENIED)
    expect((await team.member.post(at(page, `${id}/restore/`))).status).toBe(204)
    expect(await talk.idsOf(page)).toEqual([id, one.id])
    expect((await team.member.post(at(page, `${two.id}/restore/`))).status).toBe(204)
    expect(await talk.idsOf(page)).toEqual([id, one.id, two.id])
    expect(outcome(await team.member.post(at(page, `${id}/restore/`)))).toEqual(NOT_FOUND)
  })

  test('sent twice under one id is there once', async () => {
    const page = await pages.make(team.admin)
    const id = make.id()
    const again = { headers: { 'X-Mutation-Id': id } }
    const body = { comment_html: '<p>Aye</p>', ...WORDS }
    const [one, two] = [
      await team.member.send('POST', at(page), body, again),
      await team.member.send('POST', at(page), body, again),
    ]
    expect(two.body).toEqual(one.body)
    expect(await talk.idsOf(page)).toEqual([id])
  })
})

describe('refusals', () => {
  test.each(['', '<p></p>', '<script>alert(1)</script>', undefined])(
    'a comment that says nothing (%j)',
    async html => {
      const page = await pages.make(team.admin)
      const blank = [400, { comment_html: ['This field may not be blank.'] }]
      expect(outcome(await talk.say(page, { comment_html: html, ...WORDS }))).toEqual(blank)
      const { id } = await talk.begin(page)
      if (html !== undefined)
        expect(outcome(await team.member.patch(at(page, `${id}/`), { comment_html: html }))).toEqual(blank)
    },
  )

  test('a thread without its words, or with an invalid position', async () => {
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
      expect(outcome(await talk.say(page, { comment_html, ...about }))).toEqual([400, refusal])
    const odd = await talk.say(page, { comment_html, ...WORDS, anchor_start: 'no base64!' })
    expect([odd.status, Object.keys(odd.body)]).toEqual([400, ['anchor_start']])
    const long = await talk.say(page, { comment_html, ...WORDS, quote: 'x'.repeat(1001) })
    expect([long.status, Object.keys(long.body)]).toEqual([400, ['quote']])
  })

  test('a reply to something other than a thread of this page', async () => {
    const [page, other] = [await pages.make(team.admin), await pages.make(team.admin)]
    const foreign = await talk.begin(other)
    const answer = await talk.reply(page, (await talk.begin(page)).id)
    const gone = await talk.begin(page)
    await team.member.delete(at(page, `${gone.id}/`))
    for (const parent of [foreign.id, answer.id, gone.id, make.id()])
      expect(outcome(await talk.say(page, { comment_html: '<p>Aye</p>', parent }))).toEqual([
        400,
        { parent: [`Invalid pk "${parent}" - object does not exist.`] },
      ])
  })

  test('A1: a comment by the way of another page', async () => {
    const [page, other] = [await pages.make(team.admin), await pages.make(team.admin)]
    const { id } = await talk.begin(page)
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
    const made = await talk.say(page, { comment_html: html, ...WORDS, ...forged })
    expect(made.body.comment_html).not.toMatch(/script|onerror/)
    expect(made.body).toMatchObject({ actor: team.member.id, page, page_access: 0, resolved_at: null })
    const changed = await team.member.patch<PageComment>(at(page, `${made.body.id}/`), {
      ...forged,
      quote: 'x',
    })
    expect(changed.body).toEqual(made.body)
  })
})
