/** What a chart of days draws: reckoned from the days that the server told and the live row of today. */
import { type ChartDay, forecastOf, leftOf, scopeOf } from '#contract/planning/charts.ts'
import type { Measure } from '#contract/planning/progress.ts'
import { dayNumber, isWeekend } from '../../ui/dates/day-numbers.ts'

export type Lines = {
  days: readonly string[]
  /** What was left at the end of each day; null for days to come. */
  left: readonly (number | null)[]
  done: readonly (number | null)[]
  scope: readonly (number | null)[]
  ideal: readonly number[]
  /** Where today stands among them; null when it is none of them. */
  today: number | null
  /** The last day of which something is known; -1 before the first. */
  last: number
  /** What is left on the last day if it goes on like this; null where nobody can say. */
  likely: number | null
}

/** From what there was on the first day to nothing on the last; nobody works at the weekend. */
const idealOf = (days: readonly string[], begin: number): number[] => {
  let worked = 0
  const steps = days.map((day, n) => {
    if (n > 0 && !isWeekend(dayNumber(day))) worked++
    return worked
  })
  return steps.map((step, n) => begin * (1 - (worked > 0 ? step / worked : n / Math.max(1, days.length - 1))))
}

export const linesOf = (given: readonly ChartDay[], measure: Measure, today: string): Lines => {
  const days = given.map(one => one.date)
  const left = leftOf(given, measure)
  const scope = scopeOf(given, measure).map(one => one?.total ?? null)
  const last = left.findLastIndex(one => one !== null)
  const at = days.indexOf(today)
  const forecast = at >= 0 ? forecastOf(given, measure, today) : null
  const now = left[last] ?? null
  return {
    days,
    left,
    done: left.map((one, n) => (one === null ? null : (scope[n] ?? 0) - one)),
    scope,
    ideal: idealOf(days, scope.find(one => one !== null) ?? 0),
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
