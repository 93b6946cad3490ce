/** People who type in texts together, each with an editor of their own that does on its line what the product's does. */
import { setTimeout } from 'node:timers/promises'
import * as Y from 'yjs'
import { editor } from '../../support/editor.ts'
import { visitor } from '../../support/visitor.ts'
import { clock, obey, type Setting, type Words, watchSelf } from './words.ts'

const AT_ONCE = 10
const TICK_MS = 10
/** A paragraph is full, and the next begins. */
const PARAGRAPH = 200
const SETTLED_MS = 30_000
const LETTERS = 'the tide turns at noon and the quay is clear until then '

type Editor = ReturnType<typeof editor>
type Typist = Editor & {
  due: number
  line: Y.XmlText | null
  typed: number
  strokes: Map<number, number>
  stored: number
}

const rooms: { name: string; typists: Typist[] }[] = []
const told = { typed: 0, arrived: [] as number[], saved: [] as number[], refused: 0 }
let isTyping = false

const sit = async (origin: string, session: string, person: string, name: string, others: () => Typist[]) => {
  const who = visitor(origin)
  who.jar.set('session-id', session)
  const one = editor(origin, who, name, new Y.Doc(), { comesAgain: true })
  await one.synced()
  const typist: Typist = Object.assign(one, { due: 0, line: null, typed: 0, strokes: new Map(), stored: 0 })
  const { doc, provider } = one
  provider.awareness?.setLocalStateField('user', { id: person, name: 'Typist', color: '#3b82f6' })
  const seen = new Map<number, number>()
  doc.on('update', (_: Uint8Array, from: unknown) => {
    if (from !== provider) return
    const now = clock()
    for (const other of others()) {
      if (other === typist) continue
      const client = other.doc.clientID
      const has = Y.getState(doc.store, client)
      for (let at = (seen.get(client) ?? has - 1) + 1; at <= has; at++) {
        const sent = other.strokes.get(at)
        if (sent !== undefined) told.arrived.push(now - sent)
      }
      seen.set(client, has)
    }
    // The caret's plugin says again where it is after each change by somebody else.
    if (isTyping) sayCaret(typist)
  })
  provider.on('stateless', () => {
    const stored = one.savedUpTo()
    const now = clock()
    for (let at = typist.stored + 1; at <= stored; at++) {
      const sent = typist.strokes.get(at)
      if (sent !== undefined) told.saved.push(now - sent)
    }
    typist.stored = Math.max(typist.stored, stored)
  })
  return typist
}

const sayCaret = ({ provider, line }: Typist) => {
  if (!line) return
  const place = Y.createRelativePositionFromTypeIndex(line, line.length)
  provider.awareness?.setLocalStateField('cursor', { anchor: place, head: place })
}

const stroke = (typist: Typist) => {
  const { doc } = typist
  if (!typist.line || typist.line.length >= PARAGRAPH) {
    const line = new Y.XmlText()
    doc.transact(() => {
      const paragraph = new Y.XmlElement('paragraph')
      paragraph.insert(0, [line])
      doc.getXmlFragment('default').push([paragraph])
    })
    typist.line = line
  }
  const now = clock()
  // Noted before it is sent: its clock is that of the letter.
  typist.strokes.set(Y.getState(doc.store, doc.clientID) + 1, now)
  typist.line.insert(typist.line.length, LETTERS[typist.typed % LETTERS.length]!)
  typist.typed++
  told.typed++
  sayCaret(typist)
}

const all = () => rooms.flatMap(({ typists }) => typists)

/** Until every letter is stored and all editors of a text have all of them, or too long. */
const settle = async () => {
  const isSettled = () =>
    rooms.every(
      ({ typists }) =>
        typists.every(one => one.isSaved()) && new Set(typists.map(one => one.text())).size === 1,
    )
  for (const from = clock(); clock() - from < SETTLED_MS && !isSettled(); ) await setTimeout(500)
}

obey({
  open: async ({ origin, people, texts }: Setting) => {
    const toOpen = texts.values()
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        for (const { name, people: here } of toOpen) {
          const room: { name: string; typists: Typist[] } = { name, typists: [] }
          rooms.push(room)
          for (const nth of here) {
            const { session, id } = people[nth]!
            room.typists.push(await sit(origin, session, id, name, () => room.typists))
          }
        }
      }),
    )
    return all().length
  },
  run: async ({ seconds, keys }: { seconds: number; keys: number }): Promise<Words['typists']> => {
    const self = watchSelf()
    const typists = all()
    const pause = 1000 / keys
    const began = clock()
    for (const [nth, one] of typists.entries()) one.due = began + (pause * nth) / typists.length
    isTyping = true
    for (const end = began + seconds * 1000; clock() < end; ) {
      const now = clock()
      for (const one of typists)
        if (one.due <= now) {
          stroke(one)
          one.due += pause
        }
      await setTimeout(TICK_MS)
    }
    isTyping = false
    const own = self()
    await settle()
    const [unsaved, disagreeing] = [
      typists.filter(one => !one.isSaved()).length,
      rooms.filter(room => new Set(room.typists.map(one => one.text())).size > 1).length,
    ]
    told.refused = typists.filter(one => one.isRefused()).length
    return {
      own,
      ...told,
      unsaved,
      disagreeing,
      texts: rooms.flatMap(({ name, typists: [first] }) =>
        first ? [[name, first.text()] as [string, string]] : [],
      ),
    }
  },
  close: () => {
    for (const one of all()) one.close()
    rooms.length = 0
  },
})
