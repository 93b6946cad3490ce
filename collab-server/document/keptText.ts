/** A text that is read again and again: each time only the blocks that have changed since are read anew. */
import type { Node, Schema } from '@tiptap/pm/model'
import * as Y from 'yjs'
import { markOf, type StoredMark } from './saved.ts'
import { nodeOf, openState } from './state.ts'
import { schemaFor } from './unknown.ts'

export const keepText = (state: Uint8Array) => {
  const doc = openState(state)
  let known: { schema: Schema; nodes: WeakMap<object, Node> } | null = null
  doc.on('afterTransaction', ({ changed }: Y.Transaction) => {
    for (const type of changed.keys())
      for (let at: Y.AbstractType<unknown> | null = type as Y.AbstractType<unknown>; at; at = at.parent)
        known?.nodes.delete(at)
  })
  return {
    /** Takes in what has changed. */
    take: (update: Uint8Array) => Y.applyUpdate(doc, update),
    vector: (): Uint8Array => Y.encodeStateVector(doc),
    /** Is it now the very text of this mark? */
    is: ({ stateVector, deletions }: StoredMark): boolean => {
      const mark = markOf(doc)
      return mark.stateVector === stateVector && mark.deletions === deletions
    },
    node: (): Node => {
      const schema = schemaFor(doc)
      if (known?.schema !== schema) known = { schema, nodes: new WeakMap() }
      return nodeOf(doc, schema, known.nodes)
    },
  }
}
