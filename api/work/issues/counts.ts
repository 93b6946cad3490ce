import type { Knex } from 'knex'
import type { IssueTotals } from '#contract/planning/cycles.ts'
import { stateGroups } from '#contract/work/states.ts'

const KINDS = ['issues', 'estimate_points'] as const
const none = () =>
  ({
    sub_issues: 0,
    ...Object.fromEntries(
      KINDS.flatMap(kind => ['total', ...stateGroups].map(group => [`${group}_${kind}`, 0])),
    ),
  }) as IssueTotals

const KEYS = { cycle: 'cycle_id', module: 'unnest(module_ids)' } as const
const TOUCHES = { cycle: 'cycle_id = any(:ids)', module: 'module_ids && :ids' } as const

export type Holding = IssueTotals & { assignee_ids: string[] }

/**
 * What cycles or modules hold, and what that comes to in points; all issues counted, also those that the caller does not
 * see: two queries for any number.
 */
export const holdings = async (
  trx: Knex,
  kind: keyof typeof KEYS,
  ids: string[],
): Promise<(id: string) => Holding> => {
  const held = `select ${KEYS[kind]} as id, state__group, assignee_ids, estimate_point, parent_id from issues
                 where active and ${TOUCHES[kind]}`
  const counted = await trx.raw<{
    rows: { id: string; state__group: string; issues: number; sub_issues: number; estimate_points: number }[]
  }>(
    `select held.id, state__group, count(*)::int as issues, count(parent_id)::int as sub_issues,
            coalesce(sum(points), 0)::float8 as estimate_points
       from (${held}) held left join (
         select p.id, p.value::float8 as points from estimate_points p join estimates e on e.id = p.estimate
          where e.type = 'points' and p.value ~ '^[0-9]+([.][0-9]+|)$'
       ) estimated on estimated.id = held.estimate_point
      group by held.id, state__group`,
    { ids },
  )
  const assigned = await trx.raw<{ rows: { id: string; people: string[] }[] }>(
    `select held.id, array_agg(distinct person) as people
       from (${held}) held, unnest(held.assignee_ids) as person group by held.id`,
    { ids },
  )
  const people = new Map(assigned.rows.map(row => [row.id, row.people]))
  const found = new Map<string, IssueTotals>()
  for (const row of counted.rows) {
    const totals = found.get(row.id) ?? none()
    for (const kind of KINDS)
      for (const group of [row.state__group, 'total'])
        totals[`${group}_${kind}` as keyof IssueTotals] += row[kind]
    totals.sub_issues += row.sub_issues
    found.set(row.id, totals)
  }
  return id => ({ ...(found.get(id) ?? none()), assignee_ids: people.get(id) ?? [] })
}
