import { Fragment, useMemo } from 'react'
import { Link } from 'react-router'
import { useClock } from '../../data/clock.ts'
import type { Done } from '../../home/doneRows.tsx'
import { useDone } from '../../home/useDone.ts'
import { activityWords } from '../../issues/one/activity/activityWords.tsx'
import { to } from '../../places/address.ts'
import { dayTitle } from '../../profile/activityDays.tsx'
import { SettingsScreen, SettingsSection } from '../../settings/SettingsScreen.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { clockText } from '../../ui/dates/day-words.ts'
import { Banner } from '../../ui/marks/Banner.tsx'
import { ListDrawing } from '../../ui/marks/drawings.tsx'
import { EmptyState } from '../../ui/marks/EmptyState.tsx'
import { RowsSkeleton } from '../../ui/marks/Skeleton.tsx'
import { daysOf, type Moment } from './myActivity.ts'

const SIZE = 50
const LONGEST = 140
const textOf = (html: string | null) =>
  new DOMParser()
    .parseFromString(html ?? '', 'text/html')
    .body.textContent.trim()
    .slice(0, LONGEST)

const acts = { created: 'commented', updated: 'changed a comment', deleted: 'deleted a comment' }

/** As in the history of the issue, where a comment stands for itself. */
const wordsOf = (row: Done) => {
  if (row.field !== 'comment') return activityWords(row)
  const said = row.verb === 'deleted' ? '' : textOf(row.new_value)
  return (
    <>
      {acts[row.verb as keyof typeof acts] ?? row.comment}
      {said && <span className="text-ink"> “{said}”</span>}
    </>
  )
}

const Row = ({ moment, zone }: { moment: Moment; zone: string }) => {
  const [{ issue_detail, project_detail, workspace_detail } = {}] = moment.rows
  const said = moment.rows.find(row => row.issue_comment && row.verb !== 'deleted')?.issue_comment
  if (!issue_detail || !project_detail || !workspace_detail) return null
  const key = `${project_detail.identifier}-${issue_detail.sequence_id}`
  const href = to('issue', {
    slug: workspace_detail.slug,
    projectId: project_detail.id,
    issueId: issue_detail.id,
  })
  return (
    <li>
      <Link
        to={said ? `${href}#comment-${said}` : href}
        className="-mx-2 grid min-h-9 grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-3 rounded-control px-2 py-2 hover:bg-hover"
      >
        <span className="cut">
          <span className="num mr-2 text-12 text-ink-3">{key}</span>
          <span className="font-medium">{issue_detail.name}</span>
        </span>
        <time dateTime={moment.at} className="num text-12 text-ink-3">
          {clockText(new Date(moment.at), zone)}
        </time>
        <span className="col-span-2 wrap-anywhere text-12 text-ink-2 first-letter:uppercase">
          {moment.rows.map((row, nth) => (
            <Fragment key={row.id}>
              {nth > 0 && (nth === moment.rows.length - 1 ? ' and ' : ', ')}
              {wordsOf(row)}
            </Fragment>
          ))}
        </span>
      </Link>
    </li>
  )
}

/** A person's acts in all of their workspaces, by day; each line leads to its issue. */
export const ActivitySettings = () => {
  const { zone, today } = useClock()
  const { rows, hasMore, status, more, again } = useDone(null, SIZE)
  const days = useMemo(() => daysOf(rows ?? [], zone), [rows, zone])
  return (
    <SettingsScreen title="Activity" intro="Your activity in all workspaces, newest first.">
      {rows === null && status === 'reading' && (
        <div className="mt-6">
          <RowsSkeleton rows={8} />
        </div>
      )}
      {rows?.length === 0 && (
        <div className="mt-16">
          <EmptyState drawing={<ListDrawing />} title="Nothing yet">
            Your changes to issues appear here.
          </EmptyState>
        </div>
      )}
      {days.map(({ day, moments }) => (
        <SettingsSection key={day} title={dayTitle(day, today)}>
          <ol>
            {moments.map(moment => (
              <Row key={moment.id} moment={moment} zone={zone} />
            ))}
          </ol>
        </SettingsSection>
      ))}
      {status === 'failed' && (
        <div className="mt-6">
          <Banner tone="danger" action={<Button onClick={again}>Try again</Button>}>
            {rows ? 'The rest of your activity could not be read.' : 'Your activity could not be read.'}
          </Banner>
        </div>
      )}
      {hasMore && status !== 'failed' && (
        <Button className="mt-4 -ml-2" busy={status === 'reading'} onClick={more}>
          Show earlier
        </Button>
      )}
    </SettingsScreen>
  )
}
