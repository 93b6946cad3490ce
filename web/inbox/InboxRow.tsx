import { type MouseEvent, memo } from 'react'
import { toggleMute, useMuted } from '../data/mutes.ts'
import { useRow } from '../data/rows.ts'
import { useRowsOf } from '../data/rowsBy.ts'
import { useShownIssue } from '../issues/fields/useShownIssue.ts'
import { Row, RowMark, TALL_ROW } from '../shell/list/Row.tsx'
import { classes } from '../ui/classes.ts'
import { IconButton } from '../ui/controls/IconButton.tsx'
import { clockText, dayText, shortDay, whenText } from '../ui/dates/day-words.ts'
import { Icon } from '../ui/icons.tsx'
import { AvatarStack } from '../ui/marks/Avatar.tsx'
import { UnreadCount } from '../ui/marks/Count.tsx'
import { actorsOf, EventWords, newsOf } from './eventWords.tsx'
import type { Drawer, Group } from './inbox.ts'
import { StateMark } from './StateMark.tsx'

export type RowVerbs = {
  onOpen: (id: string) => void
  onRead: (id: string) => void
  onArchive: (id: string) => void
  onSnooze: (id: string, anchor: Element) => void
}

type InboxRowProps = RowVerbs & {
  group: Group
  drawer: Drawer
  open: boolean
  selected: boolean
  isAwake: boolean
}

const tillText = (till: string) => {
  const at = new Date(till)
  return `till ${shortDay(dayText(at), true)}, ${clockText(at)}`
}

/** One issue, page or import of the inbox, with all the news of it. */
export const InboxRow = memo(
  ({ group, drawer, open, selected, isAwake, onOpen, onRead, onArchive, onSnooze }: InboxRowProps) => {
    const { id, latest, unread, rows } = group
    const shown = useShownIssue(id)
    const page = useRow('page', group.of === 'page' ? id : null)
    const project = useRow('project', group.project)
    const isImport = group.of === 'import'
    const name = isImport ? latest.title : (shown?.issue.name ?? page?.name ?? '')
    const key = shown
      ? `${shown.projectKey}-${shown.issue.sequence_id}`
      : isImport
        ? 'Import'
        : (project?.name ?? '')
    const people = useRowsOf(
      'user',
      actorsOf(newsOf(group)).flatMap(actor => actor ?? []),
    )
    const isNew = unread > 0
    const isMuted = useMuted().has(id)
    const title = name || 'Untitled'
    const when =
      drawer === 'snoozed' && latest.snoozed_till
        ? tillText(latest.snoozed_till)
        : whenText(latest.created_at)
    return (
      <Row id={id} isOpen={open} className={TALL_ROW}>
        <RowMark id={id} name={key} isSelected={selected}>
          {shown ? (
            <StateMark issue={shown.issue} intake={latest.field === 'intake'} />
          ) : (
            <Icon name={isImport ? 'upload' : 'file-text'} className="text-ink-3" />
          )}
        </RowMark>
        <button
          type="button"
          data-title
          aria-current={open || undefined}
          onClick={() => onOpen(id)}
          className="row-link col-start-2 row-start-1 min-w-0 text-left"
        >
          <RowHead {...{ signed: key, when, open, isAwake, isMuted }} />
          <span
            className={classes(
              'cut mt-0.5 block h-5 max-md:mt-1 max-md:line-clamp-2 max-md:h-auto max-md:whitespace-normal max-md:text-15',
              isNew || open ? 'text-ink' : 'text-ink-2',
              isNew && 'font-medium',
            )}
          >
            {title}
          </span>
          <span className="mt-0.5 flex h-5 items-center gap-1.5 text-12 text-ink-2 max-md:mt-1">
            {people.length > 0 && <AvatarStack people={people} size={16} max={3} apart />}
            <span className="cut flex-1">
              <EventWords group={group} />
            </span>
            {isNew ? (
              <UnreadCount value={unread} label="unread" />
            ) : (
              rows.length > 1 && (
                <span className="num h-[18px] min-w-[18px] rounded-full bg-press px-[5px] text-center text-[11px] text-ink-2 leading-[18px]">
                  {rows.length}
                  <span className="sr-only"> events</span>
                </span>
              )
            )}
          </span>
        </button>
        <RowButtons {...{ group, drawer, isNew, isMuted, onRead, onArchive, onSnooze }} />
      </Row>
    )
  },
)

type RowHeadProps = { signed: string; when: string; open: boolean; isAwake: boolean; isMuted: boolean }

/** The key or project, and when it was. */
const RowHead = ({ signed, when, open, isAwake, isMuted }: RowHeadProps) => (
  <span className={classes('flex h-4 items-center gap-2 text-12', open ? 'text-ink-2' : 'text-ink-3')}>
    <span className="num cut">{signed}</span>
    {isAwake && (
      <span className="flex flex-none items-center gap-1">
        <Icon name="clock" size={12} />
        Back from snooze
      </span>
    )}
    {isMuted && (
      <span role="img" aria-label="Muted" className="grid flex-none place-items-center">
        <Icon name="volume-x" size={12} />
      </span>
    )}
    <span className="flex-1" />
    <span className="num flex-none group-hover:md:opacity-0 group-focus-within:md:opacity-0">{when}</span>
  </span>
)

type RowButtonsProps = Pick<RowVerbs, 'onRead' | 'onArchive' | 'onSnooze'> & {
  group: Group
  drawer: Drawer
  isNew: boolean
  isMuted: boolean
}

const onButton =
  (run: (event: MouseEvent<HTMLButtonElement>) => void) => (event: MouseEvent<HTMLButtonElement>) => {
    event.stopPropagation()
    run(event)
  }

const RowButtons = ({ group, drawer, isNew, isMuted, onRead, onArchive, onSnooze }: RowButtonsProps) => {
  const { id, of, project } = group
  return (
    <span className="absolute top-1 right-2 z-1 hidden group-focus-within:md:flex group-hover:md:flex">
      <IconButton
        icon={isNew ? 'mail-open' : 'mail'}
        size="strip"
        label={isNew ? 'Mark as read' : 'Mark as unread'}
        keys="u"
        onClick={onButton(() => onRead(id))}
      />
      <IconButton
        icon={drawer === 'archived' ? 'rotate-ccw' : 'archive'}
        size="strip"
        label={drawer === 'archived' ? 'Back to the inbox' : 'Archive'}
        keys="e"
        onClick={onButton(() => onArchive(id))}
      />
      {of !== 'import' && project !== null && (
        <IconButton
          icon={isMuted ? 'volume-2' : 'volume-x'}
          size="strip"
          label={isMuted ? 'Unmute' : 'Mute'}
          onClick={onButton(() => void toggleMute({ of, id, project }))}
        />
      )}
      {drawer !== 'archived' && (
        <IconButton
          icon="clock"
          size="strip"
          label={drawer === 'snoozed' ? 'Unsnooze' : 'Snooze'}
          keys="h"
          onClick={onButton(event => onSnooze(id, event.currentTarget))}
        />
      )}
    </span>
  )
}
