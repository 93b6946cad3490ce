/** A toggle on the screen. Whether it is open is known to this browser alone; no edit opens or closes it. */
import type { NodeViewRenderer } from '@tiptap/core'
import type { Node, ResolvedPos } from '@tiptap/pm/model'
import { type Selection, TextSelection } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { markOfBlock } from '../surfaces/blockAddress.ts'

export const TOGGLE = 'details'
export const SUMMARY = 'detailsSummary'

const KEPT = 'tandem:open-toggles'
const MOST_KEPT = 500

const readKept = (): string[] => {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEPT) ?? '[]')
    return Array.isArray(kept) ? kept.filter(one => typeof one === 'string') : []
  } catch {
    return []
  }
}

const keep = (mark: string, isOpen: boolean) => {
  const others = readKept().filter(one => one !== mark)
  try {
    localStorage.setItem(KEPT, JSON.stringify(isOpen ? [mark, ...others].slice(0, MOST_KEPT) : others))
  } catch {
    // Private windows may forbid storage: it is open for as long as it is shown.
  }
}

type Shown = {
  isOpen: () => boolean
  open: (next: boolean) => void
  /** `kept` is asked only when it is another toggle than before. */
  follow: (kept: () => readonly string[]) => void
}
const shown = new WeakMap<globalThis.Node, Shown>()

const shownAt = (view: EditorView, at: number): Shown | undefined => {
  const dom = view.nodeDOM(at)
  return dom ? shown.get(dom) : undefined
}

export const isOpenAt = (view: EditorView, at: number): boolean => shownAt(view, at)?.isOpen() ?? true

/** Closed, it leaves the caret in its line. */
export const openAt = (view: EditorView, at: number, next: boolean) => {
  const { doc, selection, tr } = view.state
  const toggle = doc.nodeAt(at)
  const line = toggle?.firstChild
  if (!line) return
  const isWithin = selection.from > at + 1 + line.nodeSize && selection.from < at + toggle.nodeSize
  if (!next && isWithin)
    view.dispatch(tr.setSelection(TextSelection.create(tr.doc, at + 1 + line.nodeSize - 1)))
  shownAt(view, at)?.open(next)
}

const openAround = (view: EditorView, $at: ResolvedPos, depth: number) => {
  const isHidden = $at.node(depth).type.name === TOGGLE && $at.index(depth) > 0
  if (isHidden && !isOpenAt(view, $at.before(depth))) openAt(view, $at.before(depth), true)
}

/** Opens whatever hides a place. */
export const reveal = (view: EditorView, at: number) => {
  const $at = view.state.doc.resolve(Math.min(at, view.state.doc.content.size))
  for (let depth = 1; depth <= $at.depth; depth++) openAround(view, $at, depth)
}

/** Wherever the caret goes it is seen. */
export const revealSelection = (view: EditorView, { $from, to }: Selection) => {
  for (let depth = 1; depth <= $from.sharedDepth(to); depth++) openAround(view, $from, depth)
}

/** After a change of the text: which is which may be other than it was. */
export const followToggles = (view: EditorView) => {
  const toggles = view.dom.querySelectorAll('.toggle')
  if (toggles.length === 0) return
  // With every letter that is typed: mostly nothing is to be read.
  let read: readonly string[] | null = null
  const kept = () => {
    read ??= readKept()
    return read
  }
  for (const dom of toggles) shown.get(dom)?.follow(kept)
}

/** Its line. The element of that name means nothing outside of the browser's own toggle, and is disclosed to nobody. */
export const lineView: NodeViewRenderer = () => {
  const dom = Object.assign(document.createElement('div'), { className: 'toggle-line' })
  return { dom, contentDOM: dom }
}

const HINT = 'Empty toggle'

export const toggleView: NodeViewRenderer = ({ node, view, getPos, editor }) => {
  const dom = Object.assign(document.createElement('div'), { className: 'toggle' })
  const sign = Object.assign(document.createElement('button'), { type: 'button', className: 'toggle-sign' })
  sign.contentEditable = 'false'
  sign.dataset.blockControl = ''
  const body = Object.assign(document.createElement('div'), { className: 'toggle-body' })
  const hint = Object.assign(document.createElement('button'), { type: 'button', className: 'toggle-hint' })
  hint.contentEditable = 'false'
  hint.textContent = HINT
  dom.append(sign, body, hint)
  const name = node.type
  let mark: string | null = null
  let isOpen = false
  const show = (next: boolean) => {
    isOpen = next
    dom.toggleAttribute('data-open', next)
    sign.setAttribute('aria-expanded', String(next))
  }
  const lookInside = ({ childCount, firstChild }: Node) => {
    hint.hidden = childCount > 1
    const words = firstChild?.textContent.trim()
    sign.setAttribute('aria-label', words ? `Toggle: ${words}` : 'Toggle')
  }
  const place = () => {
    const at = getPos()
    return at !== undefined && view.state.doc.nodeAt(at)?.type === name ? at : null
  }
  sign.addEventListener('mousedown', event => event.preventDefault())
  sign.addEventListener('click', () => {
    const at = place()
    if (at !== null) openAt(view, at, !isOpen)
    if (editor.isEditable) view.focus()
  })
  hint.addEventListener('mousedown', event => event.preventDefault())
  hint.addEventListener('click', () => {
    const at = place()
    if (at === null || !editor.isEditable) return
    editor
      .chain()
      .insertContentAt(at + (view.state.doc.nodeAt(at)?.nodeSize ?? 0) - 1, { type: 'paragraph' })
      .focus()
      .run()
  })
  show(false)
  lookInside(node)
  const toggle: Shown = {
    isOpen: () => isOpen,
    open: next => {
      show(next)
      if (mark) keep(mark, next)
    },
    follow: kept => {
      const at = place()
      const now = at === null ? null : markOfBlock(view.state, at)
      // Where nothing is kept, as in an earlier version, it hides nothing.
      if (now === null && mark === null) show(true)
      else if (now !== null && now !== mark) show(kept().includes(now))
      mark = now
    },
  }
  shown.set(dom, toggle)
  // As soon as the shared text has it as well.
  queueMicrotask(() => view.isDestroyed || toggle.follow(readKept))
  return {
    dom,
    contentDOM: body,
    update: next => {
      if (next.type === name) lookInside(next)
      return next.type === name
    },
    ignoreMutation: mutation =>
      mutation.type !== 'selection' &&
      (mutation.target === body ? mutation.type === 'attributes' : !body.contains(mutation.target)),
    stopEvent: event =>
      sign.contains(event.target as globalThis.Node) || hint.contains(event.target as globalThis.Node),
  }
}
