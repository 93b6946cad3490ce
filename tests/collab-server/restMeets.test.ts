import { beforeAll, describe, expect, test } from 'vitest'
import { until } from '../support/live.ts'
import { steadyWriter } from '../support/steadyWriter.ts'
import { textTeam } from '../support/textTeam.ts'

let team: Awaited<ReturnType<typeof textTeam>>
beforeAll(async () => {
  team = await textTeam()
})

const TURNS: [string, (words: string) => string][] = [
  ['turns', words => `<h2>${words}</h2><p>After</p>`],
  ['wraps', words => `<blockquote><p>${words}</p></blockquote><p>After</p>`],
  ['moves', words => `<p>After</p><p>${words}</p>`],
  ['deletes', () => '<p>After</p>'],
  ['puts a block above', words => `<p>Above</p><p>${words}</p><p>After</p>`],
]

/** Long enough to be merged and rescued by a thread from 20 lines on, and to be opened by one from some hundreds. */
const book = (lines: number) =>
  Array.from({ length: lines }, (_, n) => `<p>${`Line ${n} of a book on tides. `.repeat(40)}</p>`).join('')

describe('words that another screen shows already', () => {
  test.each([
    ...TURNS.map(turn => [...turn, ''] as const),
    ['turns, in a long text,', (words: string) => `<h2>${words}</h2><p>After</p>`, book(500)] as const,
  ])('stay when a call %s the block that they were just typed into', async (_, sent, rest) => {
    const page = await team.newPage(`<p>Start</p><p>After</p>${rest}`)
    const path = `${team.team.path}/pages/${page}/`
    const [here, there] = [team.editPage(team.team.member, page), team.editPage(team.team.admin, page)]
    await Promise.all([here.synced(), there.synced()])
    const handed = await team.team.admin.get<{ description_html: string }>(path)
    const writer = steadyWriter(here.doc, 'w')
    await until(() => there.text().includes('w20'))
    const shown = new Set(there.text().match(/w\d+/g))
    const words = /<p>(.*?)<\/p>/.exec(handed.body.description_html)![1]!
    const answer = await team.team.admin.patch(path, { description_html: sent(words) + rest })
    expect(answer.status).toBe(200)
    for (const word of there.text().match(/w\d+/g) ?? []) shown.add(word)
    writer.stop()
    await until(() => here.isSaved() && there.text() === here.text())
    const html = await team.htmlOf(page)
    const kept: string[] = html.match(/w\d+/g) ?? []
    expect([...shown].filter(word => !kept.includes(word))).toEqual([])
    expect(new Set(kept).size, 'a word stands there twice').toBe(kept.length)
  })
})

describe('words that are on their way', () => {
  test.each(TURNS)('stay when a call %s the block that they are being typed into', async (_, sent) => {
    const page = await team.newPage('<p>Start</p><p>After</p>')
    const path = `${team.team.path}/pages/${page}/`
    const here = team.editPage(team.team.member, page, { sendsLate: 150 })
    const there = team.editPage(team.team.admin, page)
    await Promise.all([here.synced(), there.synced()])
    const handed = await team.team.admin.get<{ description_html: string }>(path)
    const words = /<p>(.*?)<\/p>/.exec(handed.body.description_html)![1]!
    const writer = steadyWriter(here.doc, 'w')
    await until(() => there.text().includes('w20'))
    expect((await team.team.admin.patch(path, { description_html: sent(words) })).status).toBe(200)
    const last = writer.said.length
    await until(() => there.text().includes(`w${last + 20}`))
    writer.stop()
    await until(() => here.isSaved() && there.text() === here.text())
    const kept: string[] = (await team.htmlOf(page)).match(/w\d+/g) ?? []
    expect(writer.said.filter(word => !kept.includes(word))).toEqual([])
    expect(new Set(kept).size, 'a word stands there twice').toBe(kept.length)
  })

  test.each([
    ['', ''],
    [' in a long text', book(40)],
  ])('of two people%s stay when calls turn their block again and again', async (_, rest) => {
    const page = await team.newPage(`<p>Start</p><p>After</p>${rest}`)
    const path = `${team.team.path}/pages/${page}/`
    const here = team.editPage(team.team.member, page, { sendsLate: 120 })
    const there = team.editPage(team.team.admin, page, { sendsLate: 40 })
    await Promise.all([here.synced(), there.synced()])
    const writers = [steadyWriter(here.doc, 'w'), steadyWriter(there.doc, 'v')]
    await until(() => there.text().includes('w20'))
    for (const tag of ['h2', 'p', 'h3', 'p', 'h1']) {
      const { body } = await team.team.admin.get<{ description_html: string }>(path)
      const [, , words] = /<(p|h\d)>(.*?)<\/\1>/.exec(body.description_html)!
      const sent = `<${tag}>${words}</${tag}><p>After</p>${rest}`
      expect((await team.team.admin.patch(path, { description_html: sent })).status).toBe(200)
    }
    for (const writer of writers) writer.stop()
    await until(() => here.isSaved() && there.isSaved() && there.text() === here.text())
    const kept: string[] = (await team.htmlOf(page)).match(/[vw]\d+/g) ?? []
    const said = writers.flatMap(writer => writer.said)
    expect(said.filter(word => !kept.includes(word))).toEqual([])
    expect(new Set(kept).size, 'a word stands there twice').toBe(kept.length)
  })
})
