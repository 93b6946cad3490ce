import { type MouseEvent, useMemo } from 'react'
import { Link } from 'react-router'
import type { Notification } from '#contract/people/notifications.ts'
import { useRow } from '../data/rows.ts'
import { useHere } from '../data/viewer.ts'
import { drawerOf, isMention, useKnownIssues, useNotifications } from '../inbox/inbox.ts'
import { markRead } from '../inbox/inboxActions.ts'
import { addressOf, keyOf } from '../issues/acts/issueAddress.ts'
import { to } from '../places/address.ts'
import { Button } from '../ui/controls/Button.tsx'
import { PartStrip } from '../ui/controls/PartStrip.tsx'
import { whenText } from '../ui/dates/day-words.ts'
import { Avatar } from '../ui/marks/Avatar.tsx'

/** The rest is in the inbox. */
const SHOWN = 6

/** Where somebody was named and has not looked yet, the newest first; the log brings and takes them. */
export const useMentions = (): readonly Notification[] => {
  const { rows, now } = useNotifications()
  const mentions = useMemo(
    () =>
      rows
        .filter(row => isMention(row) && row.read_at === null && drawerOf(row, now) === 'open')
        .sort((a, b) => b.created_at.localeCompare(a.created_at) || b.id.localeCompare(a.id)),
    [rows, now],
  )
  useKnownIssues(mentions)
  return mentions
}

type MentionProps = { row: Notification; onPeek: (id: string, event: MouseEvent) => void }

const Mention = ({ row, onPeek }: MentionProps) => {
  const { entity_identifier: id } = row
  const issue = useRow('issue', row.entity_name === 'issue' ? id : null)
  const page = useRow('page', row.entity_name === 'page' ? id : null)
  const by = useRow('user', row.triggered_by)
  const { slug } = useHere()
  const href = issue
    ? addressOf(issue)
    : page
      ? to('page', { slug, projectId: page.project_id, pageId: id })
      : to('inbox', { slug })
  const where = issue ? keyOf(issue) : page?.name || 'a page'
  const said = row.field === 'comment' ? row.new_value : issue?.name
  return (
    <li>
      <Link
        to={href}
        onClick={event => {
          markRead([row])
          if (issue) onPeek(id, event)
        }}
        className="flex h-(--row) items-center gap-2 rounded-control pr-2 pl-8 hover:bg-hover focus-visible:-outline-offset-2 max-md:h-13 max-md:rounded-none max-md:px-4"
      >
        <Avatar person={by} silent />
        <span className="cut min-w-0 flex-1 text-ink-2">
          <b className="font-medium text-ink">{by?.first_name || by?.display_name || 'Somebody'}</b> in{' '}
          <span className="num text-ink">{where}</span>
          {said && `: ${said}`}
        </span>
        <span className="num flex-none text-12 text-ink-3">{whenText(row.created_at)}</span>
        <span className="size-2 flex-none rounded-full bg-accent" />
      </Link>
    </li>
  )
}

type DayMentionsProps = Pick<MentionProps, 'onPeek'> & {
  rows: readonly Notification[]
  shut: boolean
  onToggle: () => void
}

/** Mentions of this person: who asked for their attention, and where. */
export const DayMentions = ({ rows, shut, onToggle, onPeek }: DayMentionsProps) => {
  const { slug } = useHere()
  return (
    <div>
      <PartStrip
        name="Mentions"
        count={rows.length}
        shut={shut}
        onToggle={onToggle}
        note={
          <Button size="small" className="-mr-1" onClick={() => markRead(rows)}>
            Mark as read
          </Button>
        }
      />
      {!shut && (
        <ul aria-label="Mentions">
          {rows.slice(0, SHOWN).map(row => (
            <Mention key={row.id} row={row} onPeek={onPeek} />
          ))}
          {rows.length > SHOWN && (
            <li className="px-2 py-1 max-md:px-4">
              <Link
                to={to('inbox', { slug })}
                className="inline-flex h-7 items-center rounded-control px-2 text-ink-2 hover:bg-hover max-md:h-11"
              >
                All {rows.length} in the inbox
              </Link>
            </li>
          )}
        </ul>
      )}
    </div>
  )
}
