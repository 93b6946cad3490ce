import { getRow } from '../../../data/rows.ts'
import { classes } from '../../../ui/classes.ts'
import { dayName } from '../../../ui/dates/day-numbers.ts'
import { datesText, shortDay } from '../../../ui/dates/day-words.ts'
import { issueKey } from '../../fields/rowProps.ts'
import type { Draft } from './useDayPull.ts'

/** Beside the pointer: the held issue, and the dates that letting go would give it. */
export const PulledIssue = ({ draft, projectKey }: { draft: Draft; projectKey: string }) => {
  const issue = getRow('issue', draft.id)
  if (!issue) return null
  const refused = draft.day !== null && !draft.dates
  const words = refused
    ? `Starts on ${shortDay(issue.start_date ?? '')}`
    : draft.dates?.start_date
      ? datesText(draft.dates)
      : draft.day !== null && shortDay(dayName(draft.day))
  return (
    <div
      aria-hidden="true"
      className="num pointer-events-none fixed top-0 left-0 z-30 flex gap-2 whitespace-nowrap rounded-control bg-float px-2 text-12 leading-7 shadow-float"
      style={{ transform: `translate(${draft.x + 14}px, ${draft.y + 10}px)` }}
    >
      <span className="text-ink-3">{issueKey(projectKey, issue)}</span>
      {words && <b className={classes('font-medium', refused && 'text-danger')}>{words}</b>}
    </div>
  )
}
