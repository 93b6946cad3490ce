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

export const isOver = (group: string) => group === 'completed' || group === 'cancelled'

/** The bar of an issue: from its start to its due day, or the due day alone. */
export type Span = { id: string; from: number; to: number; isOver: boolean }

export const spanOf = (issue: Dates & Pick<Issue, 'id' | 'state__group'>): Span | null => {
  if (!issue.target_date) return null
  const to = dayNumber(issue.target_date)
  return {
    id: issue.id,
    from: issue.start_date ? Math.min(dayNumber(issue.start_date), to) : to,
    to,
    isOver: isOver(issue.state__group),
  }
}

/** A span within one week: columns from `at`, `length` of them, in `lane`; cut where it goes on outside. */
export type Placed = Span & { at: number; length: number; lane: number; cutStart: boolean; cutEnd: boolean }

/** The earlier and longer ones first. */
export const earlier = (a: Span, b: Span) => a.from - b.from || b.to - a.to

/** The issues of one day, the done ones last. */
export const spansOn = (spans: readonly Span[], day: number): Span[] =>
  spans.filter(one => one.from <= day && day <= one.to).sort((a, b) => Number(a.isOver) - Number(b.isOver))

/** Puts each span into the first lane that is free, the done ones below all others of their days. */
export const placeSpans = (days: readonly number[], spans: readonly Span[]): Placed[] => {
  const first = days[0] ?? 0
  const last = days.at(-1) ?? 0
  // The taken days of each lane, as bits; and how many lanes the open ones need on each day.
  const taken: number[] = []
  const open = days.map(() => 0)
  return spans
    .filter(({ from, to }) => days.some(day => day >= from && day <= to))
    .sort((a, b) => Number(a.isOver) - Number(b.isOver) || earlier(a, b))
    .map(span => {
      const at = days.findIndex(day => day >= span.from)
      const length = days.filter(day => day >= span.from && day <= span.to).length
      const bits = ((1 << length) - 1) << at
      let lane = span.isOver ? Math.max(...open.slice(at, at + length)) : 0
      while ((taken[lane] ?? 0) & bits) lane++
      taken[lane] = (taken[lane] ?? 0) | bits
      if (!span.isOver) for (let on = at; on < at + length; on++) open[on] = Math.max(open[on] ?? 0, lane + 1)
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

/** How many lanes a week shows that has room for so many: more where it would hide some of today's. */
export const lanesWith = (
  today: number,
  days: readonly number[],
  spans: readonly Span[],
  room: number,
): number => {
  const at = days.indexOf(today)
  if (at < 0) return room
  const placed = placeSpans(days, spans)
  if (fitSpans(placed, days.length, room).hidden[at] === 0) return room
  const lanes = placed.filter(one => one.at <= at && at < one.at + one.length).map(one => one.lane)
  // The last lane is that of the figure, which another day may need.
  return lanes.reduce((most, lane) => Math.max(most, lane), 0) + 2
}
