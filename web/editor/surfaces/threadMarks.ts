/** Words that are talked about: where they are, kept through every edit, and how they are shown. */
import { type Editor, Extension } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { type EditorState, Plugin, PluginKey, Selection, type Transaction } from '@tiptap/pm/state'
import { Decoration, DecorationSet, type EditorView } from '@tiptap/pm/view'
import { ySyncPluginKey } from '@tiptap/y-tiptap'
import { type Anchor, anchorOf, fragmentOf, type Quoted, quotesIn, type Span, spanOf } from './anchors.ts'

/** `quiet`: known, but not shown, as a resolved one is until somebody opens it. */
export type Marked = Quoted & { id: string; look: 'shown' | 'open' | 'quiet' }
type Marks = {
  threads: ReadonlyMap<string, Marked>
  set: DecorationSet
  /** Those whose words are not found. */
  lost: ReadonlySet<string>
  /** The former places of moved words, the last first: an undo brings them back there. */
  former: ReadonlyMap<string, readonly Anchor[]>
}
type Known = Pick<Marks, 'threads' | 'former'>
type Order = { threads?: readonly Marked[]; seek?: true }

const key = new PluginKey<Marks>('threadMarks')
const NOTHING: Marks = { threads: new Map(), set: DecorationSet.empty, lost: new Set(), former: new Map() }
const SEEK_MS = 300
const TELL_MS = 50
const FORMER = 20

const looks = { shown: 'talked', open: 'talked talked-open', quiet: '' }
const decorated = ({ id, look }: Marked, { from, to }: Span) =>
  Decoration.inline(from, to, look === 'quiet' ? {} : { class: looks[look] }, { id })

const spansOf = (set: DecorationSet): Map<string, Span> =>
  new Map(set.find().map(({ from, to, spec }) => [String(spec.id), { from, to }]))

const marksOf = (doc: Node, { threads, former }: Known, spans: ReadonlyMap<string, Span>): Marks => ({
  threads,
  former,
  lost: new Set([...threads.keys()].filter(id => !spans.has(id))),
  set: DecorationSet.create(
    doc,
    [...spans].flatMap(([id, span]) => {
      const thread = threads.get(id)
      return thread ? [decorated(thread, span)] : []
    }),
  ),
})

const isSame = (one: Anchor | undefined, other: Anchor) => one?.start === other.start && one.end === other.end

/** Others’ edits come as a new text in place of the old: finds the part that really differs. */
const difference = (before: Node, after: Node) => {
  const start = before.content.findDiffStart(after.content)
  const ends = before.content.findDiffEnd(after.content)
  if (start === null || !ends) return null
  const twice = Math.max(0, start - Math.min(ends.a, ends.b))
  return { start, end: ends.a + twice, by: ends.b - ends.a }
}

const withFormer = ({ threads, former }: Marks, given: readonly Marked[]) => {
  const all = new Map(former)
  for (const { id, start, end } of given) {
    const before = threads.get(id)
    if (before && !isSame(before, { start, end }))
      all.set(id, [before, ...(all.get(id) ?? [])].slice(0, FORMER))
  }
  return all
}

/** Other words replaced all of those: the rest of the span is not about them. */
const isReplaced = ({ mapping }: Transaction, span: Span): boolean => {
  let { from, to } = span
  return mapping.maps.some(map => {
    let isHit = false
    map.forEach((start, end) => {
      isHit ||= start <= from && end >= to
    })
    ;[from, to] = [map.map(from, 1), map.map(to, -1)]
    return isHit
  })
}

