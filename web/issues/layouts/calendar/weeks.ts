/** The days of a calendar, and the layout of issues in its weeks. */
import type { Issue } from '#contract/work/issues.ts'
import { dayName, dayNumber, isWeekend, monthStart, weekStart } from '../../../ui/dates/day-numbers.ts'

type Dates = Pick<Issue, 'start_date' | 'target_date'>
/** The held part of an issue: the whole, which moves to another due day, or one end. */
export type Hold = 'due' | 'start' | 'end'

/** The dates when what is held is let go over a day; null where an issue would be due before it starts. */
export const datesOn = ({ start_date, target_date }: Dates, hold: Hold, day: number): Dates | null => {
  const start = start_date ? dayNumber(start_date) : null
  if (hold === 'start')
    return { target_date, start_date: dayName(target_date ? Math.min(day, dayNumber(target_date)) : day) }
  if (hold === 'due' && start !== null && day < start) return null
  return { start_date, target_date: dayName(start === null ? day : Math.max(day, start)) }
}

/** Whole weeks: of the month around a day, or the one that holds it. Weekends may be left out. */
export const weeksOf = (
  span: 'month' | 'week',
  day: number,
  { first, weekends }: { first: number; weekends: boolean },
): number[][] => {
  const month = monthStart(day)
  const from = weekStart(span === 'month' ? month : day, first)
  const until = span === 'month' ? monthStart(day, 1) : from + 7
  const weeks: number[][] = []
  for (let start = from; start < until; start += 7) {
    const days = Array.from({ length: 7 }, (_, at) => start + at).filter(one => weekends || !isWeekend(one))
    // Without its weekends a month may begin or end in a week that has none of its days.
    if (span === 'week' || days.some(one => monthStart(one) === month)) weeks.push(days)
  }
  return weeks
}

/** A calendar without weekends shows one all the same while today is part of it. */
export const showsWeekend = (span: 'month' | 'week', day: number, today: number, first: number): boolean =>
  isWeekend(today) && weeksOf(span, day, { first, weekends: true }).some(week => week.includes(today))

/** The bar of an issue: from its start to its due day, or the due day alone. */
export type Span = { id: string; from: number; to: number }

export const spanOf = (issue: Dates & Pick<Issue, 'id'>): Span | null => {
  if (!issue.target_date) return null
  const to = dayNumber(issue.target_date)
  return { id: issue.id, from: issue.start_date ? Math.min(dayNumber(issue.start_date), to) : to, to }
}

/** A span within one week: columns from `at`, `length` of them, in `lane`; cut where it goes on outside. */
export type Placed = Span & { at: number; length: number; lane: number; cutStart: boolean; cutEnd: boolean }

/** Puts each span into the first lane that is free, the earlier and longer ones on top. */
export const placeSpans = (days: readonly number[], spans: readonly Span[]): Placed[] => {
  const first = days[0] ?? 0
  const last = days.at(-1) ?? 0
  const lanes: number[] = []
  return spans
    .filter(({ from, to }) => days.some(day => day >= from && day <= to))
    .sort((a, b) => a.from - b.from || b.to - a.to)
    .map(span => {
      const at = days.findIndex(day => day >= span.from)
      const length = days.filter(day => day >= span.from && day <= span.to).length
      const free = lanes.findIndex(end => end <= at)
      const lane = free < 0 ? lanes.length : free
      lanes[lane] = at + length
      return { ...span, at, length, lane, cutStart: span.from < first, cutEnd: span.to > last }
    })
}

/**
 * With room for so many lanes: the drawn spans, and the number of hidden ones on each day. The last lane makes room for
 * that figure.
 */
export const fitSpans = (placed: readonly Placed[], days: number, room: number) => {
  const covers = (one: Placed, at: number) => one.at <= at && at < one.at + one.length
  const full = Array.from({ length: days }, (_, at) =>
    placed.some(one => covers(one, at) && one.lane >= room),
  )
  const drawn = placed.filter(
    one => one.lane < room - 1 || (one.lane < room && !full.some((is, at) => is && covers(one, at))),
  )
  const hidden = full.map((_, at) => placed.filter(one => covers(one, at) && !drawn.includes(one)).length)
  return { drawn, hidden }
}
