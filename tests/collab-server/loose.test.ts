/** Updates that come without those that they are on. */
import { describe, expect, test } from 'vitest'
import * as Y from 'yjs'
import { deletionOf } from '../../collab-server/document/slices.ts'
import { authFrame, FRAME, rawSocket, updateFrame } from '../support/frames.ts'
import { until } from '../support/live.ts'
import { textTeam } from '../support/textTeam.ts'

const { server, team, closing, editPage: edit, newPage, htmlOf } = await textTeam()

/** The updates of somebody who writes paragraphs, one by one. */
const updatesOf = (paragraphs: readonly string[]) => {
  const doc = new Y.Doc()
  const updates: Uint8Array[] = []
  doc.on('update', update => updates.push(update))
  for (const text of paragraphs)
    doc.transact(() => {
      const element = new Y.XmlElement('paragraph')
      element.insert(0, [new Y.XmlText(text)])
      doc.getXmlFragment('default').push([element])
    })
  return { doc, updates }
}

const comeIn = async (page: string) => {
  const socket = closing(await rawSocket(server.origin, team.member))
  socket.send(authFrame(`page.${page}`))
  await until(() => socket.kinds.includes(FRAME.stateless))
  return {
    ...socket,
    tell: (...updates: Uint8Array[]) => socket.send(...updates.map(one => updateFrame(`page.${page}`, one))),
  }
}

/** Somebody else types, is stored, and finds the page as it was besides. */
const goesOn = async (page: string) => {
  const honest = edit(team.admin, page)
  await honest.synced()
  honest.type(0, 'Still ')
  await until(() => honest.isSaved())
  expect(await htmlOf(page)).toBe('<p>Still Start</p>')
  const { state } = await server.db('documents').where('id', page).first('state')
  const stored = new Y.Doc()
  Y.applyUpdate(stored, new Uint8Array(state))
  expect(stored.store.pendingStructs).toBe(null)
  expect(stored.store.pendingDs).toBe(null)
}

test('a few that overtake those before them wait for these', async () => {
  const page = await newPage()
  const { updates } = updatesOf(['One', 'two', 'three'])
  const socket = await comeIn(page)
  socket.tell(updates[2]!, updates[1]!)
  socket.tell(updates[0]!)
  await until(async () => (await htmlOf(page)).includes('<p>One</p><p>two</p><p>three</p>'))
  expect(socket.closed()).toBe(0)
})

describe('more than anybody types until their editor has told the rest ends the connection, and nothing of it stays', () => {
  const long = 'x'.repeat(2_000)

  test('when it comes at one go', async () => {
    const page = await newPage()
    const { updates } = updatesOf(['First', ...Array.from({ length: 50 }, () => long)])
    const socket = await comeIn(page)
    socket.tell(Y.mergeUpdates(updates.slice(1)))
    await until(() => socket.closed() > 0)
    await goesOn(page)
  })

  test('when what it deletes is not there', async () => {
    const page = await newPage()
    const ranges = Array.from({ length: 30_000 }, (_, n) => ({ client: 7, clock: 2 * n, length: 1 }))
    const socket = await comeIn(page)
    socket.tell(deletionOf(ranges))
    await until(() => socket.closed() > 0)
    await goesOn(page)
  })

  test('when it comes little by little, and whoever it was comes back with all of it', async () => {
    const page = await newPage()
    const { doc, updates } = updatesOf(['First', ...Array.from({ length: 60 }, () => long)])
    const socket = await comeIn(page)
    for (const update of updates.slice(1)) socket.tell(update)
    await until(() => socket.closed() > 0)
    const honest = edit(team.admin, page)
    await honest.synced()
    honest.type(0, 'Still ')
    await until(() => honest.isSaved())
    expect(await htmlOf(page)).toBe('<p>Still Start</p>')
    const back = edit(team.member, page, { doc })
    await back.synced()
    await until(() => back.isSaved())
    await until(async () => (await htmlOf(page)).includes(`<p>First</p>${`<p>${long}</p>`.repeat(60)}`))
  })
})

test('a call that brings more of it is refused, and the text stays', async () => {
  const page = await newPage()
  const { updates } = updatesOf(['First', ...Array.from({ length: 50 }, () => 'x'.repeat(2_000))])
  const deletions = deletionOf(
    Array.from({ length: 30_000 }, (_, n) => ({ client: 7, clock: 2 * n, length: 1 })),
  )
  for (const update of [Y.mergeUpdates(updates.slice(1)), deletions]) {
    const description_binary = Buffer.from(update).toString('base64')
    const sent = await team.admin.patch(`${team.path}/pages/${page}/description/`, { description_binary })
    expect(sent.status).toBe(400)
  }
  await goesOn(page)
})
