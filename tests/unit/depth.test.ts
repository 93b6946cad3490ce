import { describe, expect, test } from 'vitest'
import * as Y from 'yjs'
import { bringsDepth, structsOf } from '../../collab-server/document/index.ts'

const brings = (update: Uint8Array, doc: Y.Doc) => bringsDepth(structsOf(update), doc)

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
    [200, false],
    [201, true],
    [3_000, true],
  ])('%i at once: too deep is %s', (depth, isDeep) => {
    expect(
      brings(
        updateOf(new Y.Doc(), root => nest(root, depth)),
        new Y.Doc(),
      ),
    ).toBe(isDeep)
  })

  test('a little more each time, it is known what stands there already', () => {
    const [server, client] = [new Y.Doc(), new Y.Doc()]
    let within: Y.XmlFragment = client.getXmlFragment('default')
    for (let times = 0; times < 4; times++) {
      const update = updateOf(client, () => {
        within = nest(within, 50)
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
