/** Updates that are long enough to hold others up if they were taken in at one go. */
import * as encoding from 'lib0/encoding'
import { expect, test } from 'vitest'
import * as Y from 'yjs'
import { authFrame, FRAME, frame, rawSocket } from '../support/frames.ts'
import { until } from '../support/live.ts'
import { textTeam } from '../support/textTeam.ts'

const { server, team, closing, editPage: edit, newPage, htmlOf } = await textTeam()

const SYNC_REPLY = 1
const SYNC_STATUS = 8

const append = (doc: Y.Doc, text: string) => {
  const paragraph = new Y.XmlElement('paragraph')
  paragraph.insert(0, [new Y.XmlText(text)])
  doc.getXmlFragment('default').push([paragraph])
}

/** Changes each paragraph: an update of as many items, and of five times as many deletions. */
const rewrite = (doc: Y.Doc) =>
  doc.transact(() => {
    for (const paragraph of doc.getXmlFragment('default').toArray()) {
      const words = (paragraph as Y.XmlElement).get(0) as Y.XmlText
      for (let at = 0; at < 5; at++) words.delete(at, 1)
      words.insert(0, '~')
    }
  })

/** A page of so many paragraphs, and what its editors hold of it. */
const longPage = async (paragraphs: number) => {
  const page = await newPage()
  const writer = edit(team.admin, page)
  await writer.synced()
  writer.doc.transact(() => {
    for (let n = 0; n < paragraphs; n++) append(writer.doc, `Paragraph ${n}`)
  })
  await until(() => writer.isSaved())
  return { page, writer }
}

test('what somebody wrote without a line comes in part by part: others see some of it before the rest', async () => {
  const { page, writer } = await longPage(2_000)
  const other = edit(team.member, page)
  await other.synced()
  await writer.offline()
  rewrite(writer.doc)
  let parts = 0
  other.doc.on('update', (_: Uint8Array, origin: unknown) => {
    if (origin === other.provider) parts++
  })
  writer.online()
  other.type(0, 'Meanwhile ')
  await until(() => writer.isSaved() && other.isSaved())
  await until(() => writer.text() === other.text())
  expect(parts).toBeGreaterThan(1)
  const html = await htmlOf(page)
  expect(html).toContain('Meanwhile')
  expect(html.match(/<p>~aarp /g)).toHaveLength(2_000)
})

/** A bare client of a page, which learns of each update whether it was taken. */
const comeIn = async (page: string) => {
  const socket = closing(await rawSocket(server.origin, team.member))
  socket.send(authFrame(`page.${page}`))
  await until(() => socket.kinds.includes(FRAME.stateless))
  const told = () =>
    socket.kinds.flatMap((kind, at) =>
      kind === SYNC_STATUS ? [socket.bodies[at]!.charCodeAt(socket.bodies[at]!.length - 1)] : [],
    )
  const send = (update: Uint8Array) =>
    socket.send(
      frame(`page.${page}`, FRAME.sync, encoder => {
        encoding.writeVarUint(encoder, SYNC_REPLY)
        encoding.writeVarUint8Array(encoder, update)
      }),
    )
  return {
    send,
    closed: socket.closed,
    reply: async (update: Uint8Array) => {
      const before = told().length
      send(update)
      await until(() => told().length > before)
      return told().at(-1) === 1
    },
  }
}

test('one who only reads is told of a long update whether the text has all of it', async () => {
  const { page, writer } = await longPage(3_600)
  rewrite(writer.doc)
  await until(() => writer.isSaved())
  await team.admin.post(`${team.path}/pages/${page}/lock/`)
  const before = writer.text()
  const { reply } = await comeIn(page)
  const own = new Y.Doc()
  Y.applyUpdate(own, Y.encodeStateAsUpdate(writer.doc))
  const whole = Y.encodeStateAsUpdate(own)
  const onlyDeletions = Y.encodeStateAsUpdate(own, Y.encodeStateVector(own))
  for (const update of [whole, onlyDeletions]) expect(update.length).toBeGreaterThan(64 * 1024)
  expect(await reply(whole)).toBe(true)
  expect(await reply(onlyDeletions)).toBe(true)
  // One more deletion among thousands, and one more paragraph behind them.
  const first = own.getXmlFragment('default').get(1) as Y.XmlElement
  ;(first.get(0) as Y.XmlText).delete(1, 1)
  expect(await reply(Y.encodeStateAsUpdate(own, Y.encodeStateVector(own)))).toBe(false)
  append(own, 'Against the lock')
  expect(await reply(Y.encodeStateAsUpdate(own))).toBe(false)
  expect(writer.text()).toBe(before)
})

test('a long update is judged to its end: blocks too deep behind thousands of good ones are refused', async () => {
  const { page, writer } = await longPage(1)
  const hostile = edit(team.member, page)
  await hostile.synced()
  await hostile.offline()
  hostile.doc.transact(() => {
    for (let n = 0; n < 4_000; n++) append(hostile.doc, `Good ${n}`)
    let within: Y.XmlFragment = hostile.doc.getXmlFragment('default')
    for (let depth = 0; depth < 100; depth++) {
      const block = new Y.XmlElement('blockquote')
      within.push([block])
      within = block
    }
  })
  hostile.online()
  await until(() =>
    hostile.words.some(word => word.type === 'rights' && !word.write && word.why === 'beyondReading'),
  )
  writer.type(0, 'Still ')
  await until(() => writer.isSaved())
  expect(writer.text()).not.toContain('<blockquote>'.repeat(61))
  expect(hostile.isSaved()).toBe(false)
  expect(await htmlOf(page)).toContain('Still ')
})

test('thousands of sessions that the text does not know end the connection that brings them; whoever has them comes back with the rest', async () => {
  const page = await newPage()
  const { doc } = edit(team.admin, page)
  await until(() => doc.getXmlFragment('default').length > 0)
  const all = new Y.Doc()
  for (let n = 0; n < 1_500; n++) {
    const one = new Y.Doc()
    append(one, `Session ${n}`)
    Y.applyUpdate(all, Y.encodeStateAsUpdate(one))
  }
  const socket = await comeIn(page)
  socket.send(Y.encodeStateAsUpdate(all))
  await until(() => socket.closed() > 0)
  expect(socket.closed()).toBe(4400)
  const taken = () => doc.getXmlFragment('default').length - 1
  await until(() => taken() > 0)
  expect(taken()).toBeLessThanOrEqual(1_000)
  edit(team.member, page, { doc: all })
  await until(() => taken() === 1_500)
})

/** Of so many clients one item each, of which nothing is left. */
const strangers = (count: number) => {
  const encoder = encoding.createEncoder()
  encoding.writeVarUint(encoder, count)
  for (let client = count; client > 0; client--)
    for (const number of [1, client, 0, 0, 1]) encoding.writeVarUint(encoder, number)
  encoding.writeVarUint(encoder, 0)
  return encoding.toUint8Array(encoder)
}

test('a call brings as many sessions as edit a page in years, and no more', async () => {
  const page = await newPage()
  const { doc } = edit(team.admin, page)
  await until(() => doc.getXmlFragment('default').length > 0)
  const own = Y.encodeStateAsUpdate(doc)
  const send = (count: number) =>
    team.admin.patch(`${team.path}/pages/${page}/description/`, {
      description_binary: Buffer.from(Y.mergeUpdates([own, strangers(count)])).toString('base64'),
    })
  expect((await send(20_100)).status).toBe(400)
  expect((await send(2_000)).status).toBe(200)
})
