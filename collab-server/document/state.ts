/** Between Yjs states and documents. */
import { Mark, type Node, type Schema } from '@tiptap/pm/model'
import { prosemirrorToYXmlFragment, updateYFragment } from '@tiptap/y-tiptap'
import * as Y from 'yjs'
import { isSpan, SPANS } from './cells.ts'
import { documentSchema, FRAGMENT } from './schema.ts'
import { markName, schemaFor } from './unknown.ts'

export const openState = (state: Uint8Array): Y.Doc => {
  const doc = new Y.Doc()
  Y.applyUpdate(doc, state)
  return doc
}

type Formatted = { insert: unknown; attributes?: Record<string, Attributes> }

type Attributes = Record<string, unknown>
/** Null where there are none: ProseMirror then gives all alike the same object. */
const orNone = (attributes: Attributes | null): Attributes | null => {
  for (const _ in attributes) return attributes
  return null
}

const marksOf = (schema: Schema, attributes: Formatted['attributes']): readonly Mark[] =>
  attributes === undefined
    ? Mark.none
    : Mark.setFrom(
        Object.entries(attributes).map(([key, value]) => schema.mark(markName(key), orNone(value))),
      )

/** An invalid or endless span counts as one: drawing a table draws each column of it. */
const spanned = (attributes: Attributes): Attributes => {
  const wrong = SPANS.filter(name => attributes[name] !== undefined && !isSpan(attributes[name]))
  return wrong.length === 0
    ? attributes
    : { ...attributes, ...Object.fromEntries(wrong.map(name => [name, 1])) }
}

// The library's own reading deletes from the Yjs document what it cannot place; this one takes everything as it is.
const childrenOf = (parent: Y.XmlElement | Y.XmlFragment, schema: Schema, read: ReadNodes): Node[] =>
  parent.toArray().flatMap(child => {
    if (child instanceof Y.XmlText)
      return (child.toDelta() as Formatted[]).flatMap(({ insert, attributes }) =>
        typeof insert === 'string' ? schema.text(insert, marksOf(schema, attributes)) : [],
      )
    if (!(child instanceof Y.XmlElement)) return []
    const known = read?.get(child)
    if (known) return known
    const type = schema.nodes[child.nodeName]
    if (!type) return []
    const node = type.create(orNone(spanned(child.getAttributes())), childrenOf(child, schema, read))
    read?.set(child, node)
    return node
  })

/** Elements of a document as they were read before, in the same schema; where one changes, its reader forgets it. */
type ReadNodes = WeakMap<object, Node> | null

/** The text as a document, in a schema that can hold all of it. */
export const nodeOf = (doc: Y.Doc, schema = schemaFor(doc), read: ReadNodes = null): Node =>
  schema.topNodeType.create(null, childrenOf(doc.getXmlFragment(FRAGMENT), schema, read))

/** A first state. Made once per document, under a lock: two of them would merge into doubled text. */
export const stateOf = (node: Node): Uint8Array => {
  const doc = new Y.Doc()
  prosemirrorToYXmlFragment(node, doc.getXmlFragment(FRAGMENT))
  return Y.encodeStateAsUpdate(doc)
}

export const emptyNode = (): Node => documentSchema.node('doc', null, [documentSchema.node('paragraph')])

/** Turns the document of `state` into `node` by the smallest edit; returns the new state. */
export const editState = (state: Uint8Array, node: Node): Uint8Array => {
  const doc = openState(state)
  doc.transact(() => {
    updateYFragment(doc, doc.getXmlFragment(FRAGMENT), node, { mapping: new Map(), isOMark: new Map() })
  })
  return Y.encodeStateAsUpdate(doc)
}

/** Do two states come from the same beginning? A foreign one would double the text instead of changing it. */
export const sharesHistory = (state: Uint8Array, update: Uint8Array): boolean => {
  const known = Y.decodeStateVector(Y.encodeStateVectorFromUpdate(state))
  const given = Y.parseUpdateMeta(update)
  if (known.size === 0 || given.to.size === 0) return true
  return [...given.from.keys(), ...given.to.keys()].some(client => known.has(client))
}
