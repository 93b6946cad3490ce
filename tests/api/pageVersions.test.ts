import { beforeAll, describe, expect, test } from 'vitest'
import { thinVersions } from '../../api/jobs/thinVersions.ts'
import { nodeOf, openState } from '../../collab-server/document/index.ts'
import { build, type Person } from '../support/build.ts'
import { pagesOf } from '../support/pageWorld.ts'
import { startServer, type TestServer } from '../support/server.ts'

type Version = {
  id: string
  name: string | null
  owned_by: string
  editors: string[]
  last_saved_at: string
  description_html: string
  description_binary: string
  description_json: unknown
}

let server: TestServer
let make: ReturnType<typeof build>
let team: Awaited<ReturnType<ReturnType<typeof build>['team']>>
let pages: ReturnType<typeof pagesOf>

beforeAll(async () => {
  server = await startServer()
  make = build(server)
  team = await make.team()
  pages = pagesOf(make, team)
})

const write = async (who: Person, id: string, text: string) => {
  // The next text is a change of the handed-out one.
  await who.get(pages.at(id))
  const { status } = await who.patch(pages.at(id), { description_html: `<p>${text}</p>` })
  expect(status).toBe(200)
}
const list = async (id: string, who: Person = team.admin) =>
  (await who.get<Version[]>(pages.at(id, 'versions/'))).body
const detail = async (id: string, version: string) =>
  (await team.admin.get<Version>(pages.at(id, `versions/${version}/`))).body
/** The texts of a page's versions, newest first. */
const texts = async (id: string) =>
  Promise.all((await list(id)).map(async one => (await detail(id, one.id)).description_html))
/** As if the page had rested for some minutes. */
const rest = (id: string, minutes: number) =>
  server
    .db('page_versions')
    .where('page', id)
    .whereNull('state')
    .update({
      created_at: server.db.raw('created_at - make_interval(mins => ?)', [minutes]),
      last_saved_at: server.db.raw('last_saved_at - make_interval(mins => ?)', [minutes]),
    })
const restore = (who: Person, id: string, version: string) =>
  who.post(pages.at(id, `versions/${version}/restore/`))

describe('a spell of editing', () => {
  test('is one version, equal to the page; the text before is one too', async () => {
    const id = await pages.make(team.member, { description_html: '<p>first</p>' })
    expect(await list(id)).toEqual([])
    await write(team.admin, id, 'second')
    await write(team.admin, id, 'third')
    expect(await texts(id)).toEqual(['<p>third</p>', '<p>first</p>'])
    const [now, first] = await list(id)
    expect(now).toMatchObject({ owned_by: team.admin.id, editors: [team.admin.id], name: null })
    expect(first).toMatchObject({ owned_by: team.member.id, editors: [team.member.id] })
  })

  test('ends with a pause of five minutes, and when it has lasted for thirty', async () => {
    const id = await pages.make(team.admin)
    await write(team.admin, id, 'one')
    await rest(id, 4)
    await write(team.admin, id, 'two')
    expect(await texts(id)).toEqual(['<p>two</p>'])
    await rest(id, 6)
    await write(team.admin, id, 'three')
    expect(await texts(id)).toEqual(['<p>three</p>', '<p>two</p>'])
    await server
      .db('page_versions')
      .where('page', id)
      .whereNull('state')
      .update({ created_at: server.db.raw(`created_at - interval '31 minutes'`) })
    await write(team.admin, id, 'four')
    expect(await texts(id)).toEqual(['<p>four</p>', '<p>three</p>', '<p>two</p>'])
  })

  test('ends when someone joins; from then on they write in one, and both are named', async () => {
    const id = await pages.make(team.admin)
    await write(team.admin, id, 'alone')
    await write(team.member, id, 'joined')
    await write(team.admin, id, 'together')
    await write(team.member, id, 'still together')
    expect(await texts(id)).toEqual(['<p>still together</p>', '<p>alone</p>'])
    const [now] = await list(id)
    expect(now).toMatchObject({ owned_by: team.member.id })
    expect(now!.editors.sort()).toEqual([team.admin.id, team.member.id].sort())
  })

  test('without a change of the text is none', async () => {
    const id = await pages.make(team.admin, { description_html: '<p>still</p>' })
    await write(team.admin, id, 'still')
    await team.admin.patch(pages.at(id), { name: 'Renamed' })
    expect(await list(id)).toEqual([])
  })
})

