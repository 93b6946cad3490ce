import { Dialog as Base } from '@base-ui/react/dialog'
import { type KeyboardEvent, type ReactNode, useEffect, useReducer, useRef } from 'react'
import { useLive } from '../../data/live.ts'
import { CommentBox } from '../../editor/CommentBox.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { Segmented } from '../../ui/controls/Segmented.tsx'
import { Kbd } from '../../ui/marks/Kbd.tsx'
import { Skeleton } from '../../ui/marks/Skeleton.tsx'
import { focusAtOnce } from '../../ui/popups/focusAtOnce.ts'
import { useNarrow } from '../../ui/viewport.ts'
import { Quote, ThreadCard } from './ThreadCard.tsx'
import type { Talk } from './useTalk.ts'

/** The thread being begun, beside the words that it is about. */
const Draft = ({ talk }: { talk: Talk }) => {
  const box = useRef<HTMLElement>(null)
  useEffect(() => {
    box.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  if (!talk.draft) return null
  return (
    <section
      ref={box}
      aria-label="New comment"
      className="flex flex-col gap-2.5 rounded-card bg-bg p-3 shadow-[inset_0_0_0_1px_var(--line-strong)]"
    >
      <Quote words={talk.draft.quote} />
      <CommentBox
        key={talk.draft.start}
        focus
        place={talk.wordsKept}
        label="Comment"
        placeholder="Comment…"
        images={{ project: talk.page.project_id, kind: 'PAGE_COMMENT_DESCRIPTION', subject: null }}
        onSend={talk.send}
        onEscape={talk.leave}
      >
        <Button size="small" onClick={talk.leave}>
          Cancel
        </Button>
      </CommentBox>
    </section>
  )
}

const Nothing = ({ talk }: { talk: Talk }) => (
  <div className="flex flex-col items-center gap-1 px-4 pt-16 text-center text-balance text-ink-2">
    {talk.shown === 'resolved' ? (
      'No resolved threads yet.'
    ) : (
      <>
        <p>{talk.count === 0 && talk.threads.length > 0 ? 'No open threads.' : 'No comments yet.'}</p>
        {talk.mayComment && (
          <p className="text-ink-3">
            Select words in the page <span className="md:hidden">to comment on them.</span>
            <span className="max-md:hidden">
              and press <Kbd keys="mod+alt+m" />
            </span>
          </p>
        )}
      </>
    )}
  </div>
)

const List = ({ talk }: { talk: Talk }) => {
  const list = useRef<HTMLDivElement>(null)
  const { listed } = talk
  // Between the threads that are before its words and those behind.
  const before = listed.filter(({ first }) => talk.rankOf(first.id) < talk.draftAt)
  const behind = listed.slice(before.length)
  const stop = (thread: string | null | undefined) =>
    list.current?.querySelector<HTMLElement>(`[data-thread="${thread}"] [data-words]`)
  // biome-ignore lint/correctness/useExhaustiveDependencies: when it is reached, and not again
  useEffect(() => {
    if (talk.reached === 0 || talk.draft) return
    const first = list.current?.querySelector<HTMLElement>('[data-words]')
    const isWriting = list.current?.contains(document.activeElement)
    if (!isWriting) (stop(talk.openId) ?? first)?.focus({ preventScroll: true })
  }, [talk.reached])
  // "3 min" is true for a minute.
  const [, tick] = useReducer((n: number) => n + 1, 0)
  useEffect(() => {
    const timer = setInterval(tick, 60_000)
    return () => clearInterval(timer)
  }, [])
  const press = (event: KeyboardEvent) => {
    const isStop = event.target instanceof Element && event.target.matches('[data-words]')
    const by = isStop ? ({ ArrowDown: 1, ArrowUp: -1 }[event.key] ?? 0) : 0
    if (by === 0) return
    event.preventDefault()
    const stops = [...(list.current?.querySelectorAll<HTMLElement>('[data-words]') ?? [])]
    const next = stops[stops.indexOf(event.target as HTMLElement) + by]
    next?.focus()
    const id = next?.closest<HTMLElement>('[data-thread]')?.dataset.thread
    if (id) talk.openThread(id)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: arrows go from one button with words to the next
    <div ref={list} onKeyDown={press} className="flex flex-col gap-1 p-2 pb-8">
      {before.map(thread => (
        <ThreadCard key={thread.first.id} talk={talk} thread={thread} />
      ))}
      {talk.draft && talk.shown === 'open' && <Draft talk={talk} />}
      {behind.map(thread => (
        <ThreadCard key={thread.first.id} talk={talk} thread={thread} />
      ))}
      {listed.length === 0 && !(talk.draft && talk.shown === 'open') && talk.status === 'ready' && (
        <Nothing talk={talk} />
      )}
    </div>
  )
}

const Threads = ({ talk, title }: { talk: Talk; title: ReactNode }) => {
  const { threads, shown } = talk
  const { status } = useLive()
  return (
    <>
      <header className="flex h-10 flex-none items-center gap-1 pr-2 pl-4">
        {title}
        <span className="flex-1" />
        <IconButton
          icon="chevron-up"
          label="Previous thread"
          keys="["
          disabled={!talk.hasNext(-1)}
          onClick={() => talk.step(-1)}
        />
        <IconButton
          icon="chevron-down"
          label="Next thread"
          keys="]"
          disabled={!talk.hasNext(1)}
          onClick={() => talk.step(1)}
        />
        <IconButton icon="x" label="Close" keys="esc" onClick={talk.close} />
      </header>
      <div className="flex flex-none px-3 pb-1">
        <Segmented
          label="Threads shown"
          parts={[
            { id: 'open', label: `Open ${talk.count}` },
            { id: 'resolved', label: `Resolved ${threads.length - talk.count}` },
          ]}
          value={shown ?? 'open'}
          onChange={to => talk.setShown(to)}
        />
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto">
        {talk.status === 'error' && (
          <p role="alert" className="flex items-center gap-2 px-4 py-2 text-ink-2">
            The comments could not be loaded.
            <Button size="small" variant="neutral" onClick={talk.retry}>
              Try again
            </Button>
          </p>
        )}
        {talk.status === 'loading' && threads.length === 0 && status === 'offline' ? (
          <p className="px-4 pt-16 text-center text-balance text-ink-2">
            Comments load once the server can be reached.
          </p>
        ) : talk.status === 'loading' && threads.length === 0 ? (
          <div aria-busy="true" className="flex flex-col gap-3 p-4">
            <Skeleton className="w-40" />
            <Skeleton className="w-60" />
            <Skeleton className="w-52" />
          </div>
        ) : (
          <List talk={talk} />
        )}
      </div>
    </>
  )
}

/** Where a comment is being begun. */
const FIELD = '[aria-label="New comment"] [contenteditable]'

/** The threads of a page: a column beside its text, on a phone a sheet over its lower part. */
export const ThreadPanel = ({ talk }: { talk: Talk }) => {
  const isNarrow = useNarrow()
  const sheet = useRef<HTMLDivElement>(null)
  const goBack = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    event.preventDefault()
    if (talk.openId) talk.choose(null)
    else talk.close()
  }
  if (isNarrow)
    return (
      <Base.Root open modal="trap-focus" onOpenChange={open => open || talk.close()}>
        <Base.Portal>
          <Base.Popup
            ref={sheet}
            tabIndex={-1}
            data-talk
            initialFocus={focusAtOnce(
              () => sheet.current?.querySelector<HTMLElement>(FIELD) ?? sheet.current,
            )}
            className="floats fixed inset-x-0 bottom-0 z-20 flex h-[62dvh] flex-col rounded-b-none outline-none"
          >
            <Threads talk={talk} title={<Base.Title className="font-medium">Comments</Base.Title>} />
          </Base.Popup>
        </Base.Portal>
      </Base.Root>
    )
  return (
    <aside
      aria-label="Comments"
      data-talk
      onKeyDown={goBack}
      className="flex w-84 flex-none flex-col bg-sunken pt-1 shadow-[inset_1px_0_0_var(--edge)]"
    >
      <Threads talk={talk} title={<h2 className="font-medium">Comments</h2>} />
    </aside>
  )
}
