import { beforeAll, describe, expect, test } from 'vitest'
import type { FindAnswer } from '../../api/contract/lists/search.ts'
import type { Person } from '../support/build.ts'
import { attach, attachmentsAt } from '../support/files.ts'
import { type IssueTeam, issueTeam } from '../support/issueTeam.ts'
import { until } from '../support/live.ts'
import { WORDS } from '../support/pageWorld.ts'
import { findAs, namesOf, searchable } from '../support/searches.ts'
import { startServer, type TestServer } from '../support/server.ts'

let server: TestServer
let team: IssueTeam
beforeAll(async () => {
  server = await startServer({}, undefined, { searching: true })
  team = await issueTeam(server)
})

const slug = () => team.workspace.slug
const find = (q: string, who: Person = team.admin) => findAs(who, slug(), q)
const names = async (q: string, who?: Person) => namesOf(await find(q, who))
const ready = () => searchable(server, team.workspace.id)
const kinds = ({ results }: FindAnswer) => results.map(hit => hit.kind).sort()
const html = (text: string) => ({ description_html: `<p>${text}</p>` })

test('finds every kind of row by its words, and loses what is deleted or renamed', async () => {
  const issue = await team.issue({ name: 'Zander in the lock', ...html('It swims there') })
  await team.made(team.at(issue.id, 'comments/'), { comment_html: '<p>A big zander</p>' })
  await attach(team.admin, attachmentsAt(team.path, issue.id), { name: 'zander_photo.txt' } as never)
  const page = await team.make.page(team.admin, team.path, {
    name: 'Fishes',
    ...html('Pike, zander and perch'),
  })
  await team.made(`${team.path}/pages/${page.id}/comments/`, {
    comment_html: '<p>No zander here</p>',
    ...WORDS,
  })
  await team.cycle({ name: 'Zander weeks' })
  await team.module({ name: 'Zander module' })
  await team.label({ name: 'zander' })
  await team.made(`${team.path}/views/`, { name: 'Zander view' })
  await team.make.project(team.admin, slug(), { name: 'Zander farm' })
  await team.admin.patch(`${team.path}/`, { inbox_view: true })
  await team.made(`${team.path}/inbox-issues/`, { issue: { name: 'Where is the zander?' } })
  const person = await team.make.person('zander')
  await team.make.joinWorkspace(team.admin, slug(), person, 15)
  await ready()
  const found = await findAs(team.admin, slug(), 'zander', '&per_page=50')
  expect(kinds(found)).toEqual([
    'attachment',
    'comment',
    'cycle',
    'issue',
    'label',
    'module',
    'page',
    'person',
    'project',
    'request',
    'thread',
    'view',
  ])
  expect(found.total_results).toBe(12)
  expect(found.facets.kind.map(one => one.count)).toEqual(Array(12).fill(1))
  expect(namesOf(found)[0]).toBe('zander')
  const passage = found.results.find(hit => hit.kind === 'page')!.passage!
  expect(passage.marks.map(([from, to]) => passage.text.slice(from, to))).toEqual(['zander'])
  await team.admin.patch(team.at(issue.id), { name: 'A lock' })
  await team.admin.delete(`${team.path}/pages/${page.id}/`)
  await server.db('pages').where({ id: page.id }).update({ archived_at: '2026-01-01' })
  await ready()
  // The thread went with its page.
  expect(kinds(await findAs(team.admin, slug(), 'zander', '&per_page=50'))).toEqual([
    'attachment',
    'comment',
    'cycle',
    'label',
    'module',
    'person',
    'project',
    'request',
    'view',
  ])
})

test('what is stored is found within a second', async () => {
  await ready()
  const begun = Date.now()
  await team.issue({ name: 'Quicksilver' })
  await until(async () => (await names('quicksilver')).length === 1)
  expect(Date.now() - begun).toBeLessThan(1_000)
  const page = await team.make.page(team.admin, team.path, { name: 'Written later' })
  await team.admin.patch(`${team.path}/pages/${page.id}/`, html('Amalgam'))
  await team.member.patch('/api/users/me/', { display_name: 'mercurius' })
  await until(async () => (await names('amalgam')).length === 1)
  await until(async () => (await names('mercurius')).length === 1)
  await team.admin.patch(`${team.path}/pages/${page.id}/`, html('Nothing of that'))
  await until(async () => (await names('amalgam')).length === 0)
})