test('a version is answered in its three forms, which agree', async () => {
  const id = await pages.make(team.admin)
  await write(team.admin, id, 'low <strong>water</strong>')
  await rest(id, 6)
  await write(team.admin, id, 'high')
  for (const one of await list(id)) {
    const version = await detail(id, one.id)
    const node = nodeOf(openState(Buffer.from(version.description_binary, 'base64')))
    expect(node.toJSON()).toEqual(version.description_json)
    expect(version.description_html).toMatch(/^<p>(low <strong>water<\/strong>|high)<\/p>$/)
  }
})

describe('bringing one back', () => {
  test('is an edit, and the text before is a version', async () => {
    const id = await pages.make(team.admin)
    await write(team.admin, id, 'good')
    await rest(id, 6)
    await write(team.admin, id, 'bad')
    const good = (await list(id))[1]!
    expect((await restore(team.member, id, good.id)).status).toBe(204)
    expect(await pages.get(team.admin, id)).toMatchObject({ description_html: '<p>good</p>' })
    expect(await texts(id)).toEqual(['<p>good</p>', '<p>bad</p>', '<p>good</p>'])
    expect((await list(id))[0]).toMatchObject({ owned_by: team.member.id })
    // The present version equals the page: nothing happens.
    expect((await restore(team.member, id, (await list(id))[0]!.id)).status).toBe(204)
    expect(await list(id)).toHaveLength(3)
  })

  test('is refused where the text may not be changed', async () => {
    const id = await pages.make(team.member)
    await write(team.member, id, 'one')
    await rest(id, 6)
    await write(team.member, id, 'two')
    const old = (await list(id))[1]!
    await team.member.post(pages.at(id, 'lock/'))
    expect((await restore(team.member, id, old.id)).body).toEqual({
      error_code: 4701,
      error_message: 'PAGE_LOCKED',
    })
    await team.member.delete(pages.at(id, 'lock/'))
    await pages.archive(team.member, id)
    expect((await restore(team.member, id, old.id)).body).toEqual({
      error_code: 4702,
      error_message: 'PAGE_ARCHIVED',
    })
    expect(await pages.get(team.member, id)).toMatchObject({ description_html: '<p>two</p>' })
  })

  test('A1: versions of hidden pages, and through another page, are not found', async () => {
    const [hidden, open] = [await pages.make(team.member, { access: 1 }), await pages.make(team.admin)]
    await write(team.member, hidden, 'secret')
    await write(team.admin, open, 'plain')
    const [secret] = await list(hidden, team.member)
    for (const page of [hidden, open]) {
      expect((await team.admin.get(pages.at(page, `versions/${secret!.id}/`))).status).toBe(404)
      expect((await restore(team.admin, page, secret!.id)).status).toBe(404)
      const named = await team.admin.patch(pages.at(page, `versions/${secret!.id}/`), { name: 'mine' })
      expect(named.status).toBe(404)
    }
    expect((await team.admin.get(pages.at(hidden, 'versions/'))).status).toBe(404)
  })
})

describe('a name', () => {
  test('keeps what is there as it is, also of the version that was being written', async () => {
    const id = await pages.make(team.admin)
    await write(team.admin, id, 'signed')
    const [now] = await list(id)
    const named = await team.admin.patch<Version>(pages.at(id, `versions/${now!.id}/`), { name: ' Signed ' })
    expect([named.status, named.body]).toMatchObject([200, { id: now!.id, name: 'Signed' }])
    await write(team.admin, id, 'changed')
    expect(await texts(id)).toEqual(['<p>changed</p>', '<p>signed</p>'])
    const taken = await team.admin.patch<Version>(pages.at(id, `versions/${now!.id}/`), { name: '' })
    expect(taken.body.name).toBe(null)
  })
})

test('of days long past the last version of each is kept, and named ones', async () => {
  const id = await pages.make(team.admin)
  for (const text of ['named', 'morning', 'noon', 'evening', 'next day']) {
    await write(team.admin, id, text)
    await rest(id, 6)
  }
  await write(team.admin, id, 'today')
  const rows = await list(id)
  const hours = [
    '2026-03-02T08:00Z',
    '2026-03-01T20:00Z',
    '2026-03-01T12:00Z',
    '2026-03-01T08:00Z',
    '2026-03-01T07:00Z',
  ]
  for (const [at, when] of hours.entries())
    await server
      .db('page_versions')
      .where('id', rows[at + 1]!.id)
      .update({ last_saved_at: when, created_at: when })
  await team.admin.patch(pages.at(id, `versions/${rows[5]!.id}/`), { name: 'Kept' })
  expect(await thinVersions(server.db)).toEqual({ versions: 2 })
  expect(await texts(id)).toEqual(['<p>today</p>', '<p>next day</p>', '<p>evening</p>', '<p>named</p>'])
  expect(await thinVersions(server.db)).toEqual({ versions: 0 })
})
