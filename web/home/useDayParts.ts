/** The parts of somebody's day, each with its issues. */
import { useMemo } from 'react'
import { useClock, useFirstWeekday } from '../data/clock.ts'
import { getRow, useMade } from '../data/rows.ts'
import { weightOf } from '../planning/progress/useContents.ts'
import { type DayPart, dueParts, lastSteps } from './myDay.ts'
import { OPEN, useQueryOf, useWhole, type Whole } from './personIssues.ts'
import { nextUntil, weekdayWords } from './spans.ts'

const NOTHING = '-'

/** Issues of this person's that others have brought to the last state before done. */
const useReviews = (me: string): readonly string[] => {
  const states = useMade(lastSteps, 'all')
  const { issues } = useWhole(
    useQueryOf(
      { state: states || NOTHING, created_by: me, assignees__not: me, state_group: OPEN.join() },
      { order: 'target_date', thenBy: '-priority' },
    ),
  )
  return useMemo(() => issues.filter(issue => issue.assignee_ids.length > 0).map(issue => issue.id), [issues])
}

export const useDayParts = (open: Whole, me: string): DayPart[] => {
  const { today } = useClock()
  const first = useFirstWeekday()
  const reviews = useReviews(me)
  const until = nextUntil(today, first)
  return useMemo(() => {
    const due = dueParts(open.issues, today, until)
    const points = due.today.reduce((sum, id) => {
      const issue = getRow('issue', id)
      return sum + (issue ? weightOf(issue) : 0)
    }, 0)
    return [
      { key: 'overdue', name: 'Overdue', ids: due.overdue },
      { key: 'today', name: 'Today', ids: due.today, ...(points > 0 ? { note: `${points} pt` } : {}) },
      { key: 'next', name: 'Next', ids: due.next, note: `until ${weekdayWords(until, today)}` },
      { key: 'review', name: 'To review', ids: reviews },
    ]
  }, [open.issues, today, until, reviews])
}
