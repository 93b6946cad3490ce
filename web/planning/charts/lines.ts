/** The lines of a chart of days: computed from the server's days and the live row of today. */
import { type ChartDay, forecastOf, leftOf, scopeOf } from '#contract/planning/charts.ts'
import type { Measure } from '#contract/planning/progress.ts'
import { dayNumber, isWeekend } from '../../ui/dates/day-numbers.ts'

export type Lines = {
  days: readonly string[]
  /** The amount left at the end of each day; null for days to come. */
  left: readonly (number | null)[]
  done: readonly (number | null)[]
  scope: readonly (number | null)[]
  ideal: readonly (number | null)[]
  /** By how much there is more than there was in the beginning; less is below nothing. */
  added: number
  /** Where today is among them; null when it is none of them. */
  today: number | null
  /** The last day of which something is known; -1 before the first. */
  last: number
  /** The likely amount left on the last day; null where nobody can say. */
  likely: number | null
}

/** From what there was on the first day that held anything to nothing on the last; nobody works at the weekend. */
const idealOf = (days: readonly string[], begins: number, begin: number): (number | null)[] => {
  let worked = 0
  const steps = days.map((day, n) => {
    if (n > begins && !isWeekend(dayNumber(day))) worked++
    return worked
  })
  const end = Math.max(1, days.length - 1 - begins)
  return steps.map((step, n) =>
    n < begins ? null : begin * (1 - (worked > 0 ? step / worked : (n - begins) / end)),
  )
}

export const linesOf = (given: readonly ChartDay[], measure: Measure, today: string): Lines => {
  const days = given.map(one => one.date)
  const totals = scopeOf(given, measure).map(one => one?.total ?? null)
  // A cycle that was filled after its first day is drawn from then: before that nothing could be done.
  const begins = Math.max(
    0,
    totals.findIndex(one => one !== null && one > 0),
  )
  const from = <V>(values: readonly V[]) => values.map((one, n) => (n < begins ? null : one))
  const left = from(leftOf(given, measure))
  const scope = from(totals)
  const last = left.findLastIndex(one => one !== null)
  const at = days.indexOf(today)
  const forecast = at >= 0 ? forecastOf(given, measure, today) : null
  const now = left[last] ?? null
  const begin = scope.find(one => one !== null) ?? 0
  return {
    days,
    left,
    done: left.map((one, n) => (one === null ? null : (scope[n] ?? 0) - one)),
    scope,
    ideal: idealOf(days, begins, begin),
    added: (scope[last] ?? begin) - begin,
    today: at >= 0 ? at : null,
    last,
    likely:
      forecast && now !== null
        ? Math.max(0, Math.round(now - forecast.pace * (days.length - 1 - last)))
        : null,
  }
}

/** Stretches of days between which nobody works. */
export const weekendsIn = (days: readonly string[]): { from: number; to: number }[] => {
  const found: { from: number; to: number }[] = []
  days.forEach((day, n) => {
    if (!isWeekend(dayNumber(day))) return
    const last = found.at(-1)
    if (last && last.to === n - 1) last.to = n
    else found.push({ from: n, to: n })
  })
  return found
}

/** Places for labels at the end of lines: in their order, and never closer than they are high. */
export const spread = (wanted: readonly number[], apart: number, bottom: number): number[] => {
  const order = wanted.map((y, at) => ({ y, at })).sort((a, b) => a.y - b.y)
  for (let n = 1; n < order.length; n++) {
    const [above, own] = [order[n - 1], order[n]]
    if (above && own) own.y = Math.max(own.y, above.y + apart)
  }
  const beyond = Math.max(0, (order.at(-1)?.y ?? 0) - bottom)
  const placed = new Map(order.map(({ y, at }) => [at, y - beyond]))
  return wanted.map((y, at) => placed.get(at) ?? y)
}

export type Point = { n: number; y: number }
/** The days of which something is known. */
export const points = (values: readonly (number | null)[]): Point[] =>
  values.flatMap((y, n) => (y === null ? [] : [{ n, y }]))

/** The days that are named below: the first, the last, today, and between them as many as there is room for. */
export const namedDays = ({ days, today }: Lines, step: number): number[] => {
  const end = days.length - 1
  const named = [...new Set([...(today === null ? [] : [today]), 0, end])]
  const isFree = (n: number, room: number) => named.every(other => Math.abs(other - n) * step >= room)
  const kept = named.filter((n, at) => named.slice(0, at).every(other => Math.abs(other - n) * step >= 44))
  named.splice(0, named.length, ...kept)
  for (let n = 1; n < end; n++)
    if (!isWeekend(dayNumber(days[n] ?? '')) && isFree(n, 38) && n * step >= 62 && (end - n) * step >= 56)
      named.push(n)
  return named
}

/** Each value holds until the next, the last one to the end. */
export const stepped = (
  values: readonly Point[],
  x: (n: number) => number,
  y: (value: number) => number,
  end: number,
): string => {
  const [first, ...rest] = values
  if (!first) return ''
  return `M${x(first.n)} ${y(first.y)}${rest.map(one => `H${x(one.n)}V${y(one.y)}`).join('')}H${end}`
}
