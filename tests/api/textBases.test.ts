import { beforeAll, describe, expect, test } from 'vitest'
import { build } from '../support/build.ts'
import { startServer, type TestServer } from '../support/server.ts'

let server: TestServer
let make: ReturnType<typeof build>
let team: Awaited<ReturnType<ReturnType<typeof build>['team']>>
beforeAll(async () => {
  server = await startServer()
  make = build(server)
  team = await make.team()
})

type Text = { description_html: string }
const NOUNS = { pages: 'page', issues: 'issue' } as const

describe.each(['pages', 'issues'] as const)('the text of %s', nouns => {
  const begin = async (description_html: string) => {
    const { id } = await make[NOUNS[nouns]](team.admin, team.path, { description_html })
    const path = `${team.path}/${nouns}/${id}/`
    const token = (await make.token(team.admin, team.workspace.slug)).visitor
    const read = async (who = token) => {
      const { body, headers } = await who.get<Text>(path)
      return { html: body.description_html, version: headers.get('x-text-version')! }
    }
    const send = async (html: string, headers: Record<string, string> = {}, who = token) =>
      who.patch<Text>(path, { description_html: html }, { headers })
    return { path, read, send, token }
  }

  test('is merged block by block: one put in above another that somebody has changed mixes nothing', async () => {
    const { read, send } = await begin('<p>The original sentence stands here</p><p>After</p>')
    await read()
    await send('<p>Quite another original sentence stands here</p><p>After</p>', {}, team.member)
    const sent = await send('<p>Put in above</p><p>The original sentence stands here</p><p>After</p>')
    expect(sent.headers.get('x-text-merged')).toBe('true')
    expect((await read()).html).toBe(
      '<p>Put in above</p><p>Quite another original sentence stands here</p><p>After</p>',
    )
  })

  test('is a change of the version that its sender names, whatever else was read with the same token', async () => {
    const { read, send } = await begin('<p>Start</p>')
    const first = await read()
    await send('<p>Start</p><p>By a person</p>', {}, team.member)
    // Another process with the same token has read what the person wrote.
    expect((await read()).html).toContain('By a person')
    const answer = await send('<p>Start, by a process</p>', { 'X-Base-Version': first.version })
    expect(answer.headers.get('x-text-merged')).toBe('true')
    const now = await read()
    expect(now.html).toBe('<p>Start, by a process</p><p>By a person</p>')
    const again = await send(`${now.html}<p>More</p>`, { 'X-Base-Version': now.version })
    expect([again.headers.get('x-text-merged'), again.headers.get('x-text-version')]).toEqual([
      null,
      (await read()).version,
    ])
  })

  test('goes on from its sender’s own text, under the answer’s name for it', async () => {
    const { read, send } = await begin('<p>Start</p>')
    const { version } = await read()
    await send('<p>Start</p><p>By a person</p>', {}, team.member)
    const sent = await send('<p>Begin</p>', { 'X-Base-Version': version })
    const called = sent.headers.get('x-text-version')!
    // The answer of a page shows others' words; a writer who holds those may take them out.
    const html = nouns === 'pages' ? `<p>Begin!</p><p>By a person</p>` : '<p>Begin!</p>'
    await send(html, { 'X-Base-Version': called })
    expect((await read()).html).toBe('<p>Begin!</p><p>By a person</p>')
  })

  test('of a version that nobody knows is refused, and nothing is written', async () => {
    const { read, send } = await begin('<p>Start</p>')
    for (const version of [
      '0',
      '999',
      'constructor',
      '0190a0a0-0000-7000-8000-000000000001',
      '1e9',
      '9'.repeat(400),
    ]) {
      const refused = await send('<p>Lost</p>', { 'X-Base-Version': version })
      expect([refused.status, refused.headers.get('x-error-code')]).toEqual([409, 'text.baseUnknown'])
    }
    expect((await read()).html).toBe('<p>Start</p>')
  })

  test('is replaced on its owner’s demand', async () => {
    const { read, send } = await begin('<p>Start</p>')
    await read()
    await send('<p>Start</p><p>By a person</p>', {}, team.member)
    const sent = await send('<p>Made by a script</p>', { 'X-Text-Mode': 'replace' })
    expect(sent.status).toBeLessThan(300)
    expect((await read()).html).toBe('<p>Made by a script</p>')
  })

  test('has a name as bytes, too', async () => {
    const { path, read, token } = await begin('<p>Start</p>')
    const { headers } = await token.get(`${path}description/`)
    expect(headers.get('x-text-version')).toBe((await read()).version)
  })
})

test('a version of a page that was kept is known for as long as it is kept', async () => {
  const { id } = await make.page(team.admin, team.path, { description_html: '<p>First</p>' })
  const path = `${team.path}/pages/${id}/`
  const write = (who: typeof team.admin, html: string, headers = {}) =>
    who.patch<Text>(path, { description_html: html }, { headers })
  await write(team.member, '<p>First</p><p>Second</p>')
  await write(team.admin, '<p>First</p><p>Second</p><p>Third</p>', { 'X-Text-Mode': 'replace' })
  // As after a day.
  await server.db('handed_texts').delete()
  const answer = await write(team.admin, '<p>First, changed</p>', { 'X-Base-Version': '1' })
  expect(answer.body.description_html).toBe('<p>First, changed</p><p>Second</p><p>Third</p>')
})
