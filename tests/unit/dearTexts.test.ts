/** Texts that would cost gigabytes if each of their words were held beside each other: what is paid for them is bounded. */
import { expect, test } from 'vitest'
import { type Text, textTasks } from '../../api/text/documents/textTasks.ts'
import { createThreads } from '../../api/text/documents/threads.ts'
import { fromHtml, toHtml } from '../../collab-server/document/html.ts'
import { mergeDocuments } from '../../collab-server/document/merge/index.ts'

const { state: BLANK } = textTasks.blank({})
const write = (state: Uint8Array, html: string, base: Uint8Array | null = null): Text => {
  const merged = textTasks.merge({ state, base, sent: { html } })
  if ('refused' in merged || !merged.text) throw new Error('not taken')
  return merged.text
}
const numbered = (count: number, write: (n: string) => string) =>
  Array.from({ length: count }, (_, n) => write(n.toString(36))).join('')
/** Of the processor, so that nothing beside it counts. */
const SECONDS = 4

test.each([
  ['a block of signs, rewritten', `<p>${'&#x'.repeat(300_000)}</p>`, `<p>${'ab '.repeat(300_000)}</p>`],
  [
    'blocks alike in their first words alone',
    numbered(20, n => `<p>${numbered(500, m => `${m} `)}${numbered(9_000, m => `${n}${m} `)}</p>`),
    numbered(20, n => `<p>${numbered(500, m => `${m} `)}${numbered(9_000, m => `${m}${n} `)}</p>`),
  ],
])('%s', (_, before, after) => {
  const from = process.cpuUsage()
  const { derived } = write(write(BLANK, before).state, after)
  expect(derived.description_html).toBe(toHtml(fromHtml(after)))
  expect(process.cpuUsage(from).user / 1e6).toBeLessThan(SECONDS)
})

test('of a long text that two have changed, the edits of both stay, block by block', () => {
  const long = (word: string) => `<p>${numbered(30_000, n => `${n} `)}${word}</p>`
  const merged = mergeDocuments(
    fromHtml(`${long('end')}<p>short</p>`),
    fromHtml(`${long('end')}<p>short and changed</p>`),
    fromHtml(`${long('another end')}<p>short</p>`),
  )
  expect(toHtml(merged)).toBe(toHtml(fromHtml(`${long('another end')}<p>short and changed</p>`)))
  const twice = toHtml(
    mergeDocuments(fromHtml(long('end')), fromHtml(long('mine')), fromHtml(long('theirs'))),
  )
  expect(twice).toContain('mine')
  expect(twice).toContain('theirs')
})

const longText = (blocks = 8_000) => ({ html: numbered(blocks, n => `<p>${n}</p>`) })
const sender = { person: 'freya', field: 'description_html' }
const refused = { code: 'text.tooDear', status: 400, body: { description_html: [expect.any(String)] } }

test('a thread that runs out of memory or time is a refusal on the field, and the next text is read', async () => {
  const small = createThreads({ megabytes: 48, ms: 30_000 })
  await expect(small.run('beginHtml', longText(19_000), sender)).rejects.toMatchObject(refused)
  await small.end()
  const hasty = createThreads({ megabytes: 512, ms: 1 })
  await expect(hasty.run('beginHtml', longText(), sender)).rejects.toMatchObject(refused)
  await hasty.end()
  const threads = createThreads({ megabytes: 512, ms: 30_000 })
  expect(await threads.run('beginHtml', longText(), sender)).toHaveProperty('state')
  await threads.end()
})

test('one person has one thread at a time: another’s text does not wait for all of theirs', async () => {
  const threads = createThreads({ megabytes: 512, ms: 30_000 })
  const ended: string[] = []
  const send = async (person: string) => {
    await threads.run('beginHtml', longText(1_000), { ...sender, person })
    ended.push(person)
  }
  // Both threads have begun by then.
  await Promise.all([send('kofi'), send('sana')])
  ended.length = 0
  await Promise.all([...Array.from({ length: 12 }, () => send('freya')), send('mei')])
  // A busy machine may hold up one thread for a while.
  expect(ended.indexOf('mei')).toBeLessThan(8)
  await threads.end()
})
