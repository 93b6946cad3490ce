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

const isRelative = (term: string) => /^\d+_[a-z]+(;|$)/.test(term)

/**
 * Reads a comma-separated list. Absolute bounds together make one range, of several on one side the last; each relative
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
  const range: DaySpan = { from: null, to: null }
  let none = false
  for (const term of terms) {
    if (term === 'null') continue
    if (term === 'None') {
      none = true
      continue
    }
    const parts = term.split(';')
    if (isRelative(term)) {
      const span = relativeSpan(parts, clock.today)
      if (span) spans.push(span)
    } else if (!isDay(parts[0]!)) return 'malformed'
    else if (parts.length === 1) spans.push({ from: parts[0]!, to: parts[0]! })
    else if (parts[1] === 'after') range.from = parts[0]!
    else range.to = parts[0]!
  }
  if (range.from || range.to) spans.push(range)
  const edge = (day: string) => (isInstant ? startOfDay(day, clock.zone) : day)
  return {
    terms: terms.join(','),
    bounds: spans.map(({ from, to }) => ({
      from: from && edge(from),
      before: to && edge(addDays(to, 1)),
    })),
    none,
  }
}

export const passesDate = (filter: DateFilter, value: string | null): boolean =>
  value === null
    ? filter.none
    : filter.bounds.some(
        ({ from, before }) => (from === null || value >= from) && (before === null || value < before),
      )