test('a key comes first, however it is typed', async () => {
  const issue = await team.issue({ name: 'Keyed' })
  const { identifier } = team.project as { identifier: string }
  await team.issue({ name: `About ${identifier} ${issue.sequence_id}` })
  await ready()
  for (const q of [`${identifier}-${issue.sequence_id}`, `${identifier.toLowerCase()} ${issue.sequence_id}`])
    expect((await names(q)).slice(0, 2)).toEqual(['Keyed', `About ${identifier} ${issue.sequence_id}`])
  expect((await names(String(issue.sequence_id)))[0]).toBe('Keyed')
})

test('words in any order, the last one as its beginning; phrases, and words that must be missing', async () => {
  await team.issue({ name: 'Mooring buoy adrift', ...html('seen at dawn') })
  await team.issue({ name: 'Buoy mooring chart', ...html('printed') })
  await ready()
  expect(await names('buoy moor')).toEqual(['Buoy mooring chart', 'Mooring buoy adrift'])
  expect(await names('moor buoy')).toEqual([])
  expect(await names('"mooring buoy"')).toEqual(['Mooring buoy adrift'])
  expect(await names('mooring -adrift')).toEqual(['Buoy mooring chart'])
  expect(await names('mooring -dawn')).toEqual(['Buoy mooring chart'])
  expect(await names('mooring dawn')).toEqual(['Mooring buoy adrift'])
  for (const q of ["'", '"', '-', ':*', 'a & b | !', '\\', '(', '<->', 'in:', 'kind:nothing x', '%'])
    expect((await team.admin.get(`/api/workspaces/${slug()}/find/?q=${encodeURIComponent(q)}`)).status).toBe(
      200,
    )
  expect((await team.admin.get(`/api/workspaces/${slug()}/find/?q=${'a'.repeat(301)}`)).status).toBe(400)
})

test('one typing error in a name is forgiven where nothing has the word', async () => {
  await team.issue({ name: 'Breakwater repair' })
  await team.issue({ name: 'Příliš žluťoučký' })
  await ready()
  for (const q of ['braekwater', 'breakwter', 'breakwaterr', 'breakwatex', 'repiar breakwater']) {
    const found = await find(q)
    expect(namesOf(found), q).toEqual(['Breakwater repair'])
    expect(found.is_near).toBe(true)
  }
  expect(await names('žlutoucki')).toEqual(['Příliš žluťoučký'])
  expect(await names('brekwatr')).toEqual([])
})

describe('of any language', () => {
  const told: [language: string, text: string, asked: string[]][] = [
    ['English', 'The who and what of IT', ['the who', 'it']],
    ['Czech', 'Příliš žluťoučký kůň', ['zlutoucky', 'ŽLUŤ', 'kun']],
    ['German', 'Größe der Schäkel', ['schakel', 'GRÖ']],
    ['French', 'L’été à l’île', ['ete', 'ILE']],
    ['Turkish', 'İskele ışığı', ['iskele', 'ışı']],
    ['Vietnamese', 'Cảng biển Đà Nẵng', ['cang bien', 'nang']],
    ['Greek', 'Ο λιμένας της Ρόδου', ['λιμενας', 'ΛΙΜΈΝΑΣ', 'ροδ']],
    ['Russian', 'Ёмкость причала', ['емкость', 'ПРИЧ']],
    ['Arabic', 'مِينَاء السُّفُن', ['ميناء', 'السفن']],
    ['Hebrew', 'נָמֵל חיפה', ['נמל', 'חיפ']],
    ['Hindi', 'बंदरगाह की योजना', ['बंदरगाह', 'योज']],
    ['Chinese', '港口会议室的时间表', ['会议', '会议室', '表', '时间']],
    ['Japanese', '潮位の計算はポートで行う', ['計算', 'ポート', '潮', 'ポート 計算']],
    ['Korean', '부산항에서 만나요', ['부산', '산항', '만나']],
    ['Thai', 'ท่าเรือกรุงเทพ', ['กรุงเทพ', 'เรือ']],
  ]
  test('every text is found by parts of it, with or without its marks', async () => {
    for (const [language, text] of told) await team.issue({ name: language, ...html(text) })
    await ready()
    for (const [language, text, asked] of told)
      for (const q of [...asked, text, `"${text}"`]) {
        const { results } = await find(q)
        expect(
          results.map(hit => hit.name.text),
          `${language}: ${q}`,
        ).toContain(language)
      }
    const passage = (await find('会议室')).results[0]!.passage!
    expect(passage.marks.map(([from, to]) => passage.text.slice(from, to))).toEqual(['会议室'])
  })
})

