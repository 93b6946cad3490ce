/** Whole blocks by keyboard: Escape selects the one around the caret, arrows extend, Alt and arrows move. */
import { Extension } from '@tiptap/core'
import { type EditorState, Plugin, PluginKey, TextSelection } from '@tiptap/pm/state'
import { Decoration, DecorationSet } from '@tiptap/pm/view'
import { deleteBlocks, duplicateBlocks, extendBlocks, moveBy, toggleBlock } from './blockCommands.ts'
import { BlockSelection, blocksBetween, caretIn, selectedBlocks } from './blockSelection.ts'
import { turnInto } from './blockTypes.ts'
import { focusToolbar } from './ToolbarFrame.tsx'

const shownBlocks = ({ doc, selection }: EditorState) => {
  if (!(selection instanceof BlockSelection)) return null
  const shown: Decoration[] = []
  let at = selection.from
  selection.$from.parent.content
    .cut(selection.$from.parentOffset, selection.$to.parentOffset)
    .forEach(node => {
      shown.push(Decoration.node(at, at + node.nodeSize, { class: 'block-selected' }))
      at += node.nodeSize
    })
  return DecorationSet.create(doc, shown)
}

/** First all of the block, then all of the text. */
const selectAll = ({ doc, selection, tr }: EditorState) => {
  const range = blocksBetween(doc, selection.from, selection.to)
  if (!range || selection instanceof BlockSelection) return null
  const $from = selection.$from
  const [from, to] = $from.parent.isTextblock ? [$from.start(), $from.end()] : [range.from, range.to]
  if (selection.to > to || (selection.from <= from && selection.to >= to)) return null
  return tr.setSelection(TextSelection.create(doc, from, to))
}

export const BlockKeys = Extension.create({
  name: 'blockKeys',
  // Before the keys of single nodes, so that a selection of blocks is theirs first.
  priority: 200,
  addKeyboardShortcuts() {
    const { editor } = this
    const isSelected = () => editor.state.selection instanceof BlockSelection
    const extend = (by: -1 | 1) => () => extendBlocks(editor, by)
    return {
      Escape: () => toggleBlock(editor),
      ArrowUp: extend(-1),
      ArrowDown: extend(1),
      'Shift-ArrowUp': extend(-1),
      'Shift-ArrowDown': extend(1),
      'Alt-ArrowUp': () => moveBy(editor, -1),
      'Alt-ArrowDown': () => moveBy(editor, 1),
      'Alt-F10': () => focusToolbar(editor),
      'Mod-d': () => duplicateBlocks(editor),
      Backspace: () => isSelected() && deleteBlocks(editor),
      Delete: () => isSelected() && deleteBlocks(editor),
      Enter: () => {
        const range = selectedBlocks(editor.state)
        if (!isSelected() || !range) return false
        const { tr, doc } = editor.state
        editor.view.dispatch(tr.setSelection(caretIn(doc, range)).scrollIntoView())
        return true
      },
      'Mod-a': () => {
        const tr = selectAll(editor.state)
        if (tr) editor.view.dispatch(tr)
        return tr !== null
      },
      'Mod-Alt-0': () => turnInto(editor, 'paragraph'),
      ...Object.fromEntries(
        [1, 2, 3, 4, 5, 6].map(level => [`Mod-Alt-${level}`, () => turnInto(editor, `heading${level}`)]),
      ),
    }
  },
  addProseMirrorPlugins() {
    return [
      new Plugin({
        key: new PluginKey('blockKeys'),
        props: {
          decorations: shownBlocks,
          // Whole blocks are not overwritten by a letter: it is written on behind them.
          handleTextInput: (view, _from, _to, text) => {
            const { doc, selection, tr } = view.state
            if (!(selection instanceof BlockSelection)) return false
            const caret = caretIn(doc, selection)
            if (caret instanceof TextSelection)
              view.dispatch(tr.setSelection(caret).insertText(text).scrollIntoView())
            return true
          },
        },
      }),
    ]
  },
})
