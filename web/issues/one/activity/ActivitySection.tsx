import { Fragment, useDeferredValue, useEffect, useReducer, useState } from 'react'
import { useLocation } from 'react-router'
import type { Issue } from '#contract/work/issues.ts'
import { useRow } from '../../../data/rows.ts'
import { useShelf } from '../../../data/rowsBy.ts'
import { viewer } from '../../../data/viewer.ts'
import { classes } from '../../../ui/classes.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { momentText, sinceText } from '../../../ui/dates/day-words.ts'
import { Icon } from '../../../ui/icons.tsx'
import { Avatar } from '../../../ui/marks/Avatar.tsx'
import { Skeleton } from '../../../ui/marks/Skeleton.tsx'
import { Visitor } from '../../../ui/marks/Visitor.tsx'
import { Menu } from '../../../ui/popups/Menu.tsx'
import { activitiesBy, commentsBy, sessionsBy } from '../../fields/issueParts.ts'
import { useLastLooked } from '../../fields/lastLooked.ts'
import { useHistory, useSessions } from '../readIssueParts.ts'
import { activityWords, isAutomatic } from './activityWords.tsx'
import { CommentCard } from './CommentCard.tsx'
import { NewSince } from './NewSince.tsx'
import { SessionCard } from './SessionCard.tsx'
import { type Entry, type Shows, shows, timeLine } from './timeLine.ts'

const names: Record<Shows, string> = { all: 'All', comments: 'Comments', activity: 'Activity' }
const empty: Record<Shows, string> = {
  all: 'No activity yet.',
  comments: 'No comments yet.',
  activity: 'No changes yet.',
}
/** Older ones come when asked for. */
const PAGE = 60

type ChangesProps = { entry: Extract<Entry, { kind: 'changes' }>; visitor: string | undefined }

const Changes = ({ entry, visitor }: ChangesProps) => {
  const person = useRow('user', entry.actor)
  const isOwn = entry.changes.every(isAutomatic)
  const isVisitor = visitor !== undefined && entry.actor === null && !isOwn
  const stranger = entry.actor === null ? (visitor ?? 'A visitor') : 'Someone'
  const name = isOwn ? 'Tandem' : person?.first_name || person?.display_name || stranger
  return (
    <div className="grid min-h-7 grid-cols-[24px_minmax(0,1fr)_auto] items-center gap-x-2.5 py-0.5 text-12 text-ink-2">
      <span className="grid place-items-center self-start pt-0.5">
        {isOwn ? (
          <Icon name="history" size={14} className="text-ink-3" />
        ) : isVisitor ? (
          <Visitor name={visitor} size={16} />
        ) : (
          <Avatar person={person} size={16} silent />
        )}
      </span>
      <span className="min-w-0 wrap-anywhere">
        <b className="font-medium text-ink">{name}</b>{' '}
        {entry.changes.map((change, at) => (
          <Fragment key={change.id}>
            {at > 0 && (at === entry.changes.length - 1 ? ' and ' : ', ')}
            {isVisitor && change.field === null ? 'sent this through the form' : activityWords(change)}
          </Fragment>
        ))}
      </span>
      <time dateTime={entry.at} title={momentText(entry.at)} className="num self-start pt-0.5 text-ink-3">
        {sinceText(entry.at)}
      </time>
    </div>
  )
}

const actorOf = (entry: Entry) =>
  entry.kind === 'comment'
    ? entry.comment.actor
    : entry.kind === 'session'
      ? entry.session.agent
      : entry.actor

type ActivitySectionProps = {
  issue: Issue
  /** The sender by the public form, where known: acts of nobody with an account are theirs. */
  visitor?: string | undefined
}

type LinesProps = ActivitySectionProps & {
  line: readonly Entry[]
  /** The first that is drawn. */
  from: number
  isNew: (entry: Entry) => boolean
}

/** So many fill a window; the rest is drawn behind them, where it holds up nobody. */
const AT_ONCE = 12

const Lines = ({ issue, visitor, line, from, isNew }: LinesProps) => {
  const looked = useLastLooked()
  const firstNew = line.findIndex(isNew)
  const isWhole = useDeferredValue(true, false)
  return (
    <ol>
      {line.slice(from, isWhole ? undefined : from + AT_ONCE).map((entry, nth) => (
        <li key={entry.id}>
          {looked && from + nth === firstNew && (
            <NewSince count={line.filter(isNew).length} looked={looked} leads={firstNew > 0} />
          )}
          <div
            className={classes(
              firstNew >= 0 && from + nth >= firstNew && '-ml-4 pl-3.5 shadow-[inset_2px_0_0_var(--accent)]',
            )}
          >
            {entry.kind === 'comment' ? (
              <CommentCard issue={issue} comment={entry.comment} />
            ) : entry.kind === 'session' ? (
              <SessionCard issue={issue} session={entry.session} />
            ) : (
              <Changes entry={entry} visitor={visitor} />
            )}
          </div>
        </li>
      ))}
    </ol>
  )
}

/** History and comments, the oldest first. */
export const ActivitySection = ({ issue, visitor }: ActivitySectionProps) => {
  const [show, setShow] = useState<Shows>('all')
  const [pages, setPages] = useState(1)
  const { status, retry } = useHistory(issue)
  const activities = useShelf(activitiesBy, issue.id)
  const comments = useShelf(commentsBy, issue.id)
  useSessions(issue)
  const sessions = useShelf(sessionsBy, issue.id)
  const { hash } = useLocation()
  // "3 min" is true for a minute.
  const [, tick] = useReducer((n: number) => n + 1, 0)
  useEffect(() => {
    const timer = setInterval(tick, 60_000)
    return () => clearInterval(timer)
  }, [])
  const line = timeLine(activities, comments, show, sessions)
  const looked = useLastLooked()
  const isNew = (entry: Entry) => looked !== null && entry.at > looked.at && actorOf(entry) !== viewer()?.id
  const meant = line.findIndex(entry => hash === `#comment-${entry.id}`)
  const from = Math.max(0, Math.min(line.length - PAGE * pages, meant < 0 ? line.length : meant))
  return (
    <section aria-label="Activity" className="shadow-[inset_0_1px_0_var(--line)]">
      <div className="flex h-10 items-center gap-2 pt-1">
        <h2 className="flex-1 font-medium">Activity</h2>
        <Menu
          align="end"
          entries={shows.map(id => ({
            id,
            label: names[id],
            checked: id === show,
            run: () => setShow(id),
          }))}
        >
          <Button size="small" aria-label={`Show: ${names[show]}`} className="-mr-2">
            {names[show]}
            <Icon name="chevron-down" size={12} />
          </Button>
        </Menu>
      </div>
      {status === 'error' && (
        <p role="alert" className="flex items-center gap-2 pb-2 text-ink-2">
          The history could not be loaded.
          <Button size="small" variant="neutral" onClick={retry}>
            Try again
          </Button>
        </p>
      )}
      {status === 'loading' && line.length === 0 && (
        <div aria-busy="true" className="flex flex-col gap-2 py-1">
          <Skeleton className="w-72 max-w-full" />
          <Skeleton className="w-96 max-w-full" />
        </div>
      )}
      {status === 'ready' && line.length === 0 && <p className="pb-2 text-ink-3">{empty[show]}</p>}
      {from > 0 && (
        <Button size="small" className="-ml-2" icon="chevron-up" onClick={() => setPages(pages + 1)}>
          {from === 1 ? 'Show 1 earlier' : `Show ${from} earlier`}
        </Button>
      )}
      {line.length > 0 && <Lines {...{ issue, visitor, line, from, isNew }} />}
    </section>
  )
}
