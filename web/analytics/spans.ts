/** The spans of days that figures are asked of; they end today, and weeks begin where this person’s do. */
import { addDays } from '#contract/people/zones.ts'
import { dayName, dayNumber, monthStart, weekStart } from '../ui/dates/day-numbers.ts'
import { shortDay } from '../ui/dates/day-words.ts'
import { dayWords } from '../ui/dates/shaped-day.ts'

export const spanIds = [
  'last_4_weeks',
  'last_14_weeks',
  'last_26_weeks',
  'this_month',
  'last_month',
  'this_year',
  'last_year',
  'last_12_months',
] as const
type SpanId = (typeof spanIds)[number]
export const spanNames: Record<SpanId, string> = {
  last_4_weeks: 'Last 4 weeks',
  last_14_weeks: 'Last 14 weeks',
  last_26_weeks: 'Last 26 weeks',
  this_month: 'This month',
  last_month: 'Last month',
  this_year: 'This year',
  last_year: 'Last year',
  last_12_months: 'Last 12 months',
}

export type Span = { id: string; from: string; to: string; name: string }

const daysOf = (id: SpanId, today: string, firstWeekday: number): { from: string; to: string } => {
  const n = dayNumber(today)
  const weeks = (count: number) => ({
    from: dayName(weekStart(n, firstWeekday) - 7 * (count - 1)),
    to: today,
  })
  const year = today.slice(0, 4)
  const before = String(Number(year) - 1)
  switch (id) {
    case 'last_4_weeks':
      return weeks(4)
    case 'last_14_weeks':
      return weeks(14)
    case 'last_26_weeks':
      return weeks(26)
    case 'this_month':
      return { from: dayName(monthStart(n)), to: today }
    case 'last_month':
      return { from: dayName(monthStart(n, -1)), to: dayName(monthStart(n) - 1) }
    case 'this_year':
      return { from: `${year}-01-01`, to: today }
    case 'last_year':
      return { from: `${before}-01-01`, to: `${before}-12-31` }
    case 'last_12_months':
      return { from: dayName(monthStart(n, -11)), to: today }
  }
}

const OWN = /^(\d{4}-\d\d-\d\d)\.\.(\d{4}-\d\d-\d\d)$/
export const ownSpan = (from: string, to: string) => `${from}..${to}`
const isDayName = (day: string) => !Number.isNaN(dayNumber(day)) && dayName(dayNumber(day)) === day

/** A span by its word in the address: an offered one, or two days of one's own choice. */
export const readSpan = (
  word: string | undefined,
  usual: SpanId,
  today: string,
  firstWeekday: number,
): Span => {
  const [, from = '', to = ''] = OWN.exec(word ?? '') ?? []
  if (isDayName(from) && isDayName(to) && from <= to)
    return { id: ownSpan(from, to), from, to, name: `${shortDay(from, true)} – ${shortDay(to, true)}` }
  const id = spanIds.find(one => one === word) ?? usual
  return { id, ...daysOf(id, today, firstWeekday), name: spanNames[id] }
}

/** Days in a row: the first with its month, then the month where it is another. */
export type DayName = { text: string; short: string; month: string }
export const weekNameOf = (day: string): DayName => ({
  text: dayWords(dayNumber(day), 'd MMM'),
  short: dayWords(dayNumber(day), 'd'),
  month: day.slice(0, 7),
})

/** The likely outcome of an unfinished period if it goes on as it began. */
export const likelyOf = (soFar: number, start: string, end: string, today: string): number => {
  const whole = dayNumber(end) - dayNumber(start) + 1
  const passed = Math.min(whole, dayNumber(today) - dayNumber(start) + 1)
  return passed > 0 ? Math.round((soFar * whole) / passed) : soFar
}

/** The last day of the month or week that begins so, however much of it is over. */
export const endOfPeriod = (start: string, step: 'week' | 'month'): string =>
  step === 'month' ? dayName(monthStart(dayNumber(start), 1) - 1) : addDays(start, 6)
