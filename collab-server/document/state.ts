/** Between Yjs states and documents. */
import type { Node } from '@tiptap/pm/model'
import {
  prosemirrorToYXmlFragment,
  updateYFragment,
  yXmlFragmentToProseMirrorRootNode,
} from '@tiptap/y-tiptap'
import * as Y from 'yjs'
import { documentSchema, FRAGMENT } from './schema.ts'

export const openState = (state: Uint8Array): Y.Doc => {
  const doc = new Y.Doc()
  Y.applyUpdate(doc, state)
  return doc
}

export const nodeOf = (doc: Y.Doc): Node =>
  yXmlFragmentToProseMirrorRootNode(doc.getXmlFragment(FRAGMENT), documentSchema)

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
