import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import * as Y from 'yjs'
import { fromHtml, toHtml } from '../../collab-server/document/html.ts'
import {
  bringsUnknown,
  documentSchema,
  editState,
  holdsUnknown,
  leavesBlockFirst,
  nodeOf,
  openState,
  readUpdate,
  SCHEMA_VERSION,
  schemaNumberBrought,
  schemaNumberOf,
  stateOf,
  toText,
} from '../../collab-server/document/index.ts'
import { mergeDocuments } from '../../collab-server/document/merge/index.ts'

/** A text as a newer version may leave it: a block, a word, a mark and an attribute that this one has never known. */
const newer = () => {
  const doc = openState(stateOf(fromHtml('<p>Alpha beta</p><ul><li><p>One</p></li></ul><h2>End</h2>')))
  const fragment = doc.getXmlFragment('default')
  const [paragraph, list, heading] = fragment.toArray() as Y.XmlElement[]
  ;(paragraph!.get(0) as Y.XmlText).format(6, 4, { glow: { strength: 3 } })
  const rate = new Y.XmlElement('rate')
  rate.setAttribute('value', '7')
  paragraph!.push([rate])
  heading!.setAttribute('anchor', 'end')
  const chart = (kind: string) => {
    const made = new Y.XmlElement('chart')
    made.setAttribute('kind', kind)
    const caption = new Y.XmlElement('paragraph')
    caption.insert(0, [new Y.XmlText(`A ${kind}`)])
    made.insert(0, [caption])
    return made
  }
  fragment.insert(1, [chart('pie')])
  ;(list!.get(0) as Y.XmlElement).push([chart('bar')])
  return doc
}

const edited = (doc: Y.Doc, from: string, to: string) => {
  const state = Y.encodeStateAsUpdate(doc)
  const present = nodeOf(doc)
  const { schema } = present.type
  const base = fromHtml(toHtml(present), schema)
  const incoming = fromHtml(toHtml(present).replace(from, to), schema)
  const merged = mergeDocuments(base, present, incoming)
  return openState(editState(state, merged)).getXmlFragment('default').toString()
}

const STRANGE = [
  '<chart kind="pie"><paragraph>A pie</paragraph></chart>',
  '<chart kind="bar"><paragraph>A bar</paragraph></chart>',
  '<rate value="7"></rate>',
  'anchor="end"',
]

test('L14: nodes unknown to the schema are read, told apart and shown as a place', () => {
  const doc = newer()
  expect([holdsUnknown(doc), holdsUnknown(openState(stateOf(fromHtml('<p>x</p>'))))]).toEqual([true, false])
  expect(toText(nodeOf(doc))).toContain('A pie')
  expect(toHtml(nodeOf(doc))).toContain('<span data-unknown="chart"><p>A pie</p></span>')
  expect(nodeOf(doc).type.schema).not.toBe(documentSchema)
  const before = doc.getXmlFragment('default').toString()
  nodeOf(doc)
  expect(doc.getXmlFragment('default').toString()).toBe(before)
})

test.each([
  ['nothing', 'nothing at all', 'nothing'],
  ['a word before it', 'Alpha', 'Gamma'],
  ['a word within its letters', 'beta', 'bexta'],
  ['a letter of its block', 'One', 'One and two'],
  ['the heading’s level', 'h2>', 'h3>'],
  ['all but it', '<p>Alpha', '<p>New</p><p>Alpha'],
  ['its block, taken out', '<p>One</p>', ''],
])('L14: a REST edit of %s leaves all of it in place', (_, from, to) => {
  const doc = newer()
  const after = edited(doc, from, to)
  for (const piece of STRANGE) expect(after).toContain(piece)
  expect(after).toMatch(/<glow[^>]*>/)
  expect(after).not.toContain('data-unknown')
})

test('L14: a REST edit that sends a wholly new text keeps it too', () => {
  const present = nodeOf(newer())
  const { schema } = present.type
  const base = fromHtml(toHtml(present), schema)
  const merged = mergeDocuments(base, present, fromHtml('<p>All is new</p>', schema))
  const after = openState(editState(Y.encodeStateAsUpdate(newer()), merged))
    .getXmlFragment('default')
    .toString()
  expect(after).toContain('All is new')
  for (const piece of STRANGE.slice(0, 3)) expect(after).toContain(piece)
})

