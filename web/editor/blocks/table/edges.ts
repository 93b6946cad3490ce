/** Out of a table, a callout or a toggle at the very beginning or end of the text, where there is no line to go to yet. */
import { type Editor, Extension } from '@tiptap/core'
import { TextSelection } from '@tiptap/pm/state'

const leave = (editor: Editor, by: -1 | 1): boolean => {
  const { state, view } = editor
  const { $head, empty } = state.selection
  const { paragraph } = state.schema.nodes
  const block = $head.depth > 1 ? $head.node(1) : null
  if (!empty || !paragraph || !['table', 'calloutComponent', 'details'].includes(block?.type.name ?? ''))
    return false
  const isAtEdge = (depth: number) => $head.index(depth) === (by < 0 ? 0 : $head.node(depth).childCount - 1)
  // Beside each other are the cells of a row: whichever it is, its row must be the last.
  const depths = [...Array($head.depth).keys()].filter(depth => $head.node(depth).type.name !== 'tableRow')
  if (!depths.every(isAtEdge) || !view.endOfTextblock(by < 0 ? 'up' : 'down')) return false
  const at = by < 0 ? $head.before(1) : $head.after(1)
  const tr = state.tr.insert(at, paragraph.create())
  view.dispatch(tr.setSelection(TextSelection.create(tr.doc, at + 1)).scrollIntoView())
  return true
}

export const Edges = Extension.create({
  name: 'edges',
  addKeyboardShortcuts() {
    return {
      ArrowUp: () => leave(this.editor, -1),
      ArrowDown: () => leave(this.editor, 1),
    }
  },
})
