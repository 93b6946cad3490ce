import type { Issue } from '#contract/work/issues.ts'
import { getRow } from '../../../data/rows.ts'
import { useKeys } from '../../../shell/keyboard.ts'
import { dayName, todayNumber } from '../../../ui/dates/day-numbers.ts'
import { mayChange } from '../../acts/issueActions.ts'
import { type Dates, type Grip, pulled, sameDates } from './bars.ts'

type DateKeys = {
  dayWidth: number
  newDays: number
  mayEdit: boolean
  onDates: (issue: Issue, dates: Dates) => void
  onScroll: (days: number) => void
}

/** The pointer's edits of a bar, by key, for the focused row. */
export const useDateKeys = ({ dayWidth, newDays, mayEdit, onDates, onScroll }: DateKeys) => {
  const pull = (grip: Grip, by: number) => () => {
    const row = document.activeElement?.closest<HTMLElement>('[data-issue]')
    const issue = getRow('issue', row?.dataset.issue)
    if (!issue || !mayEdit || !mayChange(issue, {})) return false
    const today = todayNumber()
    const next =
      issue.start_date || issue.target_date
        ? pulled(issue, grip, by, dayWidth)
        : { start_date: dayName(today), target_date: dayName(today + newDays) }
    if (!sameDates(next, issue)) onDates(issue, next)
  }
  const group = 'Timeline'
  useKeys({
    left: () => onScroll(-7),
    right: () => onScroll(7),
    'alt+left': { run: pull('whole', -1), label: 'A day earlier', group },
    'alt+right': { run: pull('whole', 1), label: 'A day later', group },
    'alt+shift+right': { run: pull('end', 1), label: 'Due a day later', group },
    'alt+shift+left': { run: pull('end', -1), label: 'Due a day earlier', group },
    'alt+shift+up': { run: pull('start', -1), label: 'Start a day earlier', group },
    'alt+shift+down': { run: pull('start', 1), label: 'Start a day later', group },
  })
}
