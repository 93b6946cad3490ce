import { useEffect } from 'react'
import { useClock } from '../data/clock.ts'
import { SnoozeMenu } from '../forms/snooze/SnoozeMenu.tsx'
import { placeOf } from '../places/address.ts'
import { useTitle } from '../places/title.ts'
import { classes } from '../ui/classes.ts'
import { Button } from '../ui/controls/Button.tsx'
import { EmptyState } from '../ui/marks/EmptyState.tsx'
import { later } from '../ui/popups/later.tsx'
import { useSteady } from '../ui/useSteady.ts'
import { BulkInbox } from './BulkInbox.tsx'
import { InboxEmpty } from './InboxEmpty.tsx'
import { InboxHead } from './InboxHead.tsx'
import { InboxList, InboxSkeleton } from './InboxList.tsx'
import { markRead, toggleRead } from './inboxActions.ts'
import { type Inbox, useInbox } from './useInbox.ts'
import { useInboxKeys } from './useInboxKeys.ts'
import { type InboxTriage, useInboxTriage } from './useInboxTriage.ts'

const InboxPreview = later(() => import('./InboxPreview.tsx').then(module => module.InboxPreview), 'next')

/** News of this person's issues and mentions of them: a list, and the open group beside it. */
export const InboxScreen = () => {
  const inbox = useInbox()
  const { drawer, groups, openId, reading } = inbox
  const triage = useInboxTriage(inbox)
  const { chosen, of, open, snoozing } = triage
  useTitle(placeOf('inbox').label)
  useInboxKeys(inbox, triage)
  const isEmpty = groups.length === 0
  const at = groups.findIndex(group => group.id === openId)
  // A group that is not listed any more does not stay open.
  const isGone = openId !== null && reading.status === 'ready' && at < 0
  const forget = useSteady(() => open(null))
  useEffect(() => {
    if (isGone) forget()
  }, [isGone, forget])
  return (
    <div
      className={classes(
        'grid min-h-0 flex-1',
        !isEmpty &&
          'grid-cols-[400px_minmax(0,1fr)] max-desk:grid-cols-[320px_minmax(0,1fr)] max-md:grid-cols-1',
      )}
    >
      <section aria-label="Notifications" className="relative flex min-h-0 min-w-0 flex-col">
        <InboxHead inbox={inbox} unread={inbox.all.filter(group => group.unread > 0).length} />
        <Listed inbox={inbox} triage={triage} />
        {chosen.length > 0 && (
          <BulkInbox
            drawer={drawer}
            count={chosen.length}
            onRead={() => markRead(of(chosen).flatMap(one => one.rows))}
            onArchive={() => triage.archive(of(chosen))}
            onSnooze={anchor => triage.beginSnooze(of(chosen), anchor)}
            onClear={triage.selection.clear}
          />
        )}
      </section>
      {!isEmpty && <Beside inbox={inbox} triage={triage} at={at} />}
      {snoozing && (
        <SnoozeMenu
          anchor={snoozing.anchor}
          onClose={triage.endSnooze}
          onPick={({ till }) => triage.snooze(snoozing.groups, till)}
          finalFocus={triage.remembered}
        />
      )}
    </div>
  )
}

type Parts = { inbox: Inbox; triage: InboxTriage }

const Listed = ({ inbox, triage }: Parts) => {
  const { drawer, groups, openId, put, reading } = inbox
  const { archive, beginSnooze, of, open, select } = triage
  const { today } = useClock()
  const verbs = {
    onOpen: useSteady((id: string) => open(id)),
    onRead: useSteady((id: string) => toggleRead(of([id]))),
    onArchive: useSteady((id: string) => archive(of([id]))),
    onSnooze: useSteady((id: string, anchor: Element) => beginSnooze(of([id]), anchor)),
  }
  if (groups.length > 0)
    return (
      <InboxList
        inbox={inbox}
        today={today}
        selected={triage.chosen}
        openId={openId}
        verbs={verbs}
        onSelect={select}
      />
    )
  if (reading.status === 'loading') return <InboxSkeleton />
  if (reading.status === 'error')
    return (
      <EmptyState
        title="The inbox could not be loaded"
        actions={
          <Button variant="neutral" onClick={reading.retry}>
            Try again
          </Button>
        }
      >
        Nothing is lost: your notifications appear as soon as the server answers.
      </EmptyState>
    )
  return (
    <InboxEmpty
      drawer={drawer}
      mentions={inbox.mentions}
      filtered={inbox.isFiltered}
      snoozed={inbox.asleep.length}
      onSnoozed={() => put({ show: 'snoozed', about: null })}
      onClear={() => put({ type: null, unread: null })}
    />
  )
}

/** The open group; `at`: its index among all, below 0 where none is open. */
const Beside = ({ inbox: { drawer, groups }, triage, at }: Parts & { at: number }) => {
  const opened = groups[at]
  if (!opened)
    return (
      <section
        aria-label="Preview"
        className="grid place-items-center text-ink-3 shadow-[inset_1px_0_0_var(--line)] max-md:hidden"
      >
        Select a notification to see it here.
      </section>
    )
  return (
    <InboxPreview
      key={opened.id}
      group={opened}
      drawer={drawer}
      place={{ at: at + 1, of: groups.length }}
      {...(at > 0 ? { onPrevious: () => triage.step(-1) } : {})}
      {...(at < groups.length - 1 ? { onNext: () => triage.step(1) } : {})}
      onArchive={() => triage.archive([opened])}
      onSnooze={anchor => triage.beginSnooze([opened], anchor)}
      onRead={() => toggleRead([opened])}
      onClose={triage.close}
    />
  )
}
