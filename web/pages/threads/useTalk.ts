/** Threads on the open page: all of them, the open one, and the one being begun. */
import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { Page } from '#contract/text/pages.ts'
import type { OpenText } from '../../editor/DocumentEditor.tsx'
import { quoteOf, wordsIn } from '../../editor/surfaces/anchors.ts'
import { scrollTo } from '../../editor/surfaces/scroller.ts'
import { threadAt, threadSpans } from '../../editor/surfaces/threadMarks.ts'
import { toast } from '../../ui/popups/Toast.tsx'
import { mayPage } from '../pageActions.ts'
import { type Thread, useThreads } from './threadRows.ts'
import { useOrigin } from './useOrigin.ts'
import { useThreadDraft, wordsKept } from './useThreadDraft.ts'
import { DRAFT, type Shown, useHeardThreads, useThreadMarks, useThreadOrder } from './useThreadMarks.ts'

const elementAt = ({ editor }: OpenText, at: number) => {
  const { node } = editor.view.domAtPos(at)
  return node instanceof HTMLElement ? node : node.parentElement
}

const byRank = (threads: readonly Thread[], rank: ReadonlyMap<string, number>) =>
  [...threads].sort(
    (one, other) =>
      (rank.get(one.first.id) ?? threads.length) - (rank.get(other.first.id) ?? threads.length) ||
      one.first.created_at.localeCompare(other.first.created_at),
  )

type Led = {
  open: OpenText | null
  status: ReturnType<typeof useThreads>['status']
  asked: string | null
  current: Thread | null
  order: readonly string[]
  choose: (id: string | null) => void
  setShown: (shown: Shown) => void
  show: (id: string) => void
}

/** The address leads to a thread: its words are shown once both have come. */
const useLedThread = ({ open, status, asked, current, order, choose, setShown, show }: Led) => {
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
}

/** The thread that the address names. */
const useAskedThread = () => {
  const [query, setQuery] = useSearchParams()
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
  return { asked: query.get('thread'), choose }
}

/** Threads in the order of their words, those of the shown kind, and the neighbours of the open one. */
const listedOf = (
  threads: readonly Thread[],
  order: readonly string[],
  { shown, asked }: { shown: Shown | null; asked: string | null },
) => {
  const rank = new Map(order.map((id, at) => [id, at]))
  const inOrder = byRank(threads, rank)
  const listed = inOrder.filter(({ first }) => Boolean(first.resolved_at) === (shown === 'resolved'))
  const at = listed.findIndex(({ first }) => first.id === asked)
  const aside = (by: -1 | 1) => (at < 0 ? (by > 0 ? listed[0] : listed.at(-1)) : listed[at + by])
  return { rank, inOrder, listed, aside }
}

export const useTalk = (page: Page, open: OpenText | null) => {
  const { threads, status, retry } = useThreads(page)
  const { asked, choose } = useAskedThread()
  const begun = useThreadDraft(page)
  const { draft } = begun
  const [shown, setShown] = useState<Shown | null>(draft || asked ? 'open' : null)
  /** Raised when the focus is to go to the threads. A person who selected words in the text stays there. */
  const [reached, setReached] = useState(0)
  const order = useThreadOrder(open)
  const mayComment = !page.archived_at && mayPage('page.comment', page)
  const current = threads.find(({ first }) => first.id === asked) ?? null

  const show = (id: string) => {
    const span = open && threadSpans(open.editor).get(id)
    const element = span && elementAt(open, span.from)
    if (element) scrollTo(element)
  }
  const { comeFrom, goBack } = useOrigin(open)
  const openThread = (id: string, { isInText = false } = {}) => {
    const thread = threads.find(({ first }) => first.id === id)
    setShown(thread?.first.resolved_at ? 'resolved' : 'open')
    choose(id)
    if (isInText) return
    comeFrom()
    setReached(n => n + 1)
    show(id)
  }

  useThreadMarks(open, { threads, asked, draft, shown })
  useHeardThreads(open, { page, onOpen: id => openThread(id, { isInText: true }) })

  useLedThread({ open, status, asked, current, order, choose, setShown, show })

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
    begun.begin(quoted)
    setShown('open')
  }
  const { rank, inOrder, listed, aside } = listedOf(threads, order, { shown, asked })
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
    isGone: (id: string) => open?.connection.state.met === true && !rank.has(id),
    threads: inOrder,
    /** Those of the kind that is shown. */
    listed,
    step,
    hasNext: (by: -1 | 1) => aside(by) !== undefined,
    count: threads.filter(({ first }) => !first.resolved_at).length,
    draft,
    /** The thread behind which the one being begun goes. */
    draftAt: rank.get(DRAFT) ?? 0,
    rankOf: (id: string) => rank.get(id) ?? Number.POSITIVE_INFINITY,
    wordsKept: wordsKept(page),
    begin,
    reveal,
    leave: () => {
      begun.leave()
      goBack()
    },
    send: begun.send,
    close: () => {
      setShown(null)
      begun.hide()
      choose(null)
      goBack()
    },
  }
}

export type Talk = ReturnType<typeof useTalk>
