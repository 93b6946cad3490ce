/** Blocks taken as a whole: which there are around a place, and a selection of several in a row. */
import { Fragment, type Node, type ResolvedPos, Slice } from '@tiptap/pm/model'
import { type EditorState, Selection, TextSelection, type Transaction } from '@tiptap/pm/state'
import type { Mappable } from '@tiptap/pm/transform'

export type BlockRange = { from: number; to: number }

const lists = new Map([
  ['bulletList', 'listItem'],
  ['orderedList', 'listItem'],
  ['taskList', 'taskItem'],
])
export const itemNameOf = (list: Node): string | undefined => lists.get(list.type.name)
const isList = (node: Node) => lists.has(node.type.name)

/** Depth of the block around a place: an item of a list, or else what is directly in the document. */
const blockDepth = ($at: ResolvedPos): number => {
  let depth = Math.min(1, $at.depth)
  while (depth + 1 <= $at.depth) {
    if (isList($at.node(depth))) depth += 1
    // Between two items of a list within an item, the place is that list's own.
    else if (itemIn($at, depth) && isList($at.node(depth + 1))) depth = Math.min(depth + 2, $at.depth)
    else break
  }
  return depth
}
const itemIn = ($at: ResolvedPos, depth: number) => depth > 1 && isList($at.node(depth - 1))

/** The block that holds a place; between two blocks the one behind it. */
export const blockAt = (doc: Node, at: number): BlockRange | null => {
  const $at = doc.resolve(Math.max(0, Math.min(at, doc.content.size)))
  const depth = blockDepth($at)
  if (depth > 0 && !(isList($at.node(depth)) && $at.depth === depth))
    return { from: $at.before(depth), to: $at.after(depth) }
  const node = $at.nodeAfter
  if (node && depth === $at.depth) return { from: $at.pos, to: $at.pos + node.nodeSize }
  const last = $at.nodeBefore
  return last ? { from: $at.pos - last.nodeSize, to: $at.pos } : null
}

/** The fewest blocks beside each other that hold all from one place to another. */
export const blocksBetween = (doc: Node, from: number, to: number): BlockRange | null => {
  let [first, last] = [blockAt(doc, from), blockAt(doc, to)]
  while (first && last) {
    const [$first, $last] = [doc.resolve(first.from), doc.resolve(last.from)]
    if ($first.parent === $last.parent && $first.start() === $last.start())
      return { from: first.from, to: Math.max(first.to, last.to) }
    if ($first.depth >= $last.depth) first = around($first)
    if ($last.depth >= $first.depth) last = around($last)
  }
  return null
}

/** The block around the items of a list: the item that the list stands in, or the list itself. */
export const around = ($item: ResolvedPos): BlockRange | null => {
  if ($item.depth === 0) return null
  const depth = $item.depth > 1 ? $item.depth - 1 : 1
  return { from: $item.before(depth), to: $item.after(depth) }
}

/**
 * Whole blocks beside each other. The binding to the shared document puts selections of this name back in their place
 * when somebody else has changed the text; any other kind would become a selection of text.
 */
export class BlockSelection extends Selection {
  static between(doc: Node, anchor: number, head: number): Selection {
    const [from, to] = anchor <= head ? [anchor, head] : [head, anchor]
    const range = blocksBetween(doc, from, to > from ? to - 1 : to)
    if (!range) return Selection.near(doc.resolve(Math.min(from, doc.content.size)))
    const [$from, $to] = [doc.resolve(range.from), doc.resolve(range.to)]
    return anchor <= head ? new BlockSelection($from, $to) : new BlockSelection($to, $from)
  }
  static override fromJSON(doc: Node, { anchor, head }: { anchor: number; head: number }) {
    return BlockSelection.between(doc, anchor, head)
  }
  override map(doc: Node, mapping: Mappable) {
    return BlockSelection.between(doc, mapping.map(this.anchor), mapping.map(this.head))
  }
  override eq(other: Selection) {
    return other instanceof BlockSelection && other.anchor === this.anchor && other.head === this.head
  }
  override content() {
    const { $from, $to } = this
    const inside = $from.parent.content.cut($from.parentOffset, $to.parentOffset)
    return new Slice($from.depth > 0 ? Fragment.from($from.parent.copy(inside)) : inside, 0, 0)
  }
  override toJSON() {
    return { type: 'nodeRange', anchor: this.anchor, head: this.head }
  }
}
BlockSelection.prototype.visible = false
Selection.jsonID('nodeRange', BlockSelection)

/** The blocks that the next command takes: the selected ones, or those that hold the selected text. */
export const selectedBlocks = ({ doc, selection }: EditorState | Transaction): BlockRange | null =>
  selection instanceof BlockSelection
    ? { from: selection.from, to: selection.to }
    : blocksBetween(doc, selection.from, selection.to)

/** The caret in the last of some blocks. */
export const caretIn = (doc: Node, { from, to }: BlockRange): Selection =>
  Selection.findFrom(doc.resolve(to), -1, true) ?? TextSelection.near(doc.resolve(from))
