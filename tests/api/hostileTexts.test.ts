/** Texts that cost more than they say: taken or refused on their field, and nobody waits for it. */
import { beforeAll, describe, expect, test } from 'vitest'
import { build } from '../support/build.ts'
import { dice } from '../support/dice.ts'
import { htmlShapes, markdownShapes, mixed, ofLength } from '../support/hostileTexts.ts'
import { attackFromElsewhere, bareNeighbour, neighbour } from '../support/neighbours.ts'
import { WORDS } from '../support/pageWorld.ts'
import { program } from '../support/program.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { soaked } from '../support/soak.ts'
import { visitor } from '../support/visitor.ts'
import { tellServed, watchTurns } from '../support/watchTurns.ts'

/** A soak goes on mixing for ten minutes and prints how soon someone else was answered. `HOSTILE_SEED` repeats a run. */
const MINUTES = soaked(0, 10)
const SEED = Number(process.env.HOSTILE_SEED ?? 1)
const MIXED = 12
const LETTERS = 40_000

type Team = Awaited<ReturnType<ReturnType<typeof build>['team']>>
let world: TestServer
let team: Team
let issue: string

beforeAll(async () => {
  world = await startServer()
  const make = build(world)
  team = await make.team()
  await team.admin.patch(`${team.path}/`, { guest_view_all_features: true })
  issue = (await make.issue(team.admin, team.path)).id
})

// Before there were bounds and linear readers, most of these took longer than a test may.
test.each(Object.entries(htmlShapes))('HTML: %s', async (_, shape) => {
  const description_html = ofLength(shape, LETTERS)
  const page = await team.member.post(`${team.path}/pages/`, { name: 'Hostile', description_html })
  expect([201, 400]).toContain(page.status)
  if (page.status === 400) expect(Object.keys(page.body)).toEqual(['description_html'])
  else {
    const told = await team.member.get<{ description_markdown: string }>(
      `${team.path}/pages/${page.body.id}/?expand=description_markdown`,
    )
    // Markdown is a few times as long as its text at most, never doubled by each level.
    expect(told.body.description_markdown.length).toBeLessThan(30 * description_html.length)
  }
})

test.each(Object.entries(markdownShapes))('Markdown: %s', async (_, shape) => {
  const description_markdown = ofLength(shape, LETTERS)
  const page = await team.member.post(`${team.path}/pages/`, { name: 'Hostile', description_markdown })
  expect([201, 400]).toContain(page.status)
  if (page.status === 400)
    expect(Object.keys(page.body).every(field => /^description_(markdown|html)$/.test(field))).toBe(true)
})

test(
  'any mixture of them is taken or refused, by HTML and by Markdown, and everyone else is served',
  async () => {
    const turns = watchTurns()
    const server = await program(world.url, { LOG_LEVEL: 'error', ...turns.env })
    await server.start()
    const there = visitor(server.origin)
    there.jar.set('session-id', team.member.jar.get('session-id')!)
    const page = await there.post(`${team.path}/pages/`, { name: 'Mixtures', description_html: '<p>a</p>' })
    const path = `${team.path}/pages/${page.body.id}/`
    const beside = neighbour(`${server.origin}/api/users/me/`, team.admin)
    const bare = MINUTES > 0 ? await bareNeighbour(world.url, team.admin) : undefined
    if (MINUTES > 0) attackFromElsewhere()
    const answers = new Map<number, number>()
    const from = Date.now()
    let sent = 0
    for (; sent < MIXED || Date.now() - from < MINUTES * 60_000; sent++) {
      const chance = dice(SEED * 100_003 + sent)
      const field = chance.chance(0.5) ? 'description_html' : 'description_markdown'
      const text = mixed(chance, field === 'description_html' ? htmlShapes : markdownShapes, LETTERS)
      const { status } = await there.patch(path, { [field]: text })
      answers.set(status, (answers.get(status) ?? 0) + 1)
      expect([200, 400], `text ${sent} of seed ${SEED}`).toContain(status)
      expect((await there.get(`${path}?expand=description_markdown`)).status).toBe(200)
    }
    await beside.stop()
    await bare?.stop()
    if (bare) tellServed({ sent, answers, beside, bare, turns: turns.since(from) })
    expect(beside.statuses).toEqual(new Set([200]))
    expect(server.said()).toBe('')
    expect(answers.get(200)).toBeGreaterThan(0)
  },
  120_000 + MINUTES * 60_000,
)

