import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { up } from '../../migrations/11_pageSearch.ts'
import { build, type Person } from '../support/build.ts'
import { editor } from '../support/editor.ts'
import { pagesOf } from '../support/pageWorld.ts'
import { queriesOf } from '../support/queriesOf.ts'
import { startServer, type TestServer } from '../support/server.ts'

type Found = { id: string; name: string; snippet: { text: string; marks: [number, number][] } | null }
type Answer = { total_count: number; next_page_results: boolean; next_cursor: string; results: Found[] }

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

const write = (name: string, text: string, fields: Record<string, unknown> = {}, by = team.admin) =>
  pages.make(by, { name, description_html: `<p>${text}</p>`, ...fields })

const search = async (words: string, rest: Record<string, string> = {}, who: Person = team.admin) => {
  const { body, status } = await who.get<Answer>(
    `${team.path}/search-pages/?${new URLSearchParams({ search: words, ...rest })}`,
  )
  expect(status, words).toBe(200)
  return body
}
const names = async (...given: Parameters<typeof search>) =>
  (await search(...given)).results.map(page => page.name)

const marked = ({ snippet }: Found) => snippet?.marks.map(([from, to]) => snippet.text.slice(from, to))

describe('words', () => {
  test('are found in names and in texts, by names first, with a piece of the text around them', async () => {
    await write('Ebb', 'The <strong>kelp</strong> is cut at noon &amp; landed.')
    await write('Kelp', 'Nothing about it.')
    await write('Neap', 'Kelpie is another word.')
    expect(await names('kelp')).toEqual(['Kelp', 'Neap', 'Ebb'])
    expect(await names('kelp', { within: 'text' })).toEqual(['Neap', 'Ebb'])
    const [kelp, neap, ebb] = (await search('kelp')).results
    expect(kelp).toMatchObject({
      snippet: null,
      is_favorite: false,
      anchor: null,
      project_id: team.project.id,
    })
    expect(neap!.snippet).toEqual({ text: 'Kelpie is another word.', marks: [[0, 6]] })
    expect(ebb!.snippet).toEqual({ text: 'The kelp is cut at noon & landed.', marks: [[4, 8]] })
  })

  test('all of them, of the last one its beginning, whatever their case and accents', async () => {
    await write('Skärgård', 'Bo\u0308jar och Grynnor, the and/or 東京タワー of Ἀθῆναι')
    for (const words of [
      'skargard',
      'SKÄRGÅRD boj',
      'grynnor bojar',
      'GRYNNOR,  och',
      'αθηναι',
      '東京',
      'or',
    ])
      expect(await names(words), words).toContain('Skärgård')
    for (const words of ['grynn bojar', 'bojars', 'jar', '京東都']) expect(await names(words)).toEqual([])
    const [found] = (await search('bojar')).results
    expect(marked(found!)).toEqual(['Bo\u0308jar'])
    expect(marked((await search('東京')).results[0]!)).toEqual(['東', '京'])
  })

  test('in a long text show their best place, cut between words', async () => {
    const filler = 'The wind of the day. '.repeat(200)
    await write('Long', `${filler} Then the wind of Skagerrak rises. ${filler}`)
    const [found] = (await search('the wind of skagerrak')).results
    const { text } = found!.snippet!
    expect(text).toMatch(/^…(\S+ )+.*wind of Skagerrak rises\..*\S…$/)
    expect(text.length).toBeLessThan(310)
    expect(marked(found!)).toContain('Skagerrak')
  })

  test('show where they are also in a text without spaces around them', async () => {
    const wall = 'x-'.repeat(200)
    await write('Wall', `${wall}porthole-${wall} ${wall}`)
    await write('Glyphs', `${'港'.repeat(90)}灯台 ${'船'.repeat(400)} end`)
    expect(marked((await search('porthole')).results[0]!)).toEqual(['porthole'])
    expect(marked((await search('灯')).results[0]!)).toEqual(['灯'])
    expect((await search('灯台')).results[0]!.snippet!.text).toMatch(/^…港+灯台 船+…$/)
  })

  test('stay true whoever writes the text: a call, an open editor, a copy', async () => {
    const id = await write('Log', 'before')
    await team.admin.patch(pages.at(id), { description_html: '<p>quicksand</p>' })
    expect(await names('before')).not.toContain('Log')
    expect(await names('quicksand')).toEqual(['Log'])
    const open = editor(server.origin, team.member, `page.${id}`)
    onTestFinished(open.close)
    await open.synced()
    open.write('driftwood')
    await expect.poll(() => names('driftwood')).toEqual(['Log'])
    await team.admin.post(pages.at(id, 'duplicate/'))
    expect(await names('driftwood')).toEqual(['Copy of Log', 'Log'])
  })

  test('of texts from before the search are found after the start', async () => {
    await write('Relic', 'astrolabe')
    await server.db.raw('alter table documents drop column words')
    await up(server.db)
    expect(await names('astrolabe')).toEqual(['Relic'])
  })

  test('of a text of a megabyte are all found', async () => {
    const words = Array.from({ length: 120_000 }, (_, n) => `w${(n * 7919).toString(36)}`)
    const text = `${words.join(' ')} ${'x'.repeat(5_000)} ${'filler '.repeat(40_000)} <p>Lastword</p>`
    expect(text.length).toBeGreaterThan(1_000_000)
    await write('Huge', text)
    expect(await names('lastword')).toEqual(['Huge'])
    expect(await names(words[60_000]!)).toEqual(['Huge'])
    const [found] = (await search('lastword')).results
    expect(marked(found!)).toEqual(['Lastword'])
    for (const long of ['q'.repeat(3_000_000), '\u0301'.repeat(1_000_000), `東${'\u0301'.repeat(1_000_000)}`])
      await write('Endless', `${long} lighthouse`)
    expect((await search('lighthouse')).total_count).toBe(3)
    expect(await names('q'.repeat(100))).toEqual(['Endless'])
  })
})

