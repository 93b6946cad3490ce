import type { Knex } from 'knex'
import { isAmong } from '#contract/keys.ts'
import { isActive } from '#contract/lists/issueQuery.ts'
import type { Issue } from '#contract/work/issues.ts'
import type { Note } from './note.ts'

/** The columns of an issue by which issues are counted as they change. */
const PLAIN = ['project_id', 'state_id', 'state__group', 'priority', 'estimate_point', 'has_parent'] as const

/** The kept counts of issues: by these columns alone, and by these and a set of people or labels. */
const TALLIES = [
  { table: 'issue_tallies', set: null },
  { table: 'assignee_tallies', set: 'assignee_ids' },
  { table: 'label_tallies', set: 'label_ids' },
] as const
type Tally = (typeof TALLIES)[number]

/** The table of kept counts that knows all of these columns, the shortest one; null where none does. */
export const tallyOf = (columns: readonly string[]): string | null =>
  TALLIES.find(({ set }) => columns.every(column => column === set || isAmong(PLAIN, column)))?.table ?? null

/** A cell of kept counts, and by how much it changes. */
type Step = Record<string, unknown> & { scope: string; total: number }

const stepsOf = ({ set }: Tally, notes: readonly Note[]): Step[] => {
  const steps = new Map<string, Step>()
  const count = (scope: string, issue: Issue, by: number) => {
    if (!isActive(issue)) return
    const cell = { ...issue, has_parent: issue.parent_id !== null }
    const own: [string, unknown][] = PLAIN.map(name => [name, cell[name]])
    if (set) own.push([set, issue[set]])
    const key = own.join()
    const step = steps.get(key) ?? { ...Object.fromEntries(own), scope, total: 0 }
    step.total += by
    steps.set(key, step)
  }
  for (const { entity, scope, row, before } of notes) {
    if (entity !== 'issue') continue
    if (before) count(scope, { ...row, ...before } as Issue, -1)
    count(scope, row as Issue, 1)
  }
  return [...steps.values()].filter(({ total }) => total !== 0)
}

/** The steps by which a transaction's notes change each of the counts: minus the old row, plus the new one. Null where none changes. */
export const talliesOf = (notes: readonly Note[]): Record<string, Step[]> | null => {
  const all = TALLIES.map(tally => [tally.table, stepsOf(tally, notes)] as const)
  return all.some(([, steps]) => steps.length > 0) ? Object.fromEntries(all) : null
}

const columnsOf = ({ set }: Tally) => [...PLAIN, ...(set ? [set, 'digest'] : [])].join(', ')
// A set may be longer than a key of an index.
const digestOf = (set: string) => `sha256(array_send(${set}))`

const kept = (tally: Tally): string => {
  const { table, set } = tally
  const given = [
    ...PLAIN.map(name => `step.${name}`),
    ...(set ? [`step.${set}`, digestOf(`step.${set}`)] : []),
  ]
  return `${table}_kept as (
    insert into ${table} as kept (${columnsOf(tally)}, total)
      select ${given.join(', ')}, step.total
        from stepped cross join jsonb_to_recordset(stepped.given->'${table}') as step(scope uuid, project_id uuid,
               state_id uuid, state__group text, priority text, estimate_point uuid, has_parent boolean,
               ${set ? `${set} uuid[], ` : ''}total int)
        join counter on counter.scope_id = step.scope
      on conflict on constraint ${table}_once do update set total = kept.total + excluded.total)`
}

/**
 * Adds the steps to the kept counts, as parts of the statement that raises the counters: each row is written under the
 * lock of its workspace’s counter, so that nobody ever waits for one.
 */
export const TALLY = `, stepped as (select :steps::jsonb as given), ${TALLIES.map(kept).join(', ')}`

/** Counts the issues of a project or a workspace anew, after rows were written past the door. */
export const recountTallies = async (
  trx: Knex,
  of: 'project_id' | 'workspace_id',
  id: string,
): Promise<void> => {
  for (const tally of TALLIES) {
    const { table, set } = tally
    await trx.raw('delete from ?? where project_id in (select id from projects where ?? = ?)', [
      table,
      of === 'project_id' ? 'id' : 'workspace',
      id,
    ])
    await trx.raw(
      `insert into ${table} (${columnsOf(tally)}, total)
         select project_id, state_id, state__group, priority, estimate_point, parent_id is not null,
                ${set ? `${set}, ${digestOf(set)}, ` : ''}count(*)
           from issues where active and ?? = ? group by 1, 2, 3, 4, 5, 6${set ? ', 7' : ''}
         -- Work that is done again after a death may meet its first attempt.
         on conflict on constraint ${table}_once do update set total = excluded.total`,
      [of, id],
    )
  }
}

/** Forgets cells that count nothing any more; those that are being written wait for the next time. */
export const forgetEmptyTallies = async (db: Knex): Promise<number> => {
  let forgotten = 0
  for (const { table } of TALLIES) {
    const { rowCount } = await db.raw<{ rowCount: number }>(
      `delete from ?? where ctid = any(array(select ctid from ?? where total = 0 for update skip locked))`,
      [table, table],
    )
    forgotten += rowCount
  }
  return forgotten
}
