import type { IssueQuery } from '#contract/lists/issueQuery.ts'
import { addDays, dayIn } from '#contract/people/zones.ts'
import { OPEN } from '#contract/planning/insights.ts'
import { bindings } from '../../db/knex.ts'
import { from, tallies } from '../../lists/scope.ts'
import { POINTS, type Sums } from './cells.queries.ts'
import { type Days, FIRST_DAY, inSpan, type Meant, narrowed, spanWords, startsOf } from './meant.ts'

const EACH_PERSON = `cross join lateral unnest(case when assignee_ids = '{}' then array[null]::uuid[] else assignee_ids end) as person(id)`

const LEVELS = ['all', 'state', 'person', 'project'] as const
type Level = (typeof LEVELS)[number]
export type OpenCell = Sums & { level: Level; key: string | null }

const BY = ['project_id', 'state_id', 'assignee_ids', 'estimate_point']

/** Open issues by state, person and project. */
export const openCells = async (meant: Meant): Promise<OpenCell[]> => {
  const { trx, viewer } = meant
  const list = narrowed(meant, { state_group: OPEN.join() })
  const kept = tallies(trx, list, viewer, BY)
  const alike = (kept ?? from(trx, list, viewer))
    .select(BY.map(name => `issues.${name}`))
    .select(trx.raw(`${kept ? 'sum(issues.total)' : 'count(*)'}::int as total`))
    .groupByRaw('1, 2, 3, 4')
  if (kept) alike.havingRaw('sum(issues.total) > 0')
  const level = (name: Level, key: string, join = '') =>
    `select '${name}' as level, ${key} as key, coalesce(sum(total), 0)::int as total, sum(total * points) as points,
            coalesce(sum(total) filter (where estimate_point is null), 0)::int as unestimated
       from valued ${join} ${name === 'all' ? '' : 'group by 2'}`
  const { rows } = await trx.raw<{ rows: OpenCell[] }>(
    `with alike as materialized ?, valued as materialized (
       select alike.*, ${POINTS} as points
         from alike left join estimate_points estimate on estimate.id = alike.estimate_point
     ) ${[
       level('all', 'null::text'),
       level('state', 'state_id::text'),
       level('person', 'person.id::text', EACH_PERSON),
       level('project', 'project_id::text'),
     ].join(' union all ')}`,
    bindings([alike]),
  )
  return rows
}

export type Late = { project_id: string; total: number; oldest: string }

/** Open issues whose due date is over, by project, and the earliest of these dates. */
export const lateCells = async (meant: Meant): Promise<Late[]> => {
  const { trx, viewer } = meant
  const until = addDays(dayIn(viewer.timezone), -1)
  const words = spanWords({ from: FIRST_DAY, to: until })
  const late = narrowed(meant, { state_group: OPEN.join(), target_date: words })
  return from(trx, late, viewer)
    .select('issues.project_id')
    .select<Late[]>(trx.raw('count(*)::int as total, min(issues.target_date)::text as oldest'))
    .groupBy('issues.project_id')
}

type DatedLevel = 'period' | 'person' | 'project'
export type DatedCell = { level: DatedLevel; key: string | null; total: number }

// The n-th of the periods, from 1 on, that an instant lies in.
const dated = (meant: Meant, field: 'created_at' | 'completed_at', days: Days, starts: string[]) => {
  const list: IssueQuery = inSpan(meant, field, days)
  return from(meant.trx, list, meant.viewer).select(
    meant.trx.raw(`width_bucket(issues.${field}, ?::timestamptz[]) as period`, [starts]),
  )
}

/** Issues created in a span: by period, and by author. */
export const createdCells = async (meant: Meant, days: Days, periods: Days[]): Promise<DatedCell[]> => {
  const starts = startsOf(
    periods.map(period => period.from),
    meant,
  )
  const alike = dated(meant, 'created_at', days, starts)
    .select('issues.created_by', meant.trx.raw('count(*)::int as total'))
    .groupByRaw('1, 2')
  const { rows } = await meant.trx.raw<{ rows: DatedCell[] }>(
    `with alike as materialized ?
     select 'period' as level, period::text as key, sum(total)::int as total from alike group by 2
     union all select 'person', created_by::text, sum(total)::int from alike where created_by is not null group by 2`,
    bindings([alike]),
  )
  return rows
}

/** Issues completed in a span: by period, by assignee, and by project. */
export const doneCells = async (meant: Meant, days: Days, periods: Days[]): Promise<DatedCell[]> => {
  const starts = startsOf(
    periods.map(period => period.from),
    meant,
  )
  const alike = dated(meant, 'completed_at', days, starts)
    .select('issues.assignee_ids', 'issues.project_id', meant.trx.raw('count(*)::int as total'))
    .groupByRaw('1, 2, 3')
  const { rows } = await meant.trx.raw<{ rows: DatedCell[] }>(
    `with alike as materialized ?
     select 'period' as level, period::text as key, sum(total)::int as total from alike group by 2
     union all select 'person', person.id::text, sum(total)::int
       from alike cross join lateral unnest(assignee_ids) as person(id) group by 2
     union all select 'project', project_id::text, sum(total)::int from alike group by 2`,
    bindings([alike]),
  )
  return rows
}
