import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { isWaiting } from '#contract/work/intake.ts'
import { useRow } from '../data/rows.ts'
import { here } from '../data/viewer.ts'
import { useEditorStatus } from '../editor/sync/useEditorStatus.ts'
import { useSender } from '../intake/useIntake.ts'
import { addressOf, keyOf } from '../issues/acts/issueAddress.ts'
import { Composer } from '../issues/one/activity/Composer.tsx'
import { LastLooked, type Looked, useLastLooked } from '../issues/one/activity/lastLooked.ts'
import { NewSince } from '../issues/one/activity/NewSince.tsx'
import { IssueControls } from '../issues/one/IssueControls.tsx'
import { IssueDetail } from '../issues/one/IssueDetail.tsx'
import { useLoadedIssue } from '../issues/one/useLoadedIssue.ts'
import { to } from '../places/address.ts'
import { Rule } from '../shell/Header.tsx'
import { Button } from '../ui/controls/Button.tsx'
import { IconButton } from '../ui/controls/IconButton.tsx'
import { agoText } from '../ui/dates/day-words.ts'
import { Presence } from '../ui/marks/Presence.tsx'
import { OneEvent } from './eventWords.tsx'
import type { Drawer, Group } from './inbox.ts'
import { markRead } from './inboxActions.ts'
import { WaitingRequest } from './WaitingRequest.tsx'
import { wasThen } from './wasBefore.ts'

export type PreviewProps = {
  group: Group
  drawer: Drawer
  place: { at: number; of: number }
  onPrevious?: () => void
  onNext?: () => void
  onArchive: () => void
  onSnooze: (anchor: Element) => void
  onRead: () => void
  onClose: () => void
}

/** An open group is read, and so is news that comes while it is open; one marked as unread again stays so. */
const useReading = ({ latest, rows }: Group) => {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once with each that arrives, not with each that changes
  useEffect(() => markRead(rows), [latest.id])
}

/** When its person last read something of it; with nothing read, all that waits is new. */
const lookedAt = ({ rows, unread }: Group): Looked | null => {
  if (unread === 0) return null
  const read = rows
    .flatMap(row => row.read_at ?? [])
    .sort()
    .at(-1)
  if (read) return { at: read, known: true }
  const first = rows.findLast(row => row.read_at === null)
  return first ? { at: new Date(Date.parse(first.created_at) - 1).toISOString(), known: false } : null
}

export const InboxPreview = (props: PreviewProps) => {
  // As it was when it was opened: from then on it is read.
  const [opened] = useState(() => lookedAt(props.group))
  const { rows } = props.group
  const looked = useMemo(() => opened && { ...opened, was: wasThen(rows, opened.at) }, [opened, rows])
  useReading(props.group)
  return (
    <LastLooked value={looked}>
      {props.group.of === 'page' ? <OfPage {...props} /> : <OfIssue {...props} />}
    </LastLooked>
  )
}

const OfIssue = (props: PreviewProps) => {
  const { id } = props.group
  const go = useNavigate()
  const { status, people, onStatus } = useEditorStatus()
  const { issue, isMissing } = useLoadedIssue(id)
  const sender = useSender(id)
  return (
    <Pane
      {...props}
      label={issue ? keyOf(issue) : 'Issue'}
      controls={
        <>
          {status && <span className="mr-2 text-12 text-ink-3 max-desk:hidden">{status}</span>}
          <Presence people={people} />
          {issue && (
            <IssueControls issue={issue} onExpand={() => void go(addressOf(issue))} onGone={props.onClose} />
          )}
        </>
      }
      foot={issue && <Composer key={id} issue={issue} />}
    >
      {isMissing ? (
        <p className="py-8 text-ink-2">Issue not found. It was deleted, or it is not shared with you.</p>
      ) : (
        issue && (
          <>
            {isWaiting(issue) && <WaitingRequest key={`request ${id}`} issue={issue} />}
            <IssueDetail
              key={id}
              issueId={id}
              visitor={sender?.name}
              onStatus={onStatus}
              onGone={props.onClose}
            />
          </>
        )
      )}
    </Pane>
  )
}

