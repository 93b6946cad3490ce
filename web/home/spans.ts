/** The days that are spoken of: today, this week and the next, and the spans that widgets look at. */
import { isAmong } from '#contract/keys.ts'
import { addDays } from '#contract/people/zones.ts'
import type { Issue } from '#contract/work/issues.ts'
import { dayName, dayNumber, monthStart, weekStart } from '../ui/dates/day-numbers.ts'
import { type DaySpan, isDayIn, writeDays } from '../ui/dates/day-spans.ts'
import { dayWords } from '../ui/dates/shaped-day.ts'

export const durations = ['none', 'today', 'this_week', 'this_month', 'this_year', 'custom'] as const
export type Duration = (typeof durations)[number]
export const durationNames: Record<Duration, string> = {
  none: 'All time',
  today: 'Due today',
  this_week: 'Due this week',
  this_month: 'Due this month',
  this_year: 'Due this year',
  custom: 'Custom range',
}

export const isDuration = (value: unknown): value is Duration => isAmong(durations, value)

/** The last day of the week that a day is in. */
export const endOfWeek = (day: string, first: number): string => dayName(weekStart(dayNumber(day), first) + 6)

/** The days of a duration, `own` being the person's own choice; null for all time. */
export const spanOf = (
  duration: Duration,
  today: string,
  firstWeekday: number,
  own: DaySpan | null = null,
): DaySpan | null => {
  switch (duration) {
    case 'none':
      return null
    case 'custom':
      return own
    case 'today':
      return { from: today, to: today }
    case 'this_week': {
      const to = endOfWeek(today, firstWeekday)
      return { from: addDays(to, -6), to }
    }
    case 'this_month':
      return {
        from: dayName(monthStart(dayNumber(today))),
        to: dayName(monthStart(dayNumber(today), 1) - 1),
      }
    case 'this_year':
      return { from: `${today.slice(0, 4)}-01-01`, to: `${today.slice(0, 4)}-12-31` }
  }
}

/** The same as the words of an address; nothing for all time. */
export const termsOf = (span: DaySpan | null): Record<string, string> =>
  span ? { target_date: writeDays(span).join() } : {}

export const isWithin = (span: DaySpan | null, { target_date }: Pick<Issue, 'target_date'>): boolean =>
  span === null || isDayIn(span, target_date)

/** Until when "next" reaches: the end of this week, or of the one after where that is close. */
export const nextUntil = (today: string, firstWeekday: number): string => {
  const end = endOfWeek(today, firstWeekday)
  return dayNumber(end) - dayNumber(today) < 2 ? addDays(end, 7) : end
}

export const weekdayWords = (day: string, today: string): string =>
  dayNumber(day) - dayNumber(today) < 7
    ? dayWords(dayNumber(day), 'EEEE')
    : dayWords(dayNumber(day), 'd MMMM')

/** Issues due until a day, overdue or not. */
export const dueUntil = (issues: readonly Issue[], day: string): Issue[] =>
  issues.filter(({ target_date }) => target_date !== null && target_date <= day)

/** The weeks in which open issues are due, each with the words of an address that lists exactly these. */
export const dueWeeks = (issues: readonly Issue[], today: string, firstWeekday: number) => {
  const end = endOfWeek(today, firstWeekday)
  const next = addDays(end, 7)
  const parts = [
    { id: 'overdue', name: 'Overdue', from: null, to: addDays(today, -1) },
    { id: 'this', name: 'This week', from: today, to: end },
    { id: 'next', name: 'Next week', from: addDays(end, 1), to: next },
    { id: 'later', name: 'Later', from: addDays(next, 1), to: null },
  ] as const
  const bound = (day: string | null, side: string) => (day ? [`${day};${side}`] : [])
  return [
    ...parts.map(({ id, name, from, to }) => ({
      id,
      name,
      term: [...bound(from, 'after'), ...bound(to, 'before')].join(),
      count: issues.filter(
        ({ target_date: day }) => day !== null && (!from || day >= from) && (!to || day <= to),
      ).length,
    })),
    {
      id: 'none',
      name: 'No date',
      term: 'None',
      count: issues.filter(({ target_date }) => target_date === null).length,
    },
  ]
}
