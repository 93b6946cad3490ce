import type { Issue } from '#contract/work/issues.ts'
import { getRow } from '../../../data/rows.ts'
import { useKeys } from '../../../shell/keyboard.ts'
import { dayNumber, todayNumber } from '../../../ui/dates/day-numbers.ts'
import { mayChange } from '../../acts/issueActions.ts'
import type { Hold } from './weeks.ts'

type DayKeys = {
  mayEdit: boolean
  /** The day with the cursor, and the days that are shown, in order. */
  cursor: number
  days: readonly number[]
  onCursor: (day: number) => void
  onStep: (by: 1 | -1) => void
  onPut: (issue: Issue, hold: Hold, day: number) => void
}

const focusedIssue = () => {
  const node = document.activeElement?.closest<HTMLElement>('[data-issue]')
  return getRow('issue', node?.dataset.issue)
}
const onDay = () => document.activeElement?.closest('[data-number]') !== null

/** Days by the arrows, issues by J and K, and an issue with the focus from day to day with Alt. */
export const useDayKeys = ({ mayEdit, cursor, days, onCursor, onStep, onPut }: DayKeys) => {
  const go = (by: number) => () => {
    const week = Math.abs(by) === 7
    const issue = onDay() ? null : focusedIssue()
    const from = issue?.target_date ? dayNumber(issue.target_date) : cursor
    const next = days[days.indexOf(from) + by]
    // A hidden weekend is stepped over; a week is a week even without its weekend.
    onCursor(!week && next !== undefined ? next : from + by)
  }
  const step = (by: number) => () => {
    const titles = [...document.querySelectorAll<HTMLElement>('.calendar-block [data-title][tabindex="0"]')]
    const at = titles.indexOf(document.activeElement as HTMLElement)
    const next = at < 0 ? titles[0] : titles[at + by]
    next?.focus()
  }
  const put = (hold: Hold, by: number) => () => {
    const issue = focusedIssue()
    if (!issue || !mayEdit || !mayChange(issue, {})) return false
    const day = hold === 'start' ? (issue.start_date ?? issue.target_date) : issue.target_date
    onPut(issue, hold, day ? dayNumber(day) + by : todayNumber())
  }
  const group = 'Calendar'
  useKeys({
    left: go(-1),
    right: go(1),
    up: go(-7),
    down: go(7),
    j: { run: step(1), label: 'Next issue', group: 'List' },
    k: { run: step(-1), label: 'Previous issue', group: 'List' },
    pageup: { run: () => onStep(-1), label: 'Back', group },
    pagedown: { run: () => onStep(1), label: 'Forward', group },
    'alt+left': { run: put('due', -1), label: 'Due a day earlier', group },
    'alt+right': { run: put('due', 1), label: 'Due a day later', group },
    'alt+up': { run: put('due', -7), label: 'Due a week earlier', group },
    'alt+down': { run: put('due', 7), label: 'Due a week later', group },
    'alt+shift+left': { run: put('start', -1), label: 'Start a day earlier', group },
    'alt+shift+right': { run: put('start', 1), label: 'Start a day later', group },
  })
}