test('signs mean themselves, and no search breaks: none, quotes, wildcards, emoji, ten thousand letters', async () => {
  await write('100% & more', 'Half: it’s “O\\B’rien” (a|b) & 😀 !c <b>')
  for (const [words, wanted] of [
    ['%', true],
    ['100%', true],
    ["o\\b'rien", true],
    ['half:', true],
    ['a|b & !c', true],
    ['_', false],
    [':*', false],
    ["'", false],
    ['\\', false],
    ['😀', false],
    ['\ud800', false],
  ] as const)
    expect((await names(words)).includes('100% & more'), words).toBe(wanted)
  for (const words of ['', '   ', '\u200b', 'a'.repeat(10_000), 'ab '.repeat(3_300), '\u0301'.repeat(200)])
    expect((await search(words)).results).toEqual([])
  expect((await search('😀', { within: 'text' })).results).toEqual([])
  const nothing = await team.admin.get<Answer>(`${team.path}/search-pages/`)
  expect([nothing.status, nothing.body.total_count]).toEqual([200, 0])
  expect((await team.admin.get(`${team.path}/search-pages/?search=a%00b`)).status).toBe(400)
})

test('a page is found by people who may see it, archived and locked ones too, and by nobody else', async () => {
  const secret = await write('Diary', 'gannet', { access: 1 }, team.member)
  const shared = await write('Birds', 'gannet and tern')
  expect(await names('gannet', {}, team.member)).toEqual(['Birds', 'Diary'])
  expect(await names('gannet')).toEqual(['Birds'])
  expect((await search('gannet', {}, team.guest)).total_count).toBe(0)
  await team.admin.patch(`${team.path}/`, { guest_view_all_features: true })
  expect(await names('gannet', {}, team.guest)).toEqual(['Birds'])
  await team.admin.patch(`${team.path}/`, { guest_view_all_features: false })

  await write('Nest', 'gannet below', { parent: shared })
  expect((await names('gannet')).sort()).toEqual(['Birds', 'Nest'])
  await team.admin.post(pages.at(shared, 'lock/'))
  expect((await names('gannet')).sort()).toEqual(['Birds', 'Nest'])
  await pages.archive(team.admin, shared)
  expect((await names('gannet')).sort()).toEqual(['Birds', 'Nest'])
  await team.admin.delete(pages.at(shared))
  expect(await names('gannet')).toEqual(['Nest'])
  await pages.archive(team.member, secret)
  expect((await names('gannet', {}, team.member)).sort()).toEqual(['Diary', 'Nest'])

  const other = await make.project(team.admin, team.workspace.slug)
  await make.page(team.admin, other.path, { name: 'Elsewhere', description_html: '<p>gannet</p>' })
  expect(await names('gannet')).toEqual(['Nest'])
  const stranger = await make.person()
  expect((await stranger.get(`${team.path}/search-pages/?search=gannet`)).status).toBe(404)
})

test('comes in pages of at most a hundred, and in four queries', async () => {
  for (let n = 0; n < 5; n++) await write(`Tern ${n}`, 'sandbank')
  const first = await search('sandbank', { per_page: '2' })
  expect([first.total_count, first.results.length, first.next_page_results]).toEqual([5, 2, true])
  const second = await search('sandbank', { per_page: '2', cursor: first.next_cursor })
  const seen = [...first.results, ...second.results].map(page => page.name)
  expect(seen).toEqual(['Tern 4', 'Tern 3', 'Tern 2', 'Tern 1'])
  const behind = await search('sandbank', { per_page: '2', cursor: '2:7:0' })
  expect([behind.total_count, behind.results]).toEqual([5, []])
  expect(await search('sandbank', { per_page: '1000' })).toMatchObject({ next_cursor: '100:1:0' })
  for (const rest of [{}, { cursor: '2:7:0' }, { within: 'text' }] as Record<string, string>[])
    expect(await queriesOf(server, () => search('sandbank tern', rest))).toBeLessThanOrEqual(4)
})
