import type { Knex } from 'knex'
import { type FieldName, fieldOf, type Standing } from '#contract/lists/issueFields.ts'
import type { IssueQuery } from '#contract/lists/issueQuery.ts'
import { OPEN } from '#contract/planning/insights.ts'
import { bindings } from '../../db/knex.ts'
import type { ServerViewer } from '../../db/viewer.ts'
import { from, tallies } from '../../lists/scope.ts'

/** The field that issues are counted by; days and instants by month. */
export type By = FieldName

/** `points`: null where no issue of it has an estimate that is a number. */
export type Sums = { total: number; points: number | null; unestimated: number }
/** Keys as text; null for issues without a value, or where nothing divides them. */
export type Cell = Sums & { key: string | null; sub: string | null }
export type Cells = { cells: Cell[]; rows: Cell[]; columns: Cell[]; all: Sums }

const FIRST_MONTH = '1900-01-01'

const CELLS = 0
const ROWS = 1
const COLUMNS = 2
const ALL = 3

/** The numeric values of estimates, as the lists sum them. */
export const POINTS = `case when estimate.value ~ '^[0-9]+([.][0-9]+|)$' then estimate.value::float8 end`
const SUMS = `sum(total)::int as total, sum(total * points) as points,
  coalesce(sum(total) filter (where estimate_point is null), 0)::int as unestimated`

const standing = (field: By) => fieldOf(field) as Standing

const rawOf = (trx: Knex, field: By, zone: string): Knex.Raw => {
  const { column, holds } = standing(field)
  if (holds === 'day') return trx.raw(`date_trunc('month', issues.${column}::timestamp)::date`)
  // Each instant is looked up among the beginnings of months, which are reckoned once: reckoning its own would cost more.
  if (holds === 'instant')
    return trx.raw(
      `width_bucket(issues.${column}, (select array_agg(month at time zone ? order by month)
         from generate_series('${FIRST_MONTH}'::timestamp, '2199-12-01', '1 month') month))`,
      [zone],
    )
  return trx.raw(`issues.${column}`)
}

/** A row is once for each of its values. */
const eachOf = (field: By, raw: string, name: string): { join: string; key: string } => {
  const { holds } = standing(field)
  if (field === 'estimate') return { join: '', key: 'value' }
  if (holds === 'day') return { join: '', key: `to_char(${raw}, 'YYYY-MM')` }
  if (holds === 'instant')
    return {
      join: '',
      key: `to_char('${FIRST_MONTH}'::timestamp + (${raw} - 1) * interval '1 month', 'YYYY-MM')`,
    }
  if (holds !== 'rows') return { join: '', key: `${raw}::text` }
  return {
    join: `cross join lateral unnest(case when ${raw} = '{}' then array[null]::uuid[] else ${raw} end) as ${name}(id)`,
    key: `${name}.id::text`,
  }
}

// Issues that count alike become one row first, so that joins and sums touch few rows. A list that the kept counts can
// answer is not read at all.
const alike = (trx: Knex, list: IssueQuery, viewer: ServerViewer, by: readonly By[]): Knex.QueryBuilder => {
  const columns = by.map(field => standing(field).column)
  const kept = tallies(trx, list, viewer, [...columns, 'estimate_point'])
  const rows = kept ?? from(trx, list, viewer)
  const raws = by.map((field, at) => trx.raw('? as ??', [rawOf(trx, field, viewer.timezone), `k${at}`]))
  rows.select(
    ...raws,
    'issues.estimate_point',
    trx.raw(`${kept ? 'sum(issues.total)' : 'count(*)'}::int as total`),
  )
  rows.groupByRaw([...by.map((_, at) => String(at + 1)), String(by.length + 1)].join(', '))
  if (kept) rows.havingRaw('sum(issues.total) > 0')
  return rows
}

/** How many issues there are by one field or two, and their points: one statement. */
export const cellsOf = async (
  trx: Knex,
  list: IssueQuery,
  viewer: ServerViewer,
  by: readonly [By] | readonly [By, By],
): Promise<Cells> => {
  const [row, column] = by.map((field, at) => eachOf(field, `k${at}`, `of${at}`))
  const level = (at: number, of: (typeof row)[], key: string, sub: string, groups: string) =>
    `select ${at} as level, ${key} as key, ${sub} as sub, ${SUMS}
       from valued ${of.map(one => one?.join ?? '').join(' ')} ${groups}`
  const parts = [
    level(ROWS, [row], row!.key, 'null::text', 'group by 2'),
    level(ALL, [], 'null::text', 'null::text', ''),
    ...(column
      ? [
          level(CELLS, [row, column], row!.key, column.key, 'group by 2, 3'),
          level(COLUMNS, [column], 'null::text', column.key, 'group by 3'),
        ]
      : []),
  ]
  const { rows } = await trx.raw<{ rows: (Cell & { level: number; total: number | null })[] }>(
    `with alike as materialized ?, valued as materialized (
       select alike.*, estimate.value, ${POINTS} as points
         from alike left join estimate_points estimate on estimate.id = alike.estimate_point
     ) ${parts.join(' union all ')}`,
    bindings([alike(trx, list, viewer, by)]),
  )
  const at = (wanted: number) =>
    rows
      .filter(found => found.level === wanted)
      .map(({ key, sub, total, points, unestimated }) => ({
        key,
        sub,
        total: total ?? 0,
        points,
        unestimated,
      }))
  const { key: _, sub: __, ...all } = at(ALL)[0]!
  return { cells: at(CELLS), rows: at(ROWS), columns: at(COLUMNS), all }
}

export type Holder = { what: 'made' | 'open' | 'completed'; key: string | null; total: number }

/** How many issues each person made, and how many open and completed ones each is assigned. */
export const holdersOf = async (trx: Knex, list: IssueQuery, viewer: ServerViewer): Promise<Holder[]> => {
  const assigned = tallies(trx, list, viewer, ['assignee_ids', 'state__group'])
  const rows = () => from(trx, list, viewer)
  // Without kept counts by assignee, one reading of the issues serves both figures.
  const made = assigned
    ? rows().select('issues.created_by', trx.raw('count(*) as total')).groupByRaw('1')
    : trx('alike').select('created_by', 'total')
  const alike = (assigned ?? rows())
    .select('issues.assignee_ids', 'issues.state__group')
    .select(assigned ? 'issues.total' : trx.raw('issues.created_by, count(*) as total'))
  if (!assigned) alike.groupByRaw('1, 2, 3')
  const { rows: found } = await trx.raw<{ rows: Holder[] }>(
    `with alike as materialized ?
     select 'made' as what, created_by::text as key, sum(total)::int as total from ? made group by 2
     union all
     select case when state__group = 'completed' then 'completed' else 'open' end, person.id::text, sum(total)::int
       from alike cross join lateral unnest(case when assignee_ids = '{}' then array[null]::uuid[] else assignee_ids end)
         as person(id)
      where state__group = any(?) group by 1, 2 having sum(total) > 0`,
    bindings([alike, made, [...OPEN, 'completed']]),
  )
  return found
}
