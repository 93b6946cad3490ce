/** What is said about the words of the page that is open: its threads, the one that is open, and the one being begun. */
import { useEditorState } from '@tiptap/react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { Page } from '#contract/text/pages.ts'
import { readKept, writeKept } from '../../data/texts/keptWords.ts'
import type { OpenText } from '../../editor/DocumentEditor.tsx'
import { type Quoted, quoteOf, wordsIn } from '../../editor/surfaces/anchors.ts'
import { scrollTo } from '../../editor/surfaces/scroller.ts'
import {
  hearThreads,
  type Marked,
  markThreads,
  threadAt,
  threadSpans,
} from '../../editor/surfaces/threadMarks.ts'
import { toast } from '../../ui/popups/Toast.tsx'
import { mayPage } from '../pageActions.ts'
import { beginThread, moveThread } from './threadActions.ts'
import { type Thread, useThreads } from './threadRows.ts'

export type Shown = 'open' | 'resolved'
const DRAFT = 'draft'

const wordsKept = (page: Page) => `thread:${page.id}`
const aboutKept = (page: Page) => `thread-about:${page.id}`

/** A thread that was begun and not sent: what it was to be about. */
const keptDraft = (page: Page): Quoted | null => {
  try {
    return readKept(wordsKept(page)) ? (JSON.parse(readKept(aboutKept(page))) as Quoted) : null
  } catch {
    return null
  }
}

const quotedOf = ({ first }: Thread): Quoted => ({
  quote: first.quote ?? '',
  start: first.anchor_start ?? '',
  end: first.anchor_end ?? '',
})

/** The ids of those whose words are there, in their order. */
const useOrder = (open: OpenText | null): readonly string[] =>
  useEditorState({
    editor: open?.editor ?? null,
    selector: ({ editor }) =>
      editor
        ? [...threadSpans(editor)].sort(([, one], [, other]) => one.from - other.from).map(([id]) => id)
        : [],
  }) ?? []

const elementAt = ({ editor }: OpenText, at: number) => {
  const { node } = editor.view.domAtPos(at)
  return node instanceof HTMLElement ? node : node.parentElement
}

