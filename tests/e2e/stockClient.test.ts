import { afterAll, expect, onTestFinished, test } from 'vitest'
import { WebSocket } from 'ws'
import { WebsocketProvider } from 'y-websocket'
import * as Y from 'yjs'
import { leaveSeats } from '../support/browser.ts'
import { until } from '../support/live.ts'
import { caretAfter, openPage, text } from '../support/openPage.ts'

afterAll(leaveSeats)

test('a stock Yjs client and a browser write one page; the client is shown by its token’s name', async () => {
  const world = await openPage()
  const { team, server, make } = world
  const freya = await world.sit(team.admin)
  const made = await world.page('<p>Start</p>')
  const token = await make.token(team.admin, team.workspace.slug, { label: 'Tide robot' })
  const doc = new Y.Doc()
  const provider = new WebsocketProvider(
    `${server.origin.replace('http', 'ws')}/yjs/${team.workspace.slug}`,
    `page.${made.id}`,
    doc,
    { disableBc: true, WebSocketPolyfill: WebSocket as unknown as typeof globalThis.WebSocket },
  )
  onTestFinished(() => provider.destroy())
  provider.on('status', ({ status }) => {
    if (status === 'connected') provider.ws?.send(token.token)
  })
  await until(() => provider.synced)
  await world.open(freya, made.id)
  provider.awareness.setLocalStateField('user', { name: 'Anybody' })
  const line = new Y.XmlElement('paragraph')
  line.insert(0, [new Y.XmlText('High water at noon')])
  doc.getXmlFragment('default').push([line])
  await text(freya).getByText('High water at noon').waitFor()
  await freya.page
    .getByRole('button', { name: /Tide robot/ })
    .or(freya.page.getByLabel(/Tide robot/))
    .first()
    .waitFor()
  await caretAfter(freya, 'Start')
  await freya.page.keyboard.type(' here')
  await until(() => doc.getXmlFragment('default').toString().includes('Start here'))
  await world.becomes(made.id, '<p>Start here</p><p>High water at noon</p>')
  expect(await freya.page.getByText('Anybody').count()).toBe(0)
  world.quiet()
})
