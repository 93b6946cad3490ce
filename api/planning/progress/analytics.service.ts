/** Shares of cycles and modules by person and label, and their figures at the end of each day. */
import type { Knex } from 'knex'
import type { z } from 'zod'
import { must } from '#contract/errors.ts'
import { keysOf } from '#contract/keys.ts'
import { addDays, dayIn } from '#contract/people/zones.ts'
import {
  type Analytics,
  type ChartDay,
  daysBetween,
  type IssueDistribution,
  leftOf,
  MOST_DAYS,
  type PointDistribution,
} from '#contract/planning/charts.ts'
import { IssueTotals, type Measure, type Progress } from '#contract/planning/progress.ts'
import { type Kind, type Stay, sharesOf, staysOf, stepsOf } from './charts.queries.ts'

/** A cycle or module with its first and last day. `ofHeld`: what has left it is in no chart. */
type Charted = { id: string; first: string | null; last: string | null; ofHeld?: boolean }
export type Ground = { timezone: string; hasPoints: boolean }

/** The facts that charts need of projects: the zone in which their days begin, and whether they estimate in points. */
export const groundsOf = async (trx: Knex, projects: string[]): Promise<Map<string, Ground>> => {
  const rows = await trx('projects as p')
    .leftJoin('estimates as e', 'e.id', 'p.estimate')
    .whereIn('p.id', [...new Set(projects)])
    .select<{ id: string; timezone: string; type: string | null }[]>('p.id', 'p.timezone', 'e.type')
  return new Map(rows.map(({ id, timezone, type }) => [id, { timezone, hasPoints: type === 'points' }]))
}

const NOTHING = Object.fromEntries(Object.keys(IssueTotals.shape).map(name => [name, 0])) as IssueTotals

/** How far cycles or modules have come, as the rows say that are kept with every change. */
export const progressOf = async (trx: Knex, kind: Kind, ids: string[]) => {
  const columns = [...Object.keys(IssueTotals.shape), 'assignee_ids']
  const rows = await trx(`${kind}_progress`)
    .whereIn('id', ids)
    .select<(IssueTotals & Pick<Progress, 'id' | 'assignee_ids'>)[]>(['id', ...columns])
  const found = new Map(rows.map(({ id, ...figures }) => [id, figures]))
  return (id: string) => found.get(id) ?? { ...NOTHING, assignee_ids: [] }
}

/** More days than a chart has are cut where nobody looks: long before today, or long after. */
const spanOf = ({ first, last }: Charted, today: string): [string, string] | null => {
  if (!first || !last) return null
  const later = first > today ? first : today
  const end = addDays(later, Math.floor(MOST_DAYS / 3))
  const to = last < end ? last : end
  const least = addDays(to, 1 - MOST_DAYS)
  return [first > least ? first : least, to]
}

const { sub_issues: _, ...NO_FIGURES } = NOTHING
const FIGURES = keysOf(NO_FIGURES)
const even = (value: number) => Math.round(value * 1e6) / 1e6

type Days = (id: string) => ChartDay[]

const readDays = async (
  trx: Knex,
  kind: Kind,
  given: Charted[],
  groundOf: (id: string) => Ground,
): Promise<Days> => {
  const spans = given.flatMap(one => {
    const { timezone } = groundOf(one.id)
    const today = dayIn(timezone)
    const span = spanOf(one, today)
    return span ? { id: one.id, zone: timezone, today, first: span[0], last: span[1] } : []
  })
  const steps = Map.groupBy(await stepsOf(trx, kind, FIGURES, spans), step => step.id)
  const days = new Map(
    spans.map(({ id, first, last, today }) => {
      const stepOn = new Map((steps.get(id) ?? []).map(step => [step.day, step]))
      const sums = { ...NO_FIGURES }
      return [
        id,
        daysBetween(first, last).map((date): ChartDay => {
          const step = stepOn.get(date)
          if (step) for (const name of FIGURES) sums[name] = even(sums[name] + step[name])
          return { date, figures: date > today ? null : { ...sums } }
        }),
      ] as const
    }),
  )
  return id => days.get(id) ?? []
}

const chartOf = (days: ChartDay[], measure: Measure) => {
  const left = leftOf(days, measure)
  return Object.fromEntries(days.map(({ date }, at) => [date, left[at]! === null ? null : even(left[at]!)]))
}

// By the days on which each of its issues came and was completed.
const chartOfHeld = (days: ChartDay[], held: Stay[], measure: Measure) => {
  const moves = new Map<string, number>()
  const move = (day: string, by: number) => moves.set(day, (moves.get(day) ?? 0) + by)
  for (const { came, done, total, points } of held) {
    const size = measure === 'issues' ? total : total * points
    move(came, size)
    if (done) move(done, -size)
  }
  let left = 0
  for (const [day, by] of moves) if (days[0] && day < days[0].date) left += by
  return Object.fromEntries(
    days.map(({ date, figures }) => {
      left += moves.get(date) ?? 0
      return [date, figures && even(left)]
    }),
  )
}

export type Distributions = {
  distribution: z.infer<typeof IssueDistribution>
  estimate_distribution: z.infer<typeof PointDistribution> | Record<string, never>
}

/** The shares of each, in issues and in points, and its days: as many statements for one as for many. */
const readAll = async (trx: Knex, kind: Kind, given: Charted[], groundOf: (id: string) => Ground) => {
  const ids = given.map(({ id }) => id)
  const [days, shares, stays] = await Promise.all([
    readDays(trx, kind, given, groundOf),
    sharesOf(trx, kind, ids),
    staysOf(
      trx,
      given.flatMap(({ id, ofHeld }) => (ofHeld ? { id, zone: groundOf(id).timezone } : [])),
    ),
  ])
  return (id: string) => {
    const { assignees, labels } = shares(id)
    const own = days(id)
    const held = stays.get(id)
    const chart = (measure: Measure) => (held ? chartOfHeld(own, held, measure) : chartOf(own, measure))
    return {
      days: own,
      distribution: {
        assignees: assignees.map(({ of, issues }) => ({ ...of, ...issues })),
        labels: labels.map(({ of, issues }) => ({ ...of, ...issues })),
        completion_chart: chart('issues'),
      },
      estimate_distribution: groundOf(id).hasPoints
        ? {
            assignees: assignees.map(({ of, points }) => ({ ...of, ...points })),
            labels: labels.map(({ of, points }) => ({ ...of, ...points })),
            completion_chart: chart('estimate_points'),
          }
        : {},
    }
  }
}

/** The fields that details of cycles or modules add to their rows. */
export const distributionsOf = async (
  trx: Knex,
  kind: Kind,
  given: Charted[],
  groundOf: (id: string) => Ground,
): Promise<(id: string) => Distributions> => {
  const of = await readAll(trx, kind, given, groundOf)
  return id => {
    const { days: _, ...rest } = of(id)
    return rest as Distributions
  }
}

const NONE = { assignees: [], labels: [], completion_chart: {} }

/** One cycle or module by person and label in issues or points, and its days. */
export const analyse = async (
  trx: Knex,
  kind: Kind,
  projectId: string,
  charted: Charted,
  type: string | undefined,
): Promise<z.infer<typeof Analytics>> => {
  const ground = must((await groundsOf(trx, [projectId])).get(projectId), 'the project')
  const { days, ...now } = (await readAll(trx, kind, [charted], () => ground))(charted.id)
  const measure = type === 'points' ? 'estimate_distribution' : 'distribution'
  return { ...NONE, ...now[measure], days }
}