const apply = (tr: Transaction, marks: Marks, before: EditorState): Marks => {
  const order = tr.getMeta(key) as Order | undefined
  if (marks.threads.size === 0 && !order?.threads) return marks
  const root = fragmentOf(before)
  const sought = (ids: Iterable<string>, { threads, former }: Known = marks) =>
    [...ids].flatMap((id): [string, Span][] => {
      for (const anchor of [threads.get(id), ...(former.get(id) ?? [])]) {
        const span = anchor && spanOf(anchor, root, tr.doc)
        if (span) return [[id, span]]
      }
      return []
    })
  if (order?.threads) {
    const threads = new Map(order.threads.map(thread => [thread.id, thread]))
    const known = [...spansOf(marks.set)].filter(([id]) => {
      const thread = threads.get(id)
      return thread && isSame(marks.threads.get(id), thread)
    })
    const spans = new Map(known)
    const unknown = [...threads.keys()].filter(id => !spans.has(id))
    const given = { threads, former: withFormer(marks, order.threads) }
    return marksOf(tr.doc, given, new Map([...spans, ...sought(unknown, given)]))
  }
  if (order?.seek) {
    const said = quotesIn(tr.doc)
    const found = new Map(sought(marks.lost))
    for (const id of marks.lost) {
      const span = found.get(id) ?? said(marks.threads.get(id)?.quote ?? '')
      if (span) found.set(id, span)
    }
    return found.size > 0 ? marksOf(tr.doc, marks, new Map([...spansOf(marks.set), ...found])) : marks
  }
  if (!tr.docChanged) return marks
  if (tr.getMeta(ySyncPluginKey)) {
    const changed = difference(before.doc, tr.doc)
    if (!changed) return marks
    const { start, end, by } = changed
    const spans = new Map<string, Span>(sought(marks.lost))
    for (const [id, span] of spansOf(marks.set)) {
      if (span.to <= start) spans.set(id, span)
      else if (span.from >= end) spans.set(id, { from: span.from + by, to: span.to + by })
      else if (span.from < start && span.to > end) spans.set(id, { from: span.from, to: span.to + by })
      else for (const [, found] of sought([id])) spans.set(id, found)
    }
    return marksOf(tr.doc, marks, spans)
  }
  const replaced = marks.set.find().filter(span => isReplaced(tr, span))
  const gone = replaced.map(({ spec }) => String(spec.id))
  const set = marks.set
    .remove(replaced)
    .map(tr.mapping, tr.doc, { onRemove: spec => gone.push(String(spec.id)) })
  return { ...marks, set, lost: gone.length > 0 ? new Set([...marks.lost, ...gone]) : marks.lost }
}

const marksIn = (state: EditorState) => key.getState(state) ?? NOTHING

/**
 * The threads among these whose words were written anew, as a split paragraph’s are, with the words' present place.
 * Words brought back by an undo are found as well: only the undoing editor knows them for the same.
 */
const strayed = (state: EditorState, ids: ReadonlySet<string>, isUndone: boolean): [string, Anchor][] => {
  const { threads, set } = marksIn(state)
  const root = fragmentOf(state)
  return [...spansOf(set)].flatMap(([id, span]) => {
    const thread = ids.has(id) ? threads.get(id) : undefined
    const at = thread && spanOf(thread, root, state.doc)
    const isThere = at && at.from === span.from && at.to === span.to
    if (!thread || (isThere && !isUndone)) return []
    const anchor = anchorOf(state, span)
    return anchor && !isSame(anchor, thread) ? [[id, anchor]] : []
  })
}

/** Threads with words in the blocks that differ: only these may have strayed. */
const touched = (before: Node, state: EditorState): string[] => {
  const start = before.content.findDiffStart(state.doc.content)
  const end = before.content.findDiffEnd(state.doc.content)
  if (start === null || !end) return []
  const blockAt = (at: number) => state.doc.resolve(Math.max(0, Math.min(at, state.doc.content.size)))
  const [$from, $to] = [blockAt(Math.min(start, end.b)), blockAt(Math.max(start, end.b))]
  const [from, to] = [$from.depth ? $from.before(1) : $from.pos, $to.depth ? $to.after(1) : $to.pos]
  return marksIn(state)
    .set.find(from, to)
    .map(({ spec }) => String(spec.id))
}

type Told = {
  /** Somebody chose words that are talked about. */
  onOpen: (id: string) => void
  /** An edit here has moved words. */
  onMoved: (id: string, anchor: Anchor) => void
}

