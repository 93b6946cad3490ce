/** The actions on whole blocks, by key and by menu. */
import type { Editor } from '@tiptap/core'
import { Selection, TextSelection, type Transaction } from '@tiptap/pm/state'
import { announce } from './announce.ts'
import { nextPlace, placeBlocks, removeBlocks } from './blockMoves.ts'
import {
  around,
  type BlockRange,
  BlockSelection,
  caretIn,
  itemNameOf,
  selectedBlocks,
} from './blockSelection.ts'

const put = (editor: Editor, tr: Transaction) => {
  editor.view.dispatch(tr.scrollIntoView())
  return true
}

const many = ({ state: { doc } }: Editor, { from, to }: BlockRange) => {
  const count = doc.resolve(to).index() - doc.resolve(from).index()
  return count > 1 ? `${count} blocks` : 'Block'
}
/** Its place among its neighbours, as it is said. */
const ordinalOf = (tr: Transaction, { from }: BlockRange) => {
  const $from = tr.doc.resolve(from)
  return `${$from.index() + 1} of ${$from.parent.childCount}`
}

export const selectBlocks = (editor: Editor, range: BlockRange) => {
  const tr = editor.state.tr
  return put(editor, tr.setSelection(BlockSelection.between(tr.doc, range.from, range.to)))
}

/** Moves blocks; their selection moves along. */
export const moveBlocks = (editor: Editor, range: BlockRange, at: number, { copy = false } = {}): boolean => {
  const { selection } = editor.state
  const said = many(editor, range)
  const tr = editor.state.tr
  const placed = placeBlocks(tr, range, at, { copy })
  if (!placed) return false
  const inside = selection instanceof TextSelection && selection.from > range.from && selection.to < range.to
  tr.setSelection(
    inside && placed.to - placed.from === range.to - range.from
      ? TextSelection.between(
          tr.doc.resolve(placed.from + selection.anchor - range.from),
          tr.doc.resolve(placed.from + selection.head - range.from),
        )
      : BlockSelection.between(tr.doc, placed.from, placed.to),
  )
  announce(`${said} ${copy ? 'copied' : 'moved'}, ${ordinalOf(tr, placed)}`)
  return put(editor, tr)
}

export const moveBy = (editor: Editor, by: -1 | 1, range = selectedBlocks(editor.state)): boolean => {
  if (!range) return false
  const at = nextPlace(editor.state.doc, range, by)
  if (at === null || !moveBlocks(editor, range, at))
    announce(by < 0 ? 'It is already first' : 'It is already last')
  // Taken either way: the browser would move the caret by a paragraph.
  return true
}

export const duplicateBlocks = (editor: Editor, range = selectedBlocks(editor.state)): boolean =>
  range !== null && moveBlocks(editor, range, range.to, { copy: true })

export const deleteBlocks = (editor: Editor, range = selectedBlocks(editor.state)): boolean => {
  if (!range) return false
  const said = many(editor, range)
  const tr = editor.state.tr
  removeBlocks(tr, range)
  tr.setSelection(Selection.near(tr.doc.resolve(Math.min(range.from, tr.doc.content.size)), -1))
  announce(`${said} deleted`)
  return put(editor, tr)
}

/** An empty line below a block, of its list where it is an item, with the caret in it. */
export const insertBelow = (editor: Editor, range: BlockRange): boolean => {
  const tr = editor.state.tr
  const { paragraph, ...nodes } = editor.schema.nodes
  const $to = tr.doc.resolve(range.to)
  const before = $to.nodeBefore
  if (!paragraph) return false
  if (before?.type === paragraph && before.content.size === 0)
    tr.setSelection(TextSelection.near(tr.doc.resolve(range.to - 1)))
  else {
    const item = nodes[itemNameOf($to.parent) ?? '']
    tr.insert(range.to, item ? item.create(null, paragraph.create()) : paragraph.create())
    tr.setSelection(TextSelection.near(tr.doc.resolve(range.to + 1)))
  }
  put(editor, tr)
  editor.view.focus()
  return true
}

/** The block around the caret; where one is selected, the caret again. */
export const toggleBlock = (editor: Editor): boolean => {
  const { selection, doc } = editor.state
  const tr = editor.state.tr
  const range = selectedBlocks(editor.state)
  if (!range) return false
  if (selection instanceof BlockSelection) {
    announce('Text')
    return put(editor, tr.setSelection(caretIn(doc, range)))
  }
  announce(`${many(editor, range)} selected`)
  return selectBlocks(editor, range)
}

/** Moves the far end of the selected blocks by one; at the end of a list it takes the whole list. */
export const extendBlocks = (editor: Editor, by: -1 | 1): boolean => {
  const { selection, doc } = editor.state
  if (!(selection instanceof BlockSelection)) return false
  const { from, to, anchor, head } = selection
  const isSingle = doc.resolve(from).index() + 1 === doc.resolve(to).index()
  // Of a single block either end may move: the one that the key points to.
  const [near, far] = !isSingle ? [anchor, head] : by < 0 ? [to, from] : [from, to]
  const $far = doc.resolve(far)
  const beside = by < 0 ? $far.nodeBefore : $far.nodeAfter
  const whole = beside ? null : around($far)
  if (!beside && !whole) return true
  const [start, end] = whole ? (by < 0 ? [whole.to, whole.from] : [whole.from, whole.to]) : [near, far]
  const tr = editor.state.tr
  tr.setSelection(BlockSelection.between(doc, start, end + (beside ? by * beside.nodeSize : 0)))
  announce(`${many(editor, tr.selection)} selected`)
  return put(editor, tr)
}
