import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as Y from 'yjs'
import { slicesOf } from '../../collab-server/document/slices.ts'
import { runs } from '../support/soak.ts'

const cut = (update: Uint8Array, into = new Y.Doc()) =>
  [...slicesOf(update, client => Y.getState(into.store, client))].filter(slice => slice !== null)

const edit = fc.record({
  by: fc.nat(2),
  at: fc.nat(2_000),
  remove: fc.oneof(fc.constant(0), fc.nat(9)),
  text: fc.string({ maxLength: 4 }),
})

test('taken in one after the other they equal the update, with any authors and deletions', () => {
  fc.assert(
    fc.property(fc.array(edit, { minLength: 200, maxLength: 900 }), fc.nat(100), (edits, known) => {
      const docs = [0, 1, 2].map(() => new Y.Doc())
      const before = new Y.Doc()
      for (const [n, { by, at, remove, text }] of edits.entries()) {
        const doc = docs[by]!
        const words = doc.getText('default')
        words.insert(Math.min(at, words.length), `${text}tide`)
        words.delete(0, Math.min(remove, words.length))
        // Each learns of the others now and then, so that their items are among each other.
        if (n % 7 === 0) Y.applyUpdate(docs[(by + 1) % 3]!, Y.encodeStateAsUpdate(doc))
        if (n === known) Y.applyUpdate(before, Y.encodeStateAsUpdate(doc))
      }
      const whole = new Y.Doc()
      for (const doc of docs) Y.applyUpdate(whole, Y.encodeStateAsUpdate(doc))
      const state = Y.encodeStateAsUpdate(whole)
      for (const slice of cut(Y.diffUpdate(state, Y.encodeStateVector(before)), before)) {
        Y.applyUpdate(before, slice)
        // Yjs would read and write what waits anew with each slice.
        expect(before.store.pendingStructs).toBe(null)
      }
      expect(before.store.pendingDs).toBe(null)
      expect(before.getText('default').toString()).toBe(whole.getText('default').toString())
      expect(Buffer.from(Y.encodeStateAsUpdate(before))).toEqual(Buffer.from(state))
    }),
    { ...runs(20), endOnFailure: true },
  )
})

test('a short update is one slice, a long one is many small ones', () => {
  const doc = new Y.Doc()
  const blocks = doc.getXmlFragment('default')
  blocks.push([new Y.XmlElement('paragraph')])
  expect(cut(Y.encodeStateAsUpdate(doc))).toHaveLength(1)
  blocks.push(Array.from({ length: 5_000 }, (_, n) => new Y.XmlElement(n % 2 ? 'paragraph' : 'heading')))
  const update = Y.encodeStateAsUpdate(doc)
  const slices = cut(update)
  expect(slices.length).toBeGreaterThan(10)
  expect(Math.max(...slices.map(({ length }) => length))).toBeLessThan(update.length / 10)
})

test('whatever an update holds is cut where an item ends: all kinds of content, keys, and gaps', () => {
  const doc = new Y.Doc()
  const updates: Uint8Array[] = []
  doc.on('update', update => updates.push(update))
  const blocks = doc.getXmlFragment('default')
  for (let n = 0; n < 400; n++) {
    const block = new Y.XmlElement(`paragraph${n % 3}`)
    const words = new Y.XmlText()
    blocks.insert(Math.min(n, 5), [block])
    block.setAttribute('align', `right ${n}`)
    block.insert(0, [words])
    words.insert(0, `tide 🌊 ${n}`, { bold: true })
    words.insertEmbed(2, { image: n })
    doc.getMap('facts').set(`key ${n % 9}`, { deep: [n, null, undefined, 1.5, true] })
    doc.getMap('facts').set('bytes', new Uint8Array([n % 256, 10, 10]))
    doc.getArray('parts').push([new Y.Doc({ guid: `part ${n}` }), new Y.XmlHook('hook'), new Y.Map(), n])
    if (n % 11 === 10) blocks.delete(2, 1)
  }
  const told = Y.mergeUpdates(updates.filter((_, n) => n % 500 !== 250))
  const [whole, sliced] = [new Y.Doc(), new Y.Doc()]
  Y.applyUpdate(whole, told)
  for (const slice of cut(told)) Y.applyUpdate(sliced, slice)
  expect(sliced.store.pendingStructs).not.toBe(null)
  for (const one of [whole, sliced]) for (const update of updates) Y.applyUpdate(one, update)
  expect(Buffer.from(Y.encodeStateAsUpdate(sliced))).toEqual(Buffer.from(Y.encodeStateAsUpdate(whole)))
  expect(sliced.getXmlFragment('default').toString()).toBe(blocks.toString())
})

test('what is missing of several authors comes later: the text is the same', () => {
  fc.assert(
    fc.property(
      fc.array(edit, { minLength: 200, maxLength: 600 }),
      fc.array(fc.nat(600), { minLength: 1, maxLength: 20 }),
      (edits, missing) => {
        const docs = [0, 1, 2].map(() => new Y.Doc())
        const updates: Uint8Array[] = []
        for (const doc of docs)
          doc.on('update', (update, origin) => {
            if (origin !== 'heard') updates.push(update)
          })
        for (const [n, { by, at, remove, text }] of edits.entries()) {
          const doc = docs[by]!
          const words = doc.getText('default')
          words.insert(Math.min(at, words.length), `${text}tide`)
          words.delete(0, Math.min(remove, words.length))
          if (n % 7 === 0) Y.applyUpdate(docs[(by + 1) % 3]!, Y.encodeStateAsUpdate(doc), 'heard')
        }
        const told = Y.mergeUpdates(updates.filter((_, n) => !missing.includes(n)))
        const [whole, sliced] = [new Y.Doc(), new Y.Doc()]
        Y.applyUpdate(whole, told)
        for (const slice of cut(told)) Y.applyUpdate(sliced, slice)
        expect(sliced.getText('default').toString()).toBe(whole.getText('default').toString())
        for (const one of [whole, sliced]) for (const update of updates) Y.applyUpdate(one, update)
        expect(sliced.store.pendingStructs).toBe(null)
        expect(Buffer.from(Y.encodeStateAsUpdate(sliced))).toEqual(Buffer.from(Y.encodeStateAsUpdate(whole)))
      },
    ),
    { ...runs(20), endOnFailure: true },
  )
})

test('items that wait for some that nobody has are taken in at one go, and what they wait for lets them in', () => {
  const [first, second] = [new Y.Doc(), new Y.Doc()]
  first.getText('default').insert(0, 'quay')
  const lacking = Y.encodeStateAsUpdate(first)
  Y.applyUpdate(second, lacking)
  for (let n = 0; n < 3_000; n++) second.getText('default').insert(n % 5, 'tide')
  const update = Y.encodeStateAsUpdate(second, Y.encodeStateVector(first))
  const other = new Y.Doc()
  const slices = cut(update, other)
  expect(slices).toHaveLength(1)
  for (const slice of slices) Y.applyUpdate(other, slice)
  Y.applyUpdate(other, lacking)
  expect(Buffer.from(Y.encodeStateAsUpdate(other))).toEqual(Buffer.from(Y.encodeStateAsUpdate(second)))
})
