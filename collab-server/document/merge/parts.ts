/** A text as a tree of blocks, the form in which three versions of it are compared. */
import type { Node, Schema } from '@tiptap/pm/model'
import * as Y from 'yjs'
import { FRAGMENT } from '../schema.ts'
import { nodeOf } from '../state.ts'

/** One block. It either holds words (`isText`), or other blocks, or is a thing of its own, such as an image. */
export type Part = {
  node: Node
  up: Part | null
  /** Its place among the blocks beside it. */
  at: number
  parts: Part[]
  isText: boolean
  /** Where it is in the Yjs document that it was read from. */
  y: Y.XmlElement | Y.XmlFragment | null
  /** The same in every state of one document. */
  id: string | null
}

const holdsBlocks = (node: Node) => node.childCount > 0 && node.children.every(child => child.isBlock)
const idOf = (y: Part['y']) => {
  const id = y?._item?.id
  return id ? `${id.client}:${id.clock}` : null
}

/** The elements of `y` that the children of its node were read from. */
const elementsOf = (y: Part['y']) => (y?.toArray() ?? []).filter(child => child instanceof Y.XmlElement)

const partOf = (node: Node, y: Part['y'], up: Part | null, at: number): Part => {
  const part: Part = { node, up, at, parts: [], isText: node.isTextblock, y, id: idOf(y) }
  if (part.isText || !holdsBlocks(node)) return part
  const elements = elementsOf(y)
  part.parts = node.children.map((child, n) => partOf(child, elements[n] ?? null, part, n))
  return part
}

/** A text that is in no Yjs document. */
export const partsOf = (node: Node): Part => partOf(node, null, null, 0)

/** The text of a Yjs document, each block with its identity. */
export const partsIn = (doc: Y.Doc, schema: Schema): Part =>
  partOf(nodeOf(doc, schema), doc.getXmlFragment(FRAGMENT), null, 0)

/** A block and all within it, the outer before the inner, in the order of the text. */
export const allOf = (top: Part): Part[] => {
  const found: Part[] = []
  const ahead = [top]
  for (let next = ahead.pop(); next; next = ahead.pop()) {
    found.push(next)
    for (let n = next.parts.length - 1; n >= 0; n--) ahead.push(next.parts[n]!)
  }
  return found
}

const FAMILIES: Record<string, string> = {
  paragraph: 'words',
  heading: 'words',
  codeBlock: 'words',
  bulletList: 'list',
  orderedList: 'list',
  taskList: 'list',
  listItem: 'item',
  taskItem: 'item',
  tableCell: 'cell',
  tableHeader: 'cell',
  blockquote: 'box',
  calloutComponent: 'box',
}
const families = new Map(Object.entries(FAMILIES))

/** Blocks of one family can be turned into each other. */
export const familyOf = ({ node }: Part): string => families.get(node.type.name) ?? node.type.name

/** The words of a block of words, or of an item of a list that holds nothing else. */
export const linesOf = (part: Part | null | undefined): Part | null => {
  if (!part || part.isText) return part ?? null
  const [only, ...more] = part.parts
  return familyOf(part) === 'item' && more.length === 0 && only?.isText ? only : null
}
