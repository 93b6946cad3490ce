/** A text has a length beyond which nobody could read it: said, and harmless to everyone else. */
import * as buffer from 'lib0/buffer'
import { expect, test } from 'vitest'
import * as Y from 'yjs'
import { until } from '../support/live.ts'
import { textTeam } from '../support/textTeam.ts'

const { team, editPage: edit, newPage, htmlOf } = await textTeam()

const letters = (count: number) => 'tide'.repeat(count / 4)

test('a text of a million letters in thousands of blocks is taken by call, one beyond the bound is refused in words', async () => {
  const book = Array.from({ length: 8_000 }, (_, n) => `<p>Line ${n}: ${letters(120)}</p>`).join('')
  const page = await newPage()
  const at = `${team.path}/pages/${page}/`
  expect((await team.admin.patch(at, { description_html: book })).status).toBe(200)
  expect(await htmlOf(page)).toBe(book)
  const tooLong = expect.objectContaining({
    status: 400,
    body: { description_html: [expect.stringMatching(/^The text is too long: .* Move a part/)] },
  })
  for (const description_html of [
    '<p>some words here</p>'.repeat(180_000),
    '<p>a</p>'.repeat(20_001),
    `<p>${letters(4_000_004)}</p>`,
  ]) {
    expect(await team.admin.patch(at, { description_html })).toEqual(tooLong)
    expect(await team.admin.post(`${team.path}/pages/`, { description_html })).toEqual(tooLong)
  }
  const doc = new Y.Doc()
  doc.getXmlFragment('default').push([new Y.XmlText(letters(4_000_004))])
  const description_binary = buffer.toBase64(Y.encodeStateAsUpdate(doc))
  expect((await team.admin.post(`${team.path}/pages/`, { description_binary })).status).toBe(400)
  expect(await htmlOf(page)).toBe(book)
})

test('a person who types beyond the bound is told; the others go on, and so does one who has shortened it', async () => {
  const page = await newPage()
  const [one, other] = [edit(team.admin, page), edit(team.member, page)]
  await Promise.all([one.synced(), other.synced()])
  one.write(letters(3_200_000))
  await until(() => one.isSaved())
  one.write(letters(1_200_000))
  await until(() => one.words.some(word => word.type === 'tooLong'))
  one.write('behind it')
  other.write('meanwhile')
  await until(() => other.isSaved())
  expect(other.text()).not.toContain('behind it')
  expect(one.isSaved()).toBe(false)
  // The order of two blocks put in at once is by chance.
  const blocks = one.doc.getXmlFragment('default')
  const last = blocks.toArray().findLastIndex(block => block.toString().length > 500_000)
  blocks.delete(last, 1)
  one.close()
  const again = edit(team.admin, page, { doc: one.doc })
  await until(() => again.isSaved())
  await until(() => other.text().includes('behind it'))
  expect((await htmlOf(page)).length).toBeLessThan(3_300_000)
})

test('a person who puts more marks and breaks into a text than it may hold is told; the others go on', async () => {
  const page = await newPage()
  const [one, other] = [edit(team.admin, page), edit(team.member, page)]
  await Promise.all([one.synced(), other.synced()])
  one.doc.transact(() => {
    const paragraph = new Y.XmlElement('paragraph')
    one.doc.getXmlFragment('default').push([paragraph])
    paragraph.insert(
      0,
      Array.from({ length: 50_001 }, () => new Y.XmlElement('hardBreak')),
    )
  })
  await until(() => one.words.some(word => word.type === 'tooLong'))
  other.write('meanwhile')
  await until(() => other.isSaved())
  expect(await htmlOf(page)).toBe('<p>Start</p><p>meanwhile</p>')
})
