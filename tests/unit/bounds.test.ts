import { describe, expect, test } from 'vitest'
import * as Y from 'yjs'
import { fromHtml, toHtml } from '../../collab-server/document/html.ts'
import { isBeyondReading, nodeOf, readUpdate } from '../../collab-server/document/index.ts'

const brings = (update: Uint8Array, doc: Y.Doc) => isBeyondReading(readUpdate(update).structs, doc)

/** `depth` blocks within each other, all sent at once. */
const nest = (parent: Y.XmlFragment, depth: number): Y.XmlElement => {
  const element = new Y.XmlElement('blockquote')
  parent.insert(parent.length, [element])
  return depth > 1 ? nest(element, depth - 1) : element
}
const updateOf = (doc: Y.Doc, make: (root: Y.XmlFragment) => void) => {
  const before = Y.encodeStateVector(doc)
  make(doc.getXmlFragment('default'))
  return Y.encodeStateAsUpdate(doc, before)
}

describe('blocks within each other', () => {
  test.each([
    [1, false],
    [60, false],
    [61, true],
    [3_000, true],
  ])('%i at once: too deep is %s', (depth, isDeep) => {
    expect(
      brings(
        updateOf(new Y.Doc(), root => nest(root, depth)),
        new Y.Doc(),
      ),
    ).toBe(isDeep)
  })

  test('a little more each time, it is known what is there already', () => {
    const [server, client] = [new Y.Doc(), new Y.Doc()]
    let within: Y.XmlFragment = client.getXmlFragment('default')
    for (let times = 0; times < 4; times++) {
      const update = updateOf(client, () => {
        within = nest(within, 15)
      })
      expect(brings(update, server)).toBe(false)
      Y.applyUpdate(server, update)
    }
    // Beside the deepest is as deep; one further is not.
    const beside = updateOf(client, () => {
      within.parent && (within.parent as Y.XmlElement).insert(0, [new Y.XmlElement('paragraph')])
    })
    expect(brings(beside, server)).toBe(false)
    const further = updateOf(client, () => nest(within, 1))
    expect(brings(further, server)).toBe(true)
  })

  test('blocks beside each other are as many as one likes', () => {
    const doc = new Y.Doc()
    const update = updateOf(doc, root => {
      for (let n = 0; n < 5_000; n++) root.insert(n % 2 ? 0 : root.length, [new Y.XmlElement('paragraph')])
    })
    expect(brings(update, new Y.Doc())).toBe(false)
  })

  test('words alone are not looked at', () => {
    const doc = new Y.Doc()
    const element = new Y.XmlElement('paragraph')
    doc.getXmlFragment('default').insert(0, [element])
    expect(
      brings(
        updateOf(doc, () => element.insert(0, [new Y.XmlText('words')])),
        new Y.Doc(),
      ),
    ).toBe(false)
  })
})

test.each([
  [2, false],
  [100, false],
  [101, true],
  [3_000_000, true],
  ['2', true],
  [-1, true],
])('a cell over %j columns: refused is %s, and read as one', (span, isRefused) => {
  const doc = new Y.Doc()
  const update = updateOf(doc, root => {
    const [table, row, cell] = ['table', 'tableRow', 'tableCell'].map(name => new Y.XmlElement(name))
    cell!.insert(0, [new Y.XmlElement('paragraph')])
    cell!.setAttribute('colspan', span as unknown as string)
    row!.insert(0, [cell!])
    table!.insert(0, [row!])
    root.insert(0, [table!])
  })
  expect(brings(update, new Y.Doc())).toBe(isRefused)
  // A text stored before there was a bound.
  expect(toHtml(nodeOf(doc))).toContain(`colspan="${isRefused ? 1 : span}"`)
})

test.each(['3000000', '-1', '0', 'many', '1e9'])(
  'HTML of a cell over %s columns is one of one column',
  span => {
    const html = toHtml(
      fromHtml(`<table><tr><td colspan="${span}" rowspan="${span}"><p>a</p></td></tr></table>`),
    )
    expect(html).toContain('<td colspan="1" rowspan="1"><p>a</p></td>')
    expect(html.length).toBeLessThan(400)
  },
)
