/** Date filters of a list: terms of the query string, and the fixed bounds that they stand for today. */
import { addDays, isDay, startOfDay } from '../people/zones.ts'

/** From `from` on, until just before `before`: days of a day column, instants of a datetime column. */
export type Bound = { from: string | null; before: string | null }
/** `terms` as they were given; a row passes with a value in any of the bounds, or without one when `none`. */
export type DateFilter = { terms: string; bounds: Bound[]; none: boolean }

/** The day that relative terms count from (`today`), and the zone whose midnight cuts instants. */
export type Clock = { zone: string; today: string }

type DaySpan = { from: string | null; to: string | null }

const LENGTH: Record<string, number> = { days: 1, weeks: 7, months: 30 }

// `2_weeks;after;fromnow`; two parts alone (`2_weeks;after`) say nothing.
const relativeSpan = (parts: string[], today: string): DaySpan | null => {
  const found = /^(\d{1,4})_(days|weeks|months)$/.exec(parts[0]!)
  if (!found || parts.length < 3) return null
  const days = Number(found[1]) * LENGTH[found[2]!]!
  const day = addDays(today, parts[2] === 'fromnow' ? days : -days)
  return parts[1] === 'after' ? { from: day, to: null } : { from: null, to: day }
}

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?Z$/
/** A moment as it is written everywhere; null where it is none, of a day that can be reckoned with. */
const momentOf = (text: string): string | null =>
  MOMENT.test(text) && isDay(text.slice(0, 10)) && !Number.isNaN(Date.parse(text))
    ? new Date(text).toISOString()
    : null

const isRelative = (term: string) => /^\d+_[a-z]+(;|$)/.test(term)

/**
 * Reads a comma-separated list. Of instants a bound may be a moment, where a day of another zone is meant. Absolute bounds together make one range, of several on one side the last; each relative
 * term and each bare day is an alternative. Null: the filter is off. 'malformed': a term is no date.
 */
export const readDateTerms = (
  text: string,
  clock: Clock,
  isInstant: boolean,
): DateFilter | null | 'malformed' => {
  const terms = text.split(',').map(term => term.trim())
  if (terms.includes('')) return null
  const spans: DaySpan[] = []
  const range: Bound = { from: null, before: null }
  const edge = (day: string) => (isInstant ? startOfDay(day, clock.zone) : day)
  let none = false
  for (const term of terms) {
    if (term === 'null') continue
    if (term === 'None') {
      none = true
      continue
    }
    const parts = term.split(';')
    const moment = isInstant && parts.length === 2 ? momentOf(parts[0]!) : null
    if (moment) range[parts[1] === 'after' ? 'from' : 'before'] = moment
    else if (isRelative(term)) {
      const span = relativeSpan(parts, clock.today)
      if (span) spans.push(span)
    } else if (!isDay(parts[0]!)) return 'malformed'
    else if (parts.length === 1) spans.push({ from: parts[0]!, to: parts[0]! })
    else if (parts[1] === 'after') range.from = edge(parts[0]!)
    else range.before = edge(addDays(parts[0]!, 1))
  }
  const bounds = spans.map(
    ({ from, to }): Bound => ({
      from: from && edge(from),
      before: to && edge(addDays(to, 1)),
    }),
  )
  if (range.from || range.before) bounds.push(range)
  return { terms: terms.join(','), bounds, none }
}

export const passesDate = (filter: DateFilter, value: string | null): boolean =>
  value === null
    ? filter.none
    : filter.bounds.some(
        ({ from, before }) => (from === null || value >= from) && (before === null || value < before),
      )