test('two texts of dear words after each other: both are taken, and the page can be changed afterwards', async () => {
  const texts = [`<p>${'&#x'.repeat(300_000)}</p>`, `<p>${'ab '.repeat(300_000)}</p>`, '<p>short</p>']
  const made = await team.member.post(`${team.path}/pages/`, { name: 'Dear', description_html: '<p>a</p>' })
  const path = `${team.path}/pages/${made.body.id}/`
  const beside = neighbour(`${world.origin}/api/users/me/`, team.admin)
  for (const description_html of texts)
    expect((await team.member.patch(path, { description_html })).status).toBe(200)
  await beside.stop()
  expect(beside.statuses).toEqual(new Set([200]))
  expect((await team.member.get(path)).body.description_html).toBe('<p>short</p>')
})

describe('bounds', () => {
  const nested = (depth: number) => `${'<blockquote>'.repeat(depth)}<p>a</p>`
  const attributes = (count: number) =>
    `<p ${Array.from({ length: count }, (_, at) => `data-a${at}="1"`).join(' ')}>a</p>`
  const refused = { status: 400 }

  test.each([
    ['100 elements within each other', nested(100), 201],
    ['101', nested(101), 400],
    ['50 attributes of one', attributes(50), 201],
    ['51', attributes(51), 400],
    [
      '51, behind what only looks like the end of the tag',
      attributes(51).replace('<p ', '<p title=">" '),
      400,
    ],
    ['50,001 elements', '<br>'.repeat(50_001), 400],
  ])('%s', async (_, html, status) => {
    const body = { description_html: html, name: 'Bounds' }
    for (const path of ['pages', 'issues'])
      expect((await team.member.post(`${team.path}/${path}/`, body)).status, path).toBe(status)
    const draft = await team.member.post(`/api/workspaces/${team.workspace.slug}/draft-issues/`, {
      ...body,
      project_id: team.project.id,
    })
    expect(draft.status).toBe(status)
  })

  test('each is told on the field that it came in, a guest’s comment too', async () => {
    const html = attributes(30_000)
    const comments = `${team.path}/issues/${issue}/comments/`
    expect(await team.guest.post(comments, { comment_html: html })).toMatchObject({
      ...refused,
      body: { comment_html: [expect.stringMatching(/more than 50 attributes/)] },
    })
    const kept = await team.guest.post<{ id: string }>(comments, { comment_html: '<p>a</p>' })
    expect(
      await team.guest.patch(`${comments}${kept.body.id}/`, { comment_html: nested(101) }),
    ).toMatchObject({
      ...refused,
      body: { comment_html: [expect.stringMatching(/nested too deeply/)] },
    })
    const marks = Array.from({ length: 20_000 }, () => ({ type: 'bold' }))
    const text = { type: 'text', text: 'a', marks }
    const description = { type: 'doc', content: [{ type: 'paragraph', content: [text] }] }
    expect(await team.member.post(`${team.path}/pages/`, { name: 'Marks', description })).toMatchObject({
      ...refused,
      body: { description: [expect.any(String)] },
    })
  })

  test('tables within tables are told in Markdown by their words, each once', async () => {
    const html = `${'<table><tr><td>'.repeat(14)}<p>innermost</p>${'</td></tr></table>'.repeat(14)}`
    const { body } = await team.member.post(`${team.path}/pages/`, { name: 'Tables', description_html: html })
    const told = await team.member.get<{ description_markdown: string }>(
      `${team.path}/pages/${body.id}/?expand=description_markdown`,
    )
    expect(told.body.description_markdown.match(/innermost/g)).toHaveLength(1)
  })
})

test('a body above two megabytes is refused, except where it may bring a text', async () => {
  const text = `<p>${'tide '.repeat(600_000)}</p>`
  const raw = (method: string, path: string, body: object) =>
    team.admin.send<{ id: string }>(method, path, undefined, {
      raw: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    })
  const html = { name: 'Long', description_html: text }
  expect((await raw('POST', `${team.path}/states/`, html)).status).toBe(413)
  const issue = await raw('POST', `${team.path}/issues/`, html)
  const drafts = `/api/workspaces/${team.workspace.slug}/draft-issues/`
  const draft = await raw('POST', drafts, { ...html, project_id: team.project.id })
  const page = await raw('POST', `${team.path}/pages/`, html)
  expect([issue.status, draft.status, page.status]).toEqual([201, 201, 201])
  const remark = { comment_html: text }
  for (const [method, path, body, status] of [
    ['PATCH', `${team.path}/issues/${issue.body.id}/`, html, 204],
    ['PATCH', `${drafts}${draft.body.id}/`, html, 204],
    ['PATCH', `${team.path}/pages/${page.body.id}/`, html, 200],
    ['POST', `${team.path}/issues/${issue.body.id}/comments/`, remark, 201],
    ['POST', `${team.path}/pages/${page.body.id}/comments/`, { ...WORDS, ...remark }, 201],
  ] as const)
    expect((await raw(method, path, body)).status, path).toBe(status)
})
