/** Many texts on one process: unwatched ones are let go of memory, and never before they are stored. */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import * as Y from 'yjs'
import { editor } from '../support/editor.ts'
import { until } from '../support/live.ts'
import { textTeam } from '../support/textTeam.ts'

const TEXTS = 40

const { server, team, editPage, newPage } = await textTeam()

const newPages = () => Promise.all(Array.from({ length: TEXTS }, () => newPage()))
const open = async (page: string) => {
  const one = editPage(team.admin, page)
  await one.synced()
  return one
}
const storedText = async (page: string) =>
  (
    (await server.db('documents').where('id', page).first('description_stripped')) as {
      description_stripped: string
    }
  ).description_stripped

/** Behind the program's back: only a text that is loaded anew can show it. */
const writeByOtherHand = async (page: string) => {
  const row = (await server.db('documents').where('id', page).first('state')) as { state: Buffer }
  const doc = new Y.Doc()
  Y.applyUpdate(doc, row.state)
  const element = new Y.XmlElement('paragraph')
  element.insert(0, [new Y.XmlText('by another hand')])
  doc.getXmlFragment('default').push([element])
  const state = Buffer.from(Y.encodeStateAsUpdate(doc))
  await server.db('documents').where('id', page).update({ state })
}

test('closed the moment after a key, every text is stored and then let go', async () => {
  const pages = await newPages()
  const editors = await Promise.all(pages.map(open))
  for (const [n, one] of editors.entries()) one.write(`last words ${n}`)
  await until(() => editors.every(one => !one.provider.hasUnsyncedChanges))
  for (const one of editors) one.close()
  for (const [n, page] of pages.entries())
    await until(async () => (await storedText(page)) === `Start\nlast words ${n}`)
  for (const page of pages) await writeByOtherHand(page)
  for (const [n, page] of pages.entries())
    await until(async () => {
      const again = await open(page)
      const text = again.text()
      again.close()
      expect(text).toContain(`last words ${n}`)
      return text.includes('by another hand')
    })
})

test('a text that cannot be stored yet stays, though nobody looks at it, until it is', async () => {
  const pages = await newPages()
  const editors = await Promise.all(pages.map(open))
  const lock = await server.db.transaction()
  await lock('documents').whereIn('id', pages).forUpdate().select('id')
  for (const [n, one] of editors.entries()) one.write(`unstored ${n}`)
  await until(() => editors.every(one => !one.provider.hasUnsyncedChanges))
  for (const one of editors) one.close()
  // Long enough for every store to have been tried.
  await new Promise(resolve => setTimeout(resolve, 2_500))
  expect(await storedText(pages[0]!)).toBe('Start')
  for (const [n, page] of pages.slice(0, 5).entries()) {
    const again = await open(page)
    expect(again.text()).toContain(`unstored ${n}`)
    again.close()
  }
  await lock.rollback()
  for (const [n, page] of pages.entries())
    await until(async () => (await storedText(page)) === `Start\nunstored ${n}`)
}, 60_000)

test('L12: whoever leaves a text while they are still being let in is forgotten, and the text with them', async () => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const page = await newPage('<p>The tide <strong>turns</strong> at noon.</p>'.repeat(3_000))
  const visit = async (times: number) => {
    for (let n = 0; n < times; n++) {
      const one = editor(server.origin, team.admin, `page.${page}`)
      await one.synced()
      one.close()
    }
  }
  const heldMb = () => {
    collect()
    return process.memoryUsage().heapUsed / 1_000_000
  }
  await visit(5)
  const before = heldMb()
  await visit(40)
  // One text is about 6 MB here: the last of them may not be let go of yet.
  await expect.poll(heldMb, { timeout: 10_000, interval: 500 }).toBeLessThan(before + 30)
})
