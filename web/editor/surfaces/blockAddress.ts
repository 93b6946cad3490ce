/** Addresses of places in a text, as they are behind the # of a link. */
import type { Node } from '@tiptap/pm/model'
import type { EditorState } from '@tiptap/pm/state'
import * as Y from 'yjs'
import { headingsOf } from '#document'
import { fragmentOf } from './anchors.ts'
import { itemNameOf } from './blockSelection.ts'

const idOf = (element: Y.XmlElement) => {
  const { client, clock } = element._item?.id ?? { client: 0, clock: 0 }
  return `block-${client}-${clock}`
}

/** The mark that a block has in the shared document: it outlives every edit. Null in a text that is nobody else's. */
export const markOfBlock = (state: EditorState, at: number): string | null => {
  const $at = state.doc.resolve(at)
  let element: unknown = fragmentOf(state)
  for (let depth = 0; depth <= $at.depth; depth++)
    element = element instanceof Y.XmlFragment ? element.get($at.index(depth)) : null
  return element instanceof Y.XmlElement ? idOf(element) : null
}

/** A heading by its words, any other block by its mark. */
export const addressOf = (state: EditorState, at: number): string | null =>
  headingsOf(state.doc).find(one => one.at === at)?.slug ?? markOfBlock(state, at)

/** Where a link leads; null when that is no longer there. */
export const placeOfAddress = (state: EditorState, address: string): number | null => {
  const heading = headingsOf(state.doc).find(one => one.slug === address)
  if (heading) return heading.at
  const search = (parent: unknown, node: Node, start: number): number | null => {
    if (!(parent instanceof Y.XmlFragment)) return null
    let at = start
    for (let index = 0; index < node.childCount; index++) {
      const [element, child] = [parent.get(index), node.child(index)]
      if (element instanceof Y.XmlElement && idOf(element) === address) return at
      const isHolder = itemNameOf(child) || itemNameOf(node)
      const inside = isHolder ? search(element, child, at + 1) : null
      if (inside !== null) return inside
      at += child.nodeSize
    }
    return null
  }
  return search(fragmentOf(state), state.doc, 0)
}