test('L14: an update that would bring it in is known before it is applied', () => {
  const plain = new Y.Doc()
  plain.getXmlFragment('default').push([new Y.XmlElement('paragraph')])
  expect(bringsUnknown(readUpdate(Y.encodeStateAsUpdate(plain)).structs)).toBe(false)
  const before = Y.encodeStateVector(plain)
  plain.getXmlFragment('default').push([new Y.XmlElement('chart')])
  expect(bringsUnknown(readUpdate(Y.encodeStateAsUpdate(plain, before)).structs)).toBe(true)
  const marked = new Y.Doc()
  const text = new Y.XmlText()
  marked.getXmlFragment('default').push([text])
  text.insert(0, 'x', { bold: {} })
  expect(bringsUnknown(readUpdate(Y.encodeStateAsUpdate(marked)).structs)).toBe(false)
  text.format(0, 1, { glow: {} })
  expect(bringsUnknown(readUpdate(Y.encodeStateAsUpdate(marked)).structs)).toBe(true)
})

test('programs are told the present schema number', () => {
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')
  expect(readme).toContain(`schema: '${SCHEMA_VERSION}'`)
})

test('L14: an attribute that came later is known too, and that it comes again', () => {
  const doc = openState(stateOf(fromHtml('<image-component src="1"></image-component>')))
  const image = doc.getXmlFragment('default').get(0) as Y.XmlElement
  const brought = (change: () => void) => {
    const before = Y.encodeStateVector(doc)
    change()
    return schemaNumberBrought(readUpdate(Y.encodeStateAsUpdate(doc, before)).structs, doc)
  }
  expect(schemaNumberOf(doc)).toBe(1)
  expect(brought(() => image.setAttribute('alt', 'Pier'))).toBe(1)
  expect(brought(() => image.setAttribute('caption', 'Pier'))).toBe(3)
  expect(schemaNumberOf(doc)).toBe(3)
  image.removeAttribute('caption')
  expect(schemaNumberOf(doc)).toBe(1)
  expect(brought(() => image.setAttribute('caption', 'Again'))).toBe(3)
})

test('L14: nobody brings it in by HTML', () => {
  const schema = nodeOf(newer()).type.schema
  const html = '<p>x<span data-unknown="chart">y</span></p>'
  expect(toHtml(fromHtml(html, schema))).toBe('<p>x</p>')
  expect(toHtml(fromHtml(html))).toBe('<p>xy</p>')
})

test('L14: an item that begins with any block is known, however it came to be so', () => {
  const doc = openState(stateOf(fromHtml('<ul><li><p>a</p><h2>b</h2></li></ul>')))
  const item = (doc.getXmlFragment('default').get(0) as Y.XmlElement).get(0) as Y.XmlElement
  const changed = (change: () => void) => {
    const before = Y.encodeStateVector(doc)
    change()
    return readUpdate(Y.encodeStateAsUpdate(doc, before))
  }
  const brought = (change: () => void) => schemaNumberBrought(changed(change).structs, doc)
  expect(schemaNumberOf(doc)).toBe(1)
  expect(brought(() => item.insert(0, [new Y.XmlElement('paragraph')]))).toBe(1)
  expect(brought(() => item.insert(1, [new Y.XmlElement('heading')]))).toBe(1)
  expect(brought(() => item.insert(0, [new Y.XmlElement('heading')]))).toBe(6)
  expect(schemaNumberOf(doc)).toBe(6)
  item.delete(0, 1)
  expect(schemaNumberOf(doc)).toBe(1)
  const deleted = changed(() => item.delete(0, 1))
  expect(leavesBlockFirst(deleted, doc)).toBe(true)
  expect(schemaNumberOf(doc)).toBe(6)
  // A whole item at once.
  const other = openState(stateOf(fromHtml('<ul><li><pre><code>x</code></pre></li></ul>')))
  const { structs } = readUpdate(Y.encodeStateAsUpdate(other))
  expect(schemaNumberBrought(structs, new Y.Doc())).toBe(6)
})

test('L14: code that is bold and a link is stored under the names that all clients know', () => {
  const html = '<p><a href="https://quay.example"><strong><code>a</code></strong></a></p>'
  const doc = openState(stateOf(fromHtml(html)))
  const line = doc.getXmlFragment('default').get(0) as Y.XmlElement
  const [part] = (line.get(0) as Y.XmlText).toDelta() as { attributes: object }[]
  expect(Object.keys(part!.attributes).sort()).toEqual(['bold', 'code', 'link'])
  expect(toHtml(nodeOf(doc))).toBe(toHtml(fromHtml(html)))
  expect(schemaNumberOf(doc)).toBe(1)
})