export const useTalk = (page: Page, open: OpenText | null) => {
  const { threads, status, retry } = useThreads(page)
  const [query, setQuery] = useSearchParams()
  const asked = query.get('thread')
  const [draft, setDraft] = useState(() => keptDraft(page))
  const [shown, setShown] = useState<Shown | null>(draft || asked ? 'open' : null)
  /** Raised when the focus is to go to the threads. Whoever chose words in the text goes on there. */
  const [reached, setReached] = useState(0)
  const order = useOrder(open)
  const mayComment = !page.archived_at && mayPage('page.comment', page)
  const current = threads.find(({ first }) => first.id === asked) ?? null

  const choose = (id: string | null) => {
    setQuery(
      old => {
        const next = new URLSearchParams(old)
        if (id) next.set('thread', id)
        else next.delete('thread')
        return next
      },
      { replace: true },
    )
  }
  const show = (id: string) => {
    const span = open && threadSpans(open.editor).get(id)
    const element = span && elementAt(open, span.from)
    if (element) scrollTo(element)
  }
  // Where the focus came from, and goes back to: the text, or the button that opened the threads.
  const origin = useRef<Element | null>(null)
  const comeFrom = () => {
    const { activeElement } = document
    if (!activeElement?.closest('[data-talk]')) origin.current = activeElement
  }
  const goBack = () => {
    const to = origin.current
    if (open && to === open.editor.view.dom) open.editor.view.focus()
    else if (to instanceof HTMLElement) to.focus()
  }
  const openThread = (id: string, { isInText = false } = {}) => {
    const thread = threads.find(({ first }) => first.id === id)
    setShown(thread?.first.resolved_at ? 'resolved' : 'open')
    choose(id)
    if (isInText) return
    comeFrom()
    setReached(n => n + 1)
    show(id)
  }

  const marked = useMemo(
    () => [
      ...threads.map(thread => {
        const { id, resolved_at } = thread.first
        const isListed = shown === (resolved_at ? 'resolved' : 'open')
        const look: Marked['look'] = isListed && id === asked ? 'open' : resolved_at ? 'quiet' : 'shown'
        return { id, look, ...quotedOf(thread) }
      }),
      ...(draft && shown ? [{ id: DRAFT, look: 'open' as const, ...draft }] : []),
    ],
    [threads, asked, draft, shown],
  )
  const key = JSON.stringify(marked)
  useEffect(() => {
    if (open) markThreads(open.editor, JSON.parse(key) as Marked[])
  }, [open, key])

  const told = useRef({ openThread, page })
  useEffect(() => {
    told.current = { openThread, page }
  })
  useEffect(
    () =>
      open
        ? hearThreads(open.editor, {
            onOpen: id => id !== DRAFT && told.current.openThread(id, { isInText: true }),
            onMoved: (id, anchor) => id !== DRAFT && moveThread(told.current.page, id, anchor),
          })
        : undefined,
    [open],
  )

  // The address leads to a thread: its words are shown once both have come.
  const led = useRef(asked)
  const isHere = led.current !== null && order.includes(led.current)
  const known = current !== null
  const isResolved = Boolean(current?.first.resolved_at)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the last of them has come
  useEffect(() => {
    const id = led.current
    if (!id || !open || status !== 'ready') return
    if (!known) {
      led.current = null
      toast.fact('The linked thread was deleted.')
      choose(null)
      return
    }
    setShown(isResolved ? 'resolved' : 'open')
    if (!isHere) return
    led.current = null
    show(id)
  }, [open, status, known, isHere])

  const reveal = () => {
    comeFrom()
    setShown(now => now ?? 'open')
    setReached(n => n + 1)
  }
  const begin = () => {
    if (!open || !mayComment) return
    const { state } = open.editor
    const words = wordsIn(state.doc, state.selection)
    const quoted = words && quoteOf(state, words)
    const at = threadAt(state, state.selection.from)
    if (!quoted) {
      if (state.selection.empty && at) return openThread(at)
      if (!state.selection.empty) return toast.fact('Select words to comment on.')
      return reveal()
    }
    comeFrom()
    choose(null)
    writeKept(aboutKept(page), JSON.stringify(quoted))
    setDraft(quoted)
    setShown('open')
  }
  const leave = () => {
    writeKept(aboutKept(page), '')
    writeKept(wordsKept(page), '')
    setDraft(null)
    goBack()
  }
  const send = async (html: string): Promise<boolean> => {
    if (!draft) return false
    const quoted = draft
    setDraft(null)
    const made = await beginThread(page, quoted, html)
    if (made) return true
    // Refused: the words are kept, and asked for again where they were typed.
    writeKept(aboutKept(page), JSON.stringify(quoted))
    writeKept(wordsKept(page), html)
    setDraft(now => now ?? quoted)
    return false
  }

  const placed = new Set(order)
  const rank = new Map(order.map((id, at) => [id, at]))
  const inOrder = [...threads].sort(
    (one, other) =>
      (rank.get(one.first.id) ?? threads.length) - (rank.get(other.first.id) ?? threads.length) ||
      one.first.created_at.localeCompare(other.first.created_at),
  )
  const listed = inOrder.filter(({ first }) => Boolean(first.resolved_at) === (shown === 'resolved'))
  const at = listed.findIndex(({ first }) => first.id === asked)
  const aside = (by: -1 | 1) => (at < 0 ? (by > 0 ? listed[0] : listed.at(-1)) : listed[at + by])
  const step = (by: -1 | 1) => {
    const next = aside(by)
    if (next) openThread(next.first.id)
  }
  return {
    page,
    status,
    retry,
    mayComment,
    reached,
    shown,
    setShown,
    openId: asked,
    choose,
    openThread,
    show,
    /** Those whose words were deleted from the text, as far as that can be said. */
    isGone: (id: string) => open?.connection.state.met === true && !placed.has(id),
    threads: inOrder,
    /** Those of the kind that is shown. */
    listed,
    step,
    hasNext: (by: -1 | 1) => aside(by) !== undefined,
    count: threads.filter(({ first }) => !first.resolved_at).length,
    draft,
    /** The thread behind which the one being begun stands. */
    draftAt: rank.get(DRAFT) ?? 0,
    rankOf: (id: string) => rank.get(id) ?? Number.POSITIVE_INFINITY,
    wordsKept: wordsKept(page),
    begin,
    reveal,
    leave,
    send,
    close: () => {
      setShown(null)
      // What was written is there again with the threads.
      if (!readKept(wordsKept(page))) setDraft(null)
      choose(null)
      goBack()
    },
  }
}

export type Talk = ReturnType<typeof useTalk>
