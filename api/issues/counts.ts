import type { Knex } from 'knex'
import type { IssueCounts } from '#contract/cycles.ts'

const none = (): IssueCounts => ({
  total_issues: 0,
  backlog_issues: 0,
  unstarted_issues: 0,
  started_issues: 0,
  completed_issues: 0,
  cancelled_issues: 0,
})

const KEYS = { cycle: 'cycle_id', module: 'unnest(module_ids)' } as const
const TOUCHES = { cycle: 'cycle_id = any(:ids)', module: 'module_ids && :ids' } as const

export type Holding = IssueCounts & { assignee_ids: string[] }

/** What cycles or modules hold, all issues counted, also those that the caller does not see: two queries for any number. */
export const holdings = async (
  trx: Knex,
  kind: keyof typeof KEYS,
  ids: string[],
): Promise<(id: string) => Holding> => {
  const held = `select ${KEYS[kind]} as id, state__group, assignee_ids from issues where active and ${TOUCHES[kind]}`
  const counted = await trx.raw<{ rows: { id: string; state__group: string; total: number }[] }>(
    `select id, state__group, count(*)::int as total from (${held}) held group by id, state__group`,
    { ids },
  )
  const assigned = await trx.raw<{ rows: { id: string; people: string[] }[] }>(
    `select held.id, array_agg(distinct person) as people
       from (${held}) held, unnest(held.assignee_ids) as person group by held.id`,
    { ids },
  )
  const people = new Map(assigned.rows.map(row => [row.id, row.people]))
  const found = new Map<string, IssueCounts>()
  for (const { id, state__group, total } of counted.rows) {
    const counts = found.get(id) ?? none()
    counts[`${state__group}_issues` as keyof IssueCounts] += total
    counts.total_issues += total
    found.set(id, counts)
  }
  return id => ({ ...(found.get(id) ?? none()), assignee_ids: people.get(id) ?? [] })
}
