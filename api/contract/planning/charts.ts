/** The data behind the charts of a cycle or module, and the lines that the browser derives from it. */
import { z } from 'zod'
import { day, id } from '../define.ts'
import { addDays } from '../people/zones.ts'
import { IssueTotals, type Measure, totalOf } from './progress.ts'

const count = z.number().int()
const points = z.number().nullable()
const person = {
  assignee_id: id.nullable(),
  display_name: z.string().nullable(),
  first_name: z.string().nullable(),
  last_name: z.string().nullable(),
  avatar_url: z.string().nullable(),
}
const label = { label_id: id.nullable(), label_name: z.string().nullable(), color: z.string().nullable() }
const issues = { total_issues: count, completed_issues: count, pending_issues: count }
const estimates = { total_estimates: points, completed_estimates: points, pending_estimates: points }

/** For each day what was left at its end: null for days to come. Today's stands for now. */
export const Chart = z.record(z.string(), z.number().nullable())

/** By person and by label. Issues without assignee or label are the row whose id is null; it comes last. */
export const IssueDistribution = z.object({
  assignees: z.array(z.object({ ...person, ...issues })),
  labels: z.array(z.object({ ...label, ...issues })),
  completion_chart: Chart,
})
export const PointDistribution = z.object({
  assignees: z.array(z.object({ ...person, ...estimates })),
  labels: z.array(z.object({ ...label, ...estimates })),
  completion_chart: Chart,
})
export const noDistribution = z.object({})
export const distributions = {
  distribution: IssueDistribution,
  /** Empty where the project has no estimate of type points. */
  estimate_distribution: z.union([PointDistribution, noDistribution]),
}

const { sub_issues: _, ...figures } = IssueTotals.shape
/** The figures at the end of a day in the project's zone, and the present ones for today: null for days to come. */
export const ChartDay = z.object({ date: day, figures: z.object(figures).nullable() })
export type ChartDay = z.infer<typeof ChartDay>

/**
 * The answer of `analytics/`. The days feed burndown, burnup and scope in issues and in points alike. A chart asks
 * once: from then on only today's figures change, and those are the live row of `cycle_progress` or `module_progress`
 * (`withToday`). It asks again for a new day, other dates or another zone.
 */
export const Analytics = z.object({
  assignees: z.union([IssueDistribution.shape.assignees, PointDistribution.shape.assignees]),
  labels: z.union([IssueDistribution.shape.labels, PointDistribution.shape.labels]),
  completion_chart: Chart,
  days: z.array(ChartDay),
})

/** No chart has more days: of a longer time it shows the end that matters. */
export const MOST_DAYS = 1_100

/** The days of a chart. */
export const daysBetween = (first: string, last: string): string[] => {
  const count = Math.round((Date.parse(last) - Date.parse(first)) / 86_400_000) + 1
  return Array.from({ length: Math.max(0, Math.min(count, MOST_DAYS)) }, (_, n) => addDays(first, n))
}

/** The days with today's figures as the live row has them. */
export const withToday = (days: readonly ChartDay[], today: string, now: IssueTotals): ChartDay[] =>
  days.map(one => (one.date === today ? { ...one, figures: now } : one))

/** The amount left at the end of each day: the burndown. Cancelled issues count as left. */
export const leftOf = (days: readonly ChartDay[], measure: Measure): (number | null)[] =>
  days.map(({ figures: of }) => of && of[totalOf('total', measure)] - of[totalOf('completed', measure)])

/** A straight line from the scope at the end of the first day to nothing at the end of the last. */
export const idealOf = (days: readonly ChartDay[], measure: Measure): number[] => {
  const begin = days[0]?.figures?.[totalOf('total', measure)] ?? 0
  const steps = Math.max(1, days.length - 1)
  return days.map((_, n) => (days.length === 1 ? 0 : begin * (1 - n / steps)))
}

/** How much there was at the end of each day, and how much of that came after the first. */
export const scopeOf = (days: readonly ChartDay[], measure: Measure) => {
  const begin = days[0]?.figures?.[totalOf('total', measure)] ?? 0
  return days.map(({ figures: of }) => {
    if (!of) return null
    const total = of[totalOf('total', measure)]
    return { total, added: total - begin }
  })
}

export type Forecast = {
  /** The mean completed per day over the last days, and the standard error of that mean. */
  pace: number
  spread: number
  /** The day on which nothing is left, at this pace and at its upper and lower end; null: not at such a pace. */
  likely: string
  early: string
  late: string | null
}

/** So many days before today say how fast it goes. */
const PACE_DAYS = 14
const FEWEST_DAYS = 3
/** A forecast further away than this is not reported as a day. */
const FARTHEST_DAYS = 3_650

/**
 * The day of completion if the pace of the last two weeks holds: the amount left over the mean completed per day, with
 * the mean's standard error as its spread. Null while too few days are over, when nothing moves or nothing is left.
 */
export const forecastOf = (days: readonly ChartDay[], measure: Measure, today: string): Forecast | null => {
  const completed = days.flatMap(({ date, figures: of }) =>
    of && date < today ? [of[totalOf('completed', measure)]] : [],
  )
  const gains = completed
    .slice(1)
    .map((done, n) => done - completed[n]!)
    .slice(-PACE_DAYS)
  const now = days.findLast(({ figures: of }) => of !== null)
  const left = now ? leftOf([now], measure)[0]! : 0
  if (!now || gains.length < FEWEST_DAYS || left <= 0) return null
  const pace = gains.reduce((sum, gain) => sum + gain, 0) / gains.length
  if (pace <= 0) return null
  const variance = gains.reduce((sum, gain) => sum + (gain - pace) ** 2, 0) / (gains.length - 1)
  const spread = Math.sqrt(variance / gains.length)
  const dayAt = (speed: number): string | null => {
    const away = Math.ceil(left / speed)
    return speed > 0 && away <= FARTHEST_DAYS ? addDays(now.date, away) : null
  }
  const [likely, early] = [dayAt(pace), dayAt(pace + spread)]
  return likely && early ? { pace, spread, likely, early, late: dayAt(pace - spread) } : null
}