test('filters as words, with the counts of each other choice and what dropping one brings', async () => {
  const other = await team.make.project(team.admin, slug())
  await team.make.joinProject(team.admin, other.path, team.member, 15)
  await team.make.issue(team.admin, other.path, { name: 'Halyard' })
  await team.issue({ name: 'Halyard', state_id: team.state('completed') })
  await team.issue({ name: 'Halyard' }, team.member)
  await team.make.page(team.admin, team.path, { name: 'Halyard' })
  await ready()
  const { identifier } = team.project as { identifier: string }
  const count = async (q: string, who?: Person) => (await find(q, who)).total_results
  expect(await count('halyard')).toBe(4)
  expect(await count(`halyard in:${identifier.toLowerCase()}`)).toBe(3)
  expect(await count('halyard by:me')).toBe(3)
  expect(await count('halyard by:me', team.member)).toBe(1)
  expect(await count('halyard is:open')).toBe(2)
  expect(await count('halyard is:done')).toBe(1)
  expect(await count('halyard kind:page,issue')).toBe(4)
  expect(await count('halyard before:2020')).toBe(0)
  expect(await count('halyard after:2020-02')).toBe(4)
  expect(await count('halyard in:nowhere')).toBe(0)
  // A filter behind the last word leaves it open.
  expect(await count('halya kind:page')).toBe(1)
  const found = await find(`halyard kind:page by:me is:open`)
  expect(found.total_results).toBe(0)
  expect(found.filters).toEqual([
    { word: 'kind:page', total_without: 1 },
    { word: 'by:me', total_without: 0 },
    { word: 'is:open', total_without: 1 },
  ])
  const { facets } = await find('halyard kind:page')
  expect(facets.kind.map(({ id, count, is_chosen }) => [id, count, is_chosen])).toEqual([
    ['issue', 3, false],
    ['page', 1, true],
  ])
  expect(facets.project.map(({ word, count }) => [word, count])).toEqual([[`in:${identifier}`, 1]])
})

test('pages of hits join without a gap, with one total', async () => {
  for (let n = 0; n < 7; n++) await team.issue({ name: `Capstan ${'abcdefg'[n]}` })
  await ready()
  const seen: string[] = []
  for (let cursor: string | null = '3:0:0'; cursor; ) {
    const page: FindAnswer = await findAs(team.admin, slug(), 'capstan', `&cursor=${cursor}`)
    expect(page.total_results).toBe(7)
    seen.push(...page.results.map(({ id }) => id))
    cursor = page.next_page_results ? page.next_cursor : null
  }
  expect(new Set(seen).size).toBe(7)
  expect(seen).toHaveLength(7)
})

test('a token searches sixty times a minute, a session as often as it calls', async () => {
  const limited = await startServer({ RATE_LIMIT_TOKEN: '1000' })
  const theirs = await issueTeam(limited)
  const { visitor } = await theirs.make.token(theirs.admin, theirs.workspace.slug)
  const at = `/api/workspaces/${theirs.workspace.slug}/find/?q=x`
  for (let n = 0; n < 60; n++) expect((await visitor.get(at)).status).toBe(200)
  expect((await visitor.get(at)).status).toBe(429)
  expect((await theirs.admin.get(at)).status).toBe(200)
})

