import { useEffect, useMemo, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { useClock } from '../data/clock.ts'
import { getRow } from '../data/rows.ts'
import { here } from '../data/viewer.ts'
import { addressOf, keyOf } from '../issues/acts/issueAddress.ts'
import { makeSelection, useSelected } from '../issues/list/selection.ts'
import { placeOf, to } from '../places/address.ts'
import { useTitle } from '../places/title.ts'
import { useKeys } from '../shell/keyboard.ts'
import { classes } from '../ui/classes.ts'
import { Button } from '../ui/controls/Button.tsx'
import { clockText, dayText, shortDay } from '../ui/dates/day-words.ts'
import { EmptyState } from '../ui/marks/EmptyState.tsx'
import { later } from '../ui/popups/later.tsx'
import { useSteady } from '../ui/useSteady.ts'
import { useNarrow } from '../ui/viewport.ts'
import { BulkInbox } from './BulkInbox.tsx'
import { InboxEmpty } from './InboxEmpty.tsx'
import { InboxHead } from './InboxHead.tsx'
import { InboxList, InboxSkeleton } from './InboxList.tsx'
import type { Group } from './inbox.ts'
import { archive, markRead, snooze, toggleRead, unarchive, wake } from './inboxActions.ts'
import { SnoozeMenu } from './SnoozeMenu.tsx'
import { useInbox } from './useInbox.ts'

const InboxPreview = later(() => import('./InboxPreview.tsx').then(module => module.InboxPreview), 'next')

const rowOf = (id: string | undefined) =>
  document.querySelector<HTMLElement>(`[data-group="${id}"] [data-title]`)
const focusedRow = () => document.activeElement?.closest<HTMLElement>('[data-group]')?.dataset.group

const nameOf = (groups: readonly Group[]) => {
  const [only] = groups
  if (!only || groups.length > 1) return `${groups.length} conversations`
  const issue = getRow('issue', only.id)
  return issue ? keyOf(issue) : getRow('page', only.id)?.name || 'Page'
}

const momentOf = (till: string) => {
  const at = new Date(till)
  return `${shortDay(dayText(at), true)}, ${clockText(at)}`
}

/** What happened to this person's issues and where they are mentioned: a list, and beside it what is open of it. */
export const InboxScreen = () => {
  const inbox = useInbox()
  const { drawer, groups, openId, put, reading } = inbox
  const go = useNavigate()
  const narrow = useNarrow()
  const { today } = useClock()
  const [selection] = useState(makeSelection)
  const [snoozing, setSnoozing] = useState<{ groups: readonly Group[]; anchor: Element } | null>(null)
  const ids = useMemo(() => groups.map(group => group.id), [groups])
  const chosen = useSelected(selection).filter(id => ids.includes(id))
  const at = groups.findIndex(group => group.id === openId)
  const opened = groups[at]
  const unread = inbox.all.filter(group => group.unread > 0).length
  useTitle(placeOf('inbox').label)

  const open = (id: string | null) => put({ about: id })
  const focusOn = (id: string | undefined) => {
    const row = rowOf(id)
    row?.focus({ preventScroll: true })
    row?.scrollIntoView({ block: 'nearest' })
  }
  /** The line that has the focus once what was done is on the screen; a menu that closes later gives it there, too. */
  const awaited = useRef<string | undefined>(undefined)
  const meantLast = useRef<string | undefined>(undefined)
  const focusNext = (id: string | undefined) => {
    awaited.current = id
    meantLast.current = id
  }
  useEffect(() => {
    if (awaited.current === undefined) return
    focusOn(awaited.current)
    awaited.current = undefined
  })
  // Whoever leaves what was open comes back to its line.
  const close = () => {
    focusNext(openId ?? undefined)
    open(null)
  }
  const step = (by: 1 | -1) => {
    const from = focusedRow() ?? openId
    const next = ids[from ? ids.indexOf(from) + by : 0]
    if (next === undefined) return
    focusOn(next)
    if (!narrow) open(next)
  }
  const of = (wanted: readonly string[]) => groups.filter(group => wanted.includes(group.id))
  /** What a key means: the selection, else the line with the focus, else what is open. */
  const meant = () => {
    const one = focusedRow() ?? openId
    return of(chosen.length > 0 ? chosen : one ? [one] : [])
  }
  /** The line that comes in the place of those that go. */
  const after = (gone: readonly Group[]) => {
    const going = new Set(gone.map(({ id }) => id))
    const last = ids.findLastIndex(id => going.has(id))
    return ids.slice(last + 1).find(id => !going.has(id)) ?? ids.findLast(id => !going.has(id))
  }
  const take = (gone: readonly Group[], act: () => void) => {
    const next = after(gone)
    const wasOpen = gone.some(group => group.id === openId)
    focusNext(next)
    act()
    selection.clear()
    if (wasOpen || openId === null) open(narrow || next === undefined ? null : next)
  }
  const archiveThem = (them: readonly Group[]) => {
    const rows = them.flatMap(group => group.rows)
    const act = drawer === 'archived' ? unarchive : archive
    take(them, () => act(rows, nameOf(them)))
  }
  const beginSnooze = (them: readonly Group[], anchor: Element | null) => {
    if (drawer === 'archived' || them.length === 0) return
    if (drawer === 'snoozed')
      return take(them, () =>
        wake(
          them.flatMap(group => group.rows),
          nameOf(them),
        ),
      )
    if (!anchor) return
    meantLast.current = them[0]?.id
    setSnoozing({ groups: them, anchor })
  }
  const onMeant = (run: (them: readonly Group[]) => void) => () => {
    const them = meant()
    if (them.length === 0) return false
    run(them)
  }
  const anchorOf = (them: readonly Group[]) =>
    [...document.querySelectorAll('[data-snooze]')].find(one => one.getClientRects().length > 0) ??
    rowOf(them[0]?.id)
  const expand = () => {
    const [one] = meant()
    if (!one) return false
    const issue = getRow('issue', one.id)
    void go(
      issue ? addressOf(issue) : to('page', { slug: here().slug, projectId: one.project, pageId: one.id }),
    )
  }
  const select = useSteady((id: string, event: { shiftKey?: boolean }) =>
    event.shiftKey ? selection.reach(id, ids) : selection.toggle(id),
  )
  const group = 'Inbox'
  useKeys(
    {
      j: { run: () => step(1), label: 'Next', group },
      k: { run: () => step(-1), label: 'Previous', group },
      down: () => (focusedRow() ? step(1) : false),
      up: () => (focusedRow() ? step(-1) : false),
      e: { run: onMeant(archiveThem), label: drawer === 'archived' ? 'Back to the inbox' : 'Archive', group },
      u: { run: onMeant(toggleRead), label: 'Read or unread', group },
      h: { run: onMeant(them => beginSnooze(them, anchorOf(them) ?? null)), label: 'Snooze', group },
      x: {
        run: () => {
          const id = focusedRow() ?? openId
          return id ? selection.toggle(id) : false
        },
        label: 'Select',
        group,
      },
      'mod+a': { run: () => selection.set(ids), label: 'Select all', group },
      enter: () => (focusedRow() && focusedRow() === openId ? expand() : false),
      esc: () => {
        if (chosen.length > 0) return selection.clear()
        return openId ? close() : false
      },
    },
    { above: true },
  )
  const verbs = {
    onOpen: useSteady((id: string) => open(id)),
    onSelect: select,
    onRead: useSteady((id: string) => toggleRead(of([id]))),
    onArchive: useSteady((id: string) => archiveThem(of([id]))),
    onSnooze: useSteady((id: string, anchor: Element) => beginSnooze(of([id]), anchor)),
  }
  // What is listed no longer is not open any more.
  const isGone = openId !== null && reading.status === 'ready' && at < 0
  const forget = useSteady(() => open(null))
  useEffect(() => {
    if (isGone) forget()
  }, [isGone, forget])
  const isEmpty = groups.length === 0
  const body =
    isEmpty && reading.status === 'loading' ? (
      <InboxSkeleton />
    ) : isEmpty && reading.status === 'error' ? (
      <EmptyState
        title="The inbox could not be loaded"
        actions={
          <Button variant="neutral" onClick={reading.retry}>
            Try again
          </Button>
        }
      >
        What you are told of is kept, and comes as soon as the server answers.
      </EmptyState>
    ) : isEmpty ? (
      <InboxEmpty
        drawer={drawer}
        mentions={inbox.mentions}
        filtered={inbox.isFiltered}
        snoozed={inbox.asleep.length}
        onSnoozed={() => put({ show: 'snoozed', about: null })}
        onClear={() => put({ type: null, unread: null })}
      />
    ) : (
      <InboxList inbox={inbox} today={today} selected={chosen} openId={openId} verbs={verbs} />
    )
  return (
    <div
      className={classes(
        'grid min-h-0 flex-1',
        !isEmpty &&
          'grid-cols-[400px_minmax(0,1fr)] max-desk:grid-cols-[320px_minmax(0,1fr)] max-md:grid-cols-1',
      )}
    >
      <section aria-label="Notifications" className="relative flex min-h-0 min-w-0 flex-col">
        <InboxHead inbox={inbox} unread={unread} />
        {body}
        {chosen.length > 0 && (
          <BulkInbox
            drawer={drawer}
            count={chosen.length}
            onRead={() => markRead(of(chosen).flatMap(one => one.rows))}
            onArchive={() => archiveThem(of(chosen))}
            onSnooze={anchor => beginSnooze(of(chosen), anchor)}
            onClear={selection.clear}
          />
        )}
      </section>
      {opened ? (
        <InboxPreview
          key={opened.id}
          group={opened}
          drawer={drawer}
          place={{ at: at + 1, of: groups.length }}
          {...(at > 0 ? { onPrevious: () => step(-1) } : {})}
          {...(at < groups.length - 1 ? { onNext: () => step(1) } : {})}
          onArchive={() => archiveThem([opened])}
          onSnooze={anchor => beginSnooze([opened], anchor)}
          onRead={() => toggleRead([opened])}
          onClose={close}
        />
      ) : (
        !isEmpty && (
          <section
            aria-label="Preview"
            className="grid place-items-center text-ink-3 shadow-[inset_1px_0_0_var(--line)] max-md:hidden"
          >
            Choose something to see it here.
          </section>
        )
      )}
      {snoozing && (
        <SnoozeMenu
          anchor={snoozing.anchor}
          onClose={() => setSnoozing(null)}
          onPick={({ till }) =>
            take(snoozing.groups, () =>
              snooze(
                snoozing.groups.flatMap(one => one.rows),
                nameOf(snoozing.groups),
                till,
                momentOf(till),
              ),
            )
          }
          finalFocus={() => rowOf(meantLast.current) ?? false}
        />
      )}
    </div>
  )
}
