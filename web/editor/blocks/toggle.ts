/** The keys of toggles. */
import { type Editor, Extension } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import {
  type EditorState,
  Plugin,
  PluginKey,
  Selection,
  TextSelection,
  type Transaction,
} from '@tiptap/pm/state'
import { liftToggle } from './toggleMoves.ts'
import { followToggles, isOpenAt, openAt, revealSelection, SUMMARY, TOGGLE } from './toggleView.ts'

type Line = { at: number; toggle: Node; summary: Node; offset: number }

/** The line with the caret. */
const lineOf = ({ selection }: EditorState): Line | null => {
  const { $from, empty } = selection
  if (!empty || $from.parent.type.name !== SUMMARY) return null
  return { at: $from.before(-1), toggle: $from.node(-1), summary: $from.parent, offset: $from.parentOffset }
}

const put = (editor: Editor, tr: Transaction) => {
  editor.view.dispatch(tr.scrollIntoView())
  return true
}

/** Opens it and goes on inside, with the words behind the caret; an empty toggle turns into a paragraph. */
const enter = (editor: Editor): boolean => {
  const { state, view } = editor
  const line = lineOf(state)
  const { paragraph } = state.schema.nodes
  if (!line || !paragraph) return false
  const { at, toggle, summary, offset } = line
  const { tr } = state
  if (summary.content.size === 0 && toggle.childCount === 1) {
    liftToggle(tr, at)
    return put(editor, tr)
  }
  if (offset === 0 && summary.content.size > 0) return put(editor, tr.insert(at, paragraph.create()))
  const rest = summary.content.cut(offset)
  const caret = at + 2 + offset
  tr.delete(caret, caret + rest.size)
  const inside = caret + 1
  const first = toggle.childCount > 1 ? toggle.child(1) : null
  const isReady = rest.size === 0 && first?.type === paragraph && first.content.size === 0
  if (!isReady) tr.insert(inside, paragraph.create(null, rest))
  tr.setSelection(TextSelection.create(tr.doc, inside + 1))
  put(editor, tr)
  openAt(view, at, true)
  return true
}

const isClosed = (editor: Editor, node: Node | null | undefined, at: number) =>
  node?.type.name === TOGGLE && !isOpenAt(editor.view, at)

/** Where the line ends of a closed toggle right above the block with the caret. */
const closedAbove = (editor: Editor): number | null => {
  const { $from, empty } = editor.state.selection
  if (!empty || $from.depth === 0) return null
  const start = $from.before()
  const toggle = editor.state.doc.resolve(start).nodeBefore
  const at = start - (toggle?.nodeSize ?? 0)
  return isClosed(editor, toggle, at) ? at + (toggle?.firstChild?.nodeSize ?? 0) : null
}

/**
 * A key may come sooner than the event that says the caret's new place. The browser's own deletion at the edge of a
 * toggle would take its hidden content.
 */
const followCaret = ({ view, state }: Editor) => {
  const { focusNode, focusOffset, isCollapsed } = document.getSelection() ?? {}
  if (!focusNode || !isCollapsed || !state.selection.empty || !view.dom.contains(focusNode)) return
  const at = view.posAtDOM(focusNode, focusOffset ?? 0)
  const $at = state.doc.resolve(at)
  if (at !== state.selection.head && $at.parent.isTextblock)
    view.dispatch(state.tr.setSelection(TextSelection.create(state.doc, at)))
}

const backspace = (editor: Editor): boolean => {
  followCaret(editor)
  const { tr, selection } = editor.state
  const line = lineOf(editor.state)
  if (line?.offset === 0) return liftToggle(tr, line.at) && put(editor, tr)
  // The inside is hidden: the words go on in the line.
  const { parent, parentOffset } = selection.$from
  const end = parentOffset === 0 && parent.isTextblock && !parent.type.spec.code ? closedAbove(editor) : null
  if (end === null) return false
  tr.delete(selection.$from.before(), selection.$from.after()).insert(end, parent.content)
  return put(editor, tr.setSelection(TextSelection.create(tr.doc, end)))
}

const remove = (editor: Editor): boolean => {
  followCaret(editor)
  const { selection, tr, doc } = editor.state
  const { $from, empty } = selection
  if (!empty || !$from.parent.isTextblock || $from.parentOffset < $from.parent.content.size) return false
  const line = lineOf(editor.state)
  if (line) {
    const hides = line.toggle.childCount > 1 && isClosed(editor, line.toggle, line.at)
    if (hides) openAt(editor.view, line.at, true)
    return hides
  }
  const at = $from.after()
  if (doc.resolve(at).nodeAfter?.type.name !== TOGGLE) return false
  liftToggle(tr, at)
  return put(editor, tr.join(at))
}

/** Past what a closed one hides, to the line below it. */
const leaveDown = (editor: Editor, way: 'down' | 'forward'): boolean => {
  const line = lineOf(editor.state)
  const { tr, schema } = editor.state
  if (!line || !isClosed(editor, line.toggle, line.at) || !editor.view.endOfTextblock(way)) return false
  const after = line.at + line.toggle.nodeSize
  if (!Selection.findFrom(tr.doc.resolve(after), 1) && schema.nodes.paragraph)
    tr.insert(after, schema.nodes.paragraph.create())
  return put(editor, tr.setSelection(Selection.near(tr.doc.resolve(after), 1)))
}

const leaveUp = (editor: Editor, way: 'up' | 'backward'): boolean => {
  const end = closedAbove(editor)
  if (end === null || !editor.view.endOfTextblock(way)) return false
  const { tr } = editor.state
  return put(editor, tr.setSelection(TextSelection.create(tr.doc, end)))
}

const turn = (editor: Editor): boolean => {
  const line = lineOf(editor.state)
  if (line) openAt(editor.view, line.at, !isOpenAt(editor.view, line.at))
  return line !== null
}

export const Toggles = Extension.create({
  name: 'toggles',
  // Before the keys of lists and paragraphs.
  priority: 150,
  addKeyboardShortcuts() {
    const { editor } = this
    return {
      Enter: () => enter(editor),
      'Mod-Enter': () => turn(editor),
      Backspace: () => backspace(editor),
      Delete: () => remove(editor),
      ArrowDown: () => leaveDown(editor, 'down'),
      ArrowRight: () => leaveDown(editor, 'forward'),
      ArrowUp: () => leaveUp(editor, 'up'),
      ArrowLeft: () => leaveUp(editor, 'backward'),
    }
  },
  addProseMirrorPlugins: () => [
    new Plugin({
      key: new PluginKey('toggles'),
      // Behind the binding, which has by then written into the shared text what was typed.
      view: view => {
        followToggles(view)
        return {
          update: (now, before) => {
            if (before.doc !== now.state.doc) followToggles(now)
            if (!before.selection.eq(now.state.selection)) revealSelection(now, now.state.selection)
          },
        }
      },
    }),
  ],
})
