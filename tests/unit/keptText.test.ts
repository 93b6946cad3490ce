/** A kept text is, after any changes, the text that reading all of it anew gives; and it is written as a whole DOM writes it. */
import domino from '@mixmark-io/domino'
import { DOMSerializer, type Node } from '@tiptap/pm/model'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as Y from 'yjs'
import { fromHtml, toHtml } from '../../collab-server/document/html.ts'
import {
  countedIn,
  emptyNode,
  lengthOf,
  markOf,
  nodeOf,
  openState,
  stateOf,
} from '../../collab-server/document/index.ts'
import { keepText } from '../../collab-server/document/keptText.ts'
import { editDoc } from '../support/randomEdits.ts'
import { runs } from '../support/soak.ts'

const pick = fc.record({
  kind: fc.nat(100),
  at: fc.nat(1_000),
  length: fc.nat(14),
  word: fc.constantFrom('tide', 'ebb & <b>', '\u00a0"flood"', 'å', '🌊', 'x'),
})

const byWholeDom = (node: Node): string => {
  const page = domino.createDocument('<!doctype html><body></body>')
  const target = page.createElement('div')
  DOMSerializer.fromSchema(node.type.schema).serializeFragment(
    node.content,
    { document: page as unknown as Document },
    target as unknown as HTMLElement,
  )
  return target.innerHTML
}

/** Blocks and marks that the text did not begin with: what a newer version writes is kept, and read. */
const strange = (doc: Y.Doc, at: number) => {
  const fragment = doc.getXmlFragment('default')
  const chart = new Y.XmlElement('chart')
  chart.setAttribute('kind', 'pie')
  if (at % 2) fragment.insert(at % (fragment.length + 1), [chart])
  else (fragment.get(0) as Y.XmlElement).setAttribute('glow', `${at}`)
}

test('whatever changes, it is read as if all of it were read anew', () => {
  fc.assert(
    fc.property(
      fc.array(fc.array(pick, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 12 }),
      fc.nat(40),
      (stores, odd) => {
        const doc = openState(stateOf(emptyNode()))
        const kept = keepText(Y.encodeStateAsUpdate(doc))
        let vector = Y.encodeStateVector(doc)
        for (const [nth, picks] of stores.entries()) {
          for (const one of picks) editDoc(doc, one)
          if (nth === odd) strange(doc, odd)
          kept.take(Y.encodeStateAsUpdate(doc, vector))
          vector = Y.encodeStateVector(doc)
          expect(kept.is(markOf(doc))).toBe(true)
          const anew = nodeOf(openState(Y.encodeStateAsUpdate(doc)))
          expect(kept.node().toJSON()).toEqual(anew.toJSON())
          expect(toHtml(kept.node())).toBe(byWholeDom(anew))
          expect(countedIn(doc).blocks).toBe(lengthOf(anew).blocks)
        }
      },
    ),
    runs(150),
  )
})

test('changes that do not lead to the text are told', () => {
  const doc = openState(stateOf(fromHtml('<p>Neap tide</p><p>Spring tide</p>')))
  const kept = keepText(Y.encodeStateAsUpdate(doc))
  const vector = Y.encodeStateVector(doc)
  doc.getXmlFragment('default').delete(0, 1)
  expect(kept.is(markOf(doc))).toBe(false)
  kept.take(Y.encodeStateAsUpdate(doc, vector))
  expect(kept.is(markOf(doc))).toBe(true)
  expect(toHtml(kept.node())).toBe('<p>Spring tide</p>')
})