/** The thread at a place: of several the shortest. */
export const threadAt = (state: EditorState, at: number): string | null => {
  const [found] = marksIn(state)
    .set.find(at, at)
    .filter(({ spec }) => marksIn(state).threads.get(String(spec.id))?.look !== 'quiet')
    .sort((one, other) => one.to - one.from - (other.to - other.from))
  return found ? String(found.spec.id) : null
}

type Sync = { isChangeOrigin: boolean; isUndoRedoOperation: boolean }

const watch = (told: () => Told | null) => (first: EditorView) => {
  let [seeking, telling, editedAt, isUndone] = [0, 0, 0, false]
  const moved = new Set<string>()
  const seek = (view: EditorView) => {
    clearTimeout(seeking)
    seeking = window.setTimeout(() => view.dispatch(view.state.tr.setMeta(key, { seek: true })), SEEK_MS)
  }
  // Soon: the editor who moved them may leave, and nobody else knows their place.
  const tell = (view: EditorView, ids: readonly string[]) => {
    for (const id of ids) moved.add(id)
    clearTimeout(telling)
    telling = window.setTimeout(() => {
      if (view.editable)
        for (const [id, anchor] of strayed(view.state, moved, isUndone)) told()?.onMoved(id, anchor)
      moved.clear()
      isUndone = false
    }, TELL_MS)
  }
  if (marksIn(first.state).lost.size > 0) seek(first)
  return {
    update: (view: EditorView, before: EditorState) => {
      const { doc } = before
      const [now, then] = [marksIn(view.state), marksIn(before)]
      if (now.lost !== then.lost && [...now.lost].some(id => !then.lost.has(id))) seek(view)
      if (now.threads.size === 0) return
      const isStill = view.state.doc === doc
      const sync = ySyncPluginKey.getState(view.state) as Sync | undefined
      const isEdited = !isStill && (!sync?.isChangeOrigin || sync.isUndoRedoOperation)
      if (isEdited) {
        editedAt = Date.now()
        isUndone ||= sync?.isUndoRedoOperation === true
        tell(view, touched(doc, view.state))
      }
      // Threads that an edit here lost and that were found again by their words.
      const found = isStill ? [...then.lost].filter(id => now.threads.has(id) && !now.lost.has(id)) : []
      if (found.length > 0 && Date.now() - editedAt < 2 * SEEK_MS) tell(view, found)
    },
    destroy: () => {
      clearTimeout(seeking)
      clearTimeout(telling)
    },
  }
}

declare module '@tiptap/core' {
  interface Storage {
    threadMarks?: { told: Told | null }
  }
}

export const ThreadMarks = Extension.create<object, { told: Told | null }>({
  name: 'threadMarks',
  addStorage: () => ({ told: null }),
  addProseMirrorPlugins() {
    return [
      new Plugin<Marks>({
        key,
        state: { init: () => NOTHING, apply: (tr, marks, before) => apply(tr, marks, before) },
        view: watch(() => this.storage.told),
        props: {
          decorations: state => marksIn(state).set,
          handleClick: (view, at, { shiftKey }) => {
            const id = shiftKey ? null : threadAt(view.state, at)
            if (!id) return false
            // The browser says later where the caret is; drawn anew by then, the words would get the old one back.
            const { tr, doc } = view.state
            if (view.editable) view.dispatch(tr.setSelection(Selection.near(doc.resolve(at))))
            this.storage.told?.onOpen(id)
            return false
          },
        },
      }),
    ]
  },
})

/** Learns of changes of the marked words until the answered function is called. */
export const hearThreads = (editor: Editor, told: Told): (() => void) => {
  const storage = editor.storage.threadMarks
  if (storage) storage.told = told
  return () => {
    if (storage?.told === told) storage.told = null
  }
}

export const markThreads = (editor: Editor, threads: readonly Marked[]) => {
  if (!editor.isDestroyed) editor.view.dispatch(editor.state.tr.setMeta(key, { threads }))
}

/** Where the words of each thread are; those whose words are gone are missing. */
export const threadSpans = (editor: Editor): Map<string, Span> => spansOf(marksIn(editor.state).set)