const OfPage = (props: PreviewProps) => {
  const { id, rows, project } = props.group
  const page = useRow('page', id)
  const looked = useLastLooked()
  const news = looked ? rows.filter(row => row.created_at > looked.at).length : 0
  const go = useNavigate()
  const open = () => void go(to('page', { slug: here().slug, projectId: project, pageId: id }))
  return (
    <Pane
      {...props}
      label={page?.name || 'Untitled'}
      controls={<IconButton icon="maximize-2" label="Open the page" keys="enter" onClick={open} />}
    >
      <h1 className="mt-1 mb-3 font-semibold text-20">{page?.name || 'Untitled'}</h1>
      {looked && news > 0 && <NewSince count={news} looked={looked} />}
      <ul className="flex flex-col gap-2">
        {rows.map(row => (
          <li key={row.id} className="flex gap-3 text-14 text-ink-2">
            <span className="min-w-0 flex-1">
              <OneEvent row={row} />
            </span>
            <span className="num flex-none text-12 text-ink-3">{agoText(row.created_at)}</span>
          </li>
        ))}
      </ul>
      <Button variant="neutral" icon="file-text" size="large" className="mt-5" onClick={open}>
        Open the page
      </Button>
    </Pane>
  )
}

type PaneProps = PreviewProps & { label: string; controls: ReactNode; foot?: ReactNode; children: ReactNode }

const Pane = (props: PaneProps) => {
  const { group, drawer, label, place, controls, foot, children } = props
  const { onPrevious, onNext, onArchive, onSnooze, onRead, onClose } = props
  const isArchived = drawer === 'archived'
  const isAsleep = drawer === 'snoozed'
  const archiveIcon = isArchived ? 'rotate-ccw' : 'archive'
  const archiveWords = isArchived ? 'Back to the inbox' : 'Archive'
  const snoozeWords = isAsleep ? 'Wake' : 'Snooze'
  return (
    <section
      aria-label={label}
      className="flex min-h-0 min-w-0 flex-1 flex-col border-line border-l max-md:fixed max-md:inset-0 max-md:z-10 max-md:border-l-0 max-md:bg-bg"
    >
      <header className="flex h-11 flex-none items-center gap-1 pr-3 pl-5 max-md:h-13 max-md:gap-0 max-md:pr-1.5 max-md:pl-1">
        <IconButton icon="arrow-left" size="touch" label="Back" onClick={onClose} className="md:hidden" />
        <span className="cut text-ink-3 md:hidden">{label}</span>
        <span className="flex items-center gap-1 max-md:hidden">
          <IconButton
            icon="chevron-up"
            label="Previous"
            keys="k"
            disabled={!onPrevious}
            onClick={onPrevious}
          />
          <IconButton icon="chevron-down" label="Next" keys="j" disabled={!onNext} onClick={onNext} />
          <span className="num ml-1 whitespace-nowrap text-12 text-ink-3">
            {place.at} of {place.of}
          </span>
        </span>
        <span className="flex-1" />
        <span className="flex items-center gap-1 max-desk:hidden">
          <Button icon={archiveIcon} keys="e" onClick={onArchive}>
            {archiveWords}
          </Button>
          {!isArchived && (
            <Button icon="clock" keys="h" data-snooze onClick={event => onSnooze(event.currentTarget)}>
              {snoozeWords}
            </Button>
          )}
          <Rule />
        </span>
        <span className="flex items-center gap-1 max-md:hidden desk:hidden">
          <IconButton icon={archiveIcon} label={archiveWords} keys="e" onClick={onArchive} />
          {!isArchived && (
            <IconButton
              icon="clock"
              label={snoozeWords}
              keys="h"
              data-snooze
              onClick={event => onSnooze(event.currentTarget)}
            />
          )}
          <Rule />
        </span>
        {controls}
      </header>
      <div className="min-h-0 flex-1 overflow-y-auto bg-bg px-8 pt-3 pb-6 max-md:px-4 max-md:pt-1">
        {children}
      </div>
      {foot && <div className="flex-none px-8 pb-5 max-md:px-4 max-md:pb-3">{foot}</div>}
      <div className="flex flex-none gap-2 bg-sunken px-4 pt-2 pb-6 shadow-[inset_0_1px_0_var(--edge)] md:hidden">
        <Button variant="neutral" icon={archiveIcon} className="!h-11 !flex-1" onClick={onArchive}>
          {archiveWords}
        </Button>
        {!isArchived && (
          <Button
            variant="neutral"
            icon="clock"
            className="!h-11 !flex-1"
            onClick={event => onSnooze(event.currentTarget)}
          >
            {snoozeWords}
          </Button>
        )}
        <Button variant="neutral" icon="mail" className="!h-11 !flex-1" onClick={onRead}>
          {group.unread > 0 ? 'Read' : 'Unread'}
        </Button>
      </div>
    </section>
  )
}
