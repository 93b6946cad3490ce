import { expect, onTestFinished, test } from 'vitest'
import * as Y from 'yjs'
import { closeBrowser, seat } from '../support/browser.ts'
import { build } from '../support/build.ts'
import { editor } from '../support/editor.ts'
import { until } from '../support/live.ts'
import { startServer } from '../support/server.ts'

test('L14: what the browser’s editor does not know it neither takes out of the text nor out of what it keeps', async () => {
  const server = await startServer()
  const make = build(server)
  const team = await make.team()
  const page = await make.page(team.admin, team.path, { description_html: '<p>Start</p>' })
  onTestFinished(closeBrowser)
  const reader = await seat(server.origin)
  const cookie = { name: 'session-id', value: team.member.jar.get('session-id')!, url: server.origin }
  await reader.context.addCookies([cookie])
  const open = async () => {
    await reader.page.goto(`/${team.workspace.slug}/projects/${team.project.id}/pages/${page.id}`)
    await reader.page.getByText('Start').waitFor()
  }
  /** What its next version would find there, and send. */
  const kept = async () => {
    const updates = await reader.page.evaluate(
      name =>
        new Promise<number[][]>(resolve => {
          const opening = indexedDB.open(name)
          opening.onsuccess = () => {
            const reading = opening.result.transaction('updates').objectStore('updates').getAll()
            reading.onsuccess = () => {
              opening.result.close()
              resolve((reading.result as Uint8Array[]).map(update => [...update]))
            }
          }
        }),
      `tandem.${team.member.id}.page.${page.id}`,
    )
    const doc = new Y.Doc()
    for (const update of updates) Y.applyUpdate(doc, Uint8Array.from(update))
    return doc.getXmlFragment('default').toString()
  }
  await open()
  await reader.page.getByText('Saved', { exact: true }).waitFor()
  const newer = editor(server.origin, team.admin, `page.${page.id}`, undefined, { schema: '2' })
  onTestFinished(newer.close)
  await newer.synced()
  newer.doc.getXmlFragment('default').push([new Y.XmlElement('chart')])
  newer.write('Behind it')
  await reader.page.getByText('Behind it').waitFor()
  await reader.page.getByText('Read only', { exact: true }).waitFor()
  const whole = '<paragraph>Start</paragraph><chart></chart><paragraph>Behind it</paragraph>'
  await until(async () => (await kept()) === whole)
  await open()
  await reader.page.getByText('Read only', { exact: true }).waitFor()
  newer.write('The end')
  await reader.page.getByText('The end').waitFor()
  const more = `${whole}<paragraph>The end</paragraph>`
  await until(async () => (await kept()) === more)
  expect(newer.text()).toBe(more)
})
