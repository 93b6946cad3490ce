/** Moves, copies and removes blocks, whatever encloses them before and after. */
import { Fragment, type Node } from '@tiptap/pm/model'
import type { Transaction } from '@tiptap/pm/state'
import { canJoin } from '@tiptap/pm/transform'
import { type BlockRange, itemNameOf } from './blockSelection.ts'

const nodesIn = (doc: Node, { from, to }: BlockRange): Node[] => {
  const $from = doc.resolve(from)
  const nodes: Node[] = []
  $from.parent.content
    .cut($from.parentOffset, $from.parentOffset + to - from)
    .forEach(node => void nodes.push(node))
  return nodes
}

/** The contents of one list as items of another kind of list; null when that is impossible. */
const asItems = (nodes: readonly Node[], list: Node): Node[] | null => {
  const { nodes: types } = list.type.schema
  const item = types[itemNameOf(list) ?? '']
  const paragraph = types.paragraph
  if (!item || !paragraph) return null
  const made = nodes.flatMap((node): Node[] | null => {
    if (itemNameOf(node)) return asItems(node.children, list)
    if (['listItem', 'taskItem'].includes(node.type.name))
      return [node.type === item ? node : item.create(null, node.content)]
    return node.isTextblock && !node.type.spec.code
      ? [item.create(null, paragraph.create(null, node.content))]
      : null
  })
  return made.includes(null) ? null : (made as Node[])
}

/** Items outside of their list stay a list, and go on counting. */
const asBlocks = (nodes: Node[], parent: Node, index: number): Node[] => {
  if (!itemNameOf(parent)) return nodes
  const attrs =
    parent.type.name === 'orderedList'
      ? { ...parent.attrs, start: Number(parent.attrs.start ?? 1) + index }
      : parent.attrs
  return [parent.type.create(attrs, nodes)]
}

/** Takes blocks out of the document, with the list that they leave empty; the last block leaves a paragraph. */
export const removeBlocks = (tr: Transaction, { from, to }: BlockRange) => {
  let $from = tr.doc.resolve(from)
  let range = { from, to }
  while ($from.depth > 0 && range.from === $from.start() && range.to === $from.end()) {
    range = { from: $from.before(), to: $from.after() }
    $from = tr.doc.resolve(range.from)
  }
  const { paragraph } = tr.doc.type.schema.nodes
  if ($from.depth === 0 && range.to - range.from === tr.doc.content.size && paragraph)
    tr.replaceWith(range.from, range.to, paragraph.create())
  else tr.delete(range.from, range.to)
}

// Two lists of one kind that touch are one list.
const joinAt = (tr: Transaction, at: number) => {
  const $at = tr.doc.resolve(at)
  const [before, after] = [$at.nodeBefore, $at.nodeAfter]
  if (before && after && itemNameOf(before) && before.type === after.type && canJoin(tr.doc, at)) tr.join(at)
}

/** May these blocks are there? */
export const fits = (doc: Node, range: BlockRange, at: number) => {
  if (at > range.from && at < range.to) return false
  const { parent } = doc.resolve(at)
  return parent.type.name === 'doc' || asItems(nodesIn(doc, range), parent) !== null
}

/** Puts blocks, or a copy of them, at a place between others. Answers where they are then; null when they may not. */
export const placeBlocks = (
  tr: Transaction,
  range: BlockRange,
  at: number,
  { copy = false } = {},
): BlockRange | null => {
  if (!fits(tr.doc, range, at) && !(copy && (at === range.from || at === range.to))) return null
  const $from = tr.doc.resolve(range.from)
  const target = tr.doc.resolve(at).parent
  const nodes = nodesIn(tr.doc, range)
  const placed =
    target.type.name === 'doc' ? asBlocks(nodes, $from.parent, $from.index()) : asItems(nodes, target)
  if (!placed) return null
  const content = Fragment.from(placed)
  // First put, then taken: so that the document is never empty in between.
  tr.insert(at, content)
  const shift = at <= range.from ? content.size : 0
  const steps = tr.steps.length
  if (!copy) removeBlocks(tr, { from: range.from + shift, to: range.to + shift })
  const start = tr.mapping.slice(steps).map(at, -1)
  const end = start + content.size
  const wrapped = target.type.name === 'doc' && itemNameOf($from.parent) ? 1 : 0
  const joins = tr.steps.length
  joinAt(tr, end)
  joinAt(tr, start)
  const joined = tr.mapping.slice(joins)
  return { from: joined.map(start + wrapped, 1), to: joined.map(end - wrapped, -1) }
}

/** Where the blocks would be one further up or down; null at the end of the document. */
export const nextPlace = (doc: Node, { from, to }: BlockRange, by: -1 | 1): number | null => {
  const $from = doc.resolve(from)
  const $to = doc.resolve(to)
  const beside = by < 0 ? $from.nodeBefore : $to.nodeAfter
  if (beside) return by < 0 ? from - beside.nodeSize : to + beside.nodeSize
  if ($from.depth === 0) return null
  // Out of its list: beside the item that the list stands in, or past what is beside the list.
  if ($from.depth > 1) return by < 0 ? $from.before($from.depth - 1) : $from.after($from.depth - 1)
  const list = by < 0 ? $from.before() : $from.after()
  const next = by < 0 ? doc.resolve(list).nodeBefore : doc.resolve(list).nodeAfter
  return next ? list + by * next.nodeSize : null
}
