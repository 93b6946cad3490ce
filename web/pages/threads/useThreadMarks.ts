/** The threads in the text: the looks of their words, their order, and events on them. */
import { useEditorState } from '@tiptap/react'
import { useEffect, useMemo, useRef } from 'react'
import type { Page } from '#contract/text/pages.ts'
import type { OpenText } from '../../editor/DocumentEditor.tsx'
import type { Quoted } from '../../editor/surfaces/anchors.ts'
import { hearThreads, type Marked, markThreads, threadSpans } from '../../editor/surfaces/threadMarks.ts'
import { moveThread } from './threadActions.ts'
import type { Thread } from './threadRows.ts'

/** The id of the one that is being begun. */
export const DRAFT = 'draft'
export type Shown = 'open' | 'resolved'

const quotedOf = ({ first }: Thread): Quoted => ({
  quote: first.quote ?? '',
  start: first.anchor_start ?? '',
  end: first.anchor_end ?? '',
})

/** The ids of those whose words are there, in their order. */
export const useThreadOrder = (open: OpenText | null): readonly string[] =>
  useEditorState({
    editor: open?.editor ?? null,
    selector: ({ editor }) =>
      editor
        ? [...threadSpans(editor)].sort(([, one], [, other]) => one.from - other.from).map(([id]) => id)
        : [],
  }) ?? []

type Marks = {
  threads: readonly Thread[]
  /** The one that is open. */
  asked: string | null
  draft: Quoted | null
  shown: Shown | null
}

export const useThreadMarks = (open: OpenText | null, { threads, asked, draft, shown }: Marks) => {
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
}

export const useHeardThreads = (
  open: OpenText | null,
  heard: { page: Page; onOpen: (id: string) => void },
) => {
  const told = useRef(heard)
  useEffect(() => {
    told.current = heard
  })
  useEffect(
    () =>
      open
        ? hearThreads(open.editor, {
            onOpen: id => id !== DRAFT && told.current.onOpen(id),
            onMoved: (id, anchor) => id !== DRAFT && moveThread(told.current.page, id, anchor),
          })
        : undefined,
    [open],
  )
}