describe('names, as other programs ask for them', () => {
  const search = async (query: Record<string, string>, who: Person = team.admin) => {
    const { status, body } = await who.get<{ results: Record<string, { id: string; name: string }[]> }>(
      `/api/workspaces/${slug()}/search/?${new URLSearchParams(query)}`,
    )
    expect(status).toBe(200)
    return body.results
  }
  test('every kind, none for no text, and of one project if it is named', async () => {
    const issue = await team.issue({ name: 'Fairlead' })
    await team.cycle({ name: 'Fairlead' })
    await team.module({ name: 'Fairlead' })
    await team.made(`${team.path}/views/`, { name: 'Fairlead' })
    await team.make.page(team.admin, team.path, { name: 'Fairlead' })
    const other = await team.make.project(team.admin, slug(), { name: 'Fairleads' })
    await team.make.issue(team.admin, other.path, { name: 'A fairlead' })
    const lengths = (results: Record<string, unknown[]>) =>
      Object.fromEntries(Object.entries(results).map(([kind, rows]) => [kind, rows.length]))
    const all = { workspace: 0, project: 1, issue: 2, cycle: 1, module: 1, issue_view: 1, page: 1 }
    expect(lengths(await search({ search: 'FAIRLEAD', workspace_search: 'true' }))).toEqual(all)
    const one = await search({ search: 'fairlead', workspace_search: 'false', project_id: team.project.id })
    expect(one.issue).toHaveLength(1)
    expect(Object.values(lengths(await search({ search: '' })))).toEqual(Array(7).fill(0))
    const { identifier } = team.project as { identifier: string }
    const keyed = await search({ search: `${identifier}-${issue.sequence_id}` })
    expect(keyed.issue!.map(({ id }) => id)).toEqual([issue.id])
    expect((await search({ search: '99999999999999' })).issue).toEqual([])
  })
  test('A10: nothing private to others, and of guests nothing but their own', async () => {
    await team.issue({ name: 'Gunwale' })
    await team.make.page(team.member, team.path, { name: 'Gunwale', access: 1 })
    await team.made(`${team.path}/views/`, { name: 'Gunwale', access: 0 }, team.member)
    const mine = await search({ search: 'gunwale' })
    expect([mine.issue!.length, mine.page, mine.issue_view]).toEqual([1, [], []])
    expect((await search({ search: 'gunwale' }, team.guest)).issue).toEqual([])
    const stranger = await team.make.person()
    expect((await stranger.get(`/api/workspaces/${slug()}/search/?search=gunwale`)).status).toBe(404)
    expect((await stranger.get(`/api/workspaces/${slug()}/find/?q=gunwale`)).status).toBe(404)
  })
})

describe('issues that say nearly the same', () => {
  const similar = async (name: string, who: Person = team.admin, more = '') => {
    const { status, body } = await who.get<{ name: string; nearness: number }[]>(
      `${team.path}/similar-issues/?name=${encodeURIComponent(name)}${more}`,
    )
    expect(status).toBe(200)
    return body
  }
  test('the nearest first, in any order of words and with other endings; never itself', async () => {
    const twin = await team.issue({ name: 'Gate codes arrive twice by mail' })
    await team.issue({ name: 'Twice a gate was painted' })
    await team.issue({ name: 'A lamp is dark' })
    await team.issue({ name: '会议室预订重复' })
    await ready()
    const found = await similar('The gate code arrived twice')
    expect(found.map(({ name }) => name)).toEqual([
      'Gate codes arrive twice by mail',
      'Twice a gate was painted',
    ])
    expect(found[0]!.nearness).toBeGreaterThan(found[1]!.nearness)
    expect(await similar('Gate codes', team.admin, `&issue_id=${twin.id}`)).toHaveLength(1)
    for (const q of ['', 'a', '-gate', '"', "' | !", ':*', 'x'.repeat(255)]) await similar(q)
    expect((await team.admin.get(`${team.path}/similar-issues/?name=${'x'.repeat(256)}`)).status).toBe(400)
    expect((await team.admin.get(`${team.path}/similar-issues/`)).body).toEqual([])
  })
  test('A10: to a guest nothing but their own', async () => {
    await team.issue({ name: 'Undertow warning' })
    await ready()
    expect(await similar('Undertow warning')).toHaveLength(1)
    expect(await similar('Undertow warning', team.guest)).toEqual([])
  })
  test('pickers find words in any order, and the beginning of the last one', async () => {
    await team.issue({ name: 'Lantern above the harbour wall' })
    await ready()
    for (const q of ['harbour lant', 'WALL lantern', 'above the'])
      expect(
        (await team.admin.get<{ name: string }[]>(`${team.path}/search-issues/?search=${q}`)).body.map(
          ({ name }) => name,
        ),
      ).toEqual(['Lantern above the harbour wall'])
  })
  test('pickers forgive a typing error where nothing is written so; nobody is given what they do not see', async () => {
    const issue = await team.issue({ name: 'Barnacle scraping' })
    await ready()
    const found = async (q: string, who = team.admin, more = '') =>
      (await who.get<{ id: string }[]>(`${team.path}/search-issues/?search=${q}${more}`)).body.map(
        ({ id }) => id,
      )
    for (const q of ['barnacel', 'barnacle scrapng', 'Bernacle'])
      expect(await found(q), q).toEqual([issue.id])
    expect(await found('barnacel', team.guest)).toEqual([])
    expect(await found('barnacel', team.admin, `&issue_id=${issue.id}`)).toEqual([])
    expect(await found('harbor')).toEqual(await found('harbour'))
  })
})
