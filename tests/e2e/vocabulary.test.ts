import type { Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import * as Y from 'yjs'
import { SCHEMA_VERSION } from '../../collab-server/document/index.ts'
import { cable } from '../support/cable.ts'
import { editor } from '../support/editor.ts'
import { until } from '../support/live.ts'
import { caretAfter, openPage, waitingIn } from '../support/openPage.ts'

const NEWER = String(SCHEMA_VERSION + 1)

/** The kept text that the next version of that browser would find, and send. */
const keptIn = async (page: Page, name: string) => {
  const updates = await page.evaluate(
    wanted =>
      new Promise<number[][]>(resolve => {
        const opening = indexedDB.open(wanted)
        opening.onsuccess = () => {
          const reading = opening.result.transaction('updates').objectStore('updates').getAll()
          reading.onsuccess = () => {
            opening.result.close()
            resolve((reading.result as Uint8Array[]).map(update => [...update]))
          }
        }
      }),
    name,
  )
  const doc = new Y.Doc()
  for (const update of updates) Y.applyUpdate(doc, Uint8Array.from(update))
  return doc.getXmlFragment('default').toString()
}

test('L14: the browser’s editor removes unknown nodes neither from the text nor from its own copy', async () => {
  const world = await openPage()
  const { team, server } = world
  const reader = await world.sit(team.member)
  const page = await world.page('<p>Start</p>')
  const kept = () => keptIn(reader.page, `tandem.${team.member.id}.page.${page.id}`)
  await world.open(reader, page.id)
  const newer = editor(server.origin, team.admin, `page.${page.id}`, undefined, { schema: NEWER })
  onTestFinished(newer.close)
  await newer.synced()
  newer.doc.getXmlFragment('default').push([new Y.XmlElement('chart')])
  newer.write('Behind it')
  await reader.page.getByText('Behind it').waitFor()
  await reader.page.getByText('Read only', { exact: true }).waitFor()
  const whole = '<paragraph>Start</paragraph><chart></chart><paragraph>Behind it</paragraph>'
  await until(async () => (await kept()) === whole)
  await reader.page.goto(world.address(page.id))
  await reader.page.getByText('Read only', { exact: true }).waitFor()
  newer.write('The end')
  await reader.page.getByText('The end').waitFor()
  const more = `${whole}<paragraph>The end</paragraph>`
  await until(async () => (await kept()) === more)
  expect(newer.text()).toBe(more)
})

test('L14: nor does one that was away and might write when it went', async () => {
  const world = await openPage()
  const { team } = world
  const reader = await world.sit(team.member)
  const page = await world.page('<p>Start</p>')
  const pull = await cable(reader)
  await world.open(reader, page.id)
  await pull(true)
  await caretAfter(reader, 'Start')
  await reader.page.keyboard.type('ed')
  await reader.page.getByRole('button', { name: 'Offline, changes waiting' }).waitFor()
  await expect.poll(() => waitingIn(reader)).toBe(2)
  const newer = editor(world.server.origin, team.admin, `page.${page.id}`, undefined, { schema: NEWER })
  await newer.synced()
  newer.doc.getXmlFragment('default').push([new Y.XmlElement('chart')])
  newer.write('Behind it')
  await until(newer.isSaved)
  // Nobody has it open: the server itself has to read first what is in it.
  newer.close()
  await pull(false)
  await reader.page.getByText('Behind it').waitFor()
  await reader.page.getByText(/^Read only/).waitFor()
  const kept = await keptIn(reader.page, `tandem.${team.member.id}.page.${page.id}`)
  expect(kept).toBe('<paragraph>Started</paragraph><chart></chart><paragraph>Behind it</paragraph>')
  const again = editor(world.server.origin, team.admin, `page.${page.id}`, undefined, { schema: NEWER })
  onTestFinished(again.close)
  await again.synced()
  expect(again.text()).toBe('<paragraph>Start</paragraph><chart></chart><paragraph>Behind it</paragraph>')
  world.quiet()
})
