/**
 * The one order of locks. A transaction waits for rows only while it holds none that come later in the order. Other rows
 * it takes if they are free; if not, all is undone and begins again with these as its first locks. So two transactions
 * never wait for each other, in whatever order their services ask.
 */
import type { Knex } from 'knex'
import { codeOf } from '#contract/messageOf.ts'
import type { Row } from '#contract/rules.ts'

const FIRST = [
  'workspaces',
  'projects',
  'cycles',
  'modules',
  'estimates',
  'estimate_points',
  'states',
  'labels',
  'issues',
]
/** All other tables come between these, by name; the counters come last, and the log alone takes them. */
const LAST = ['documents', 'cycle_progress', 'module_progress']

const rankOf = (table: string): string => {
  const place = (tables: string[]) => String(tables.indexOf(table)).padStart(2, '0')
  if (FIRST.includes(table)) return `1 ${place(FIRST)}`
  return LAST.includes(table) ? `3 ${place(LAST)}` : `2 ${table}`
}

/** To change rows, or to keep others from changing them: a reference to a row that is being changed waits for neither. */
type Mode = 'change' | 'keep'
const CLAUSE = { change: 'for no key update', keep: 'for share' } as const

type Ids = (trx: Knex) => PromiseLike<string[]>
/** Locks to begin with: rows of a table, or a turn. */
export type Need = { table: string; mode: Mode; ids: Ids } | { turn: string }
/** How far in the order the locks of a transaction have come. */
export type Locks = { reached: string }
type Holder = { trx: Knex; locks: Locks }

/** Another transaction holds what this one may not wait for. */
export class OutOfOrder extends Error {
  readonly need: Need
  constructor(need: Need) {
    super('locks out of order')
    this.need = need
  }
}

const NOT_AVAILABLE = '55P03'

const inOrder = async <T>(
  { locks }: Pick<Holder, 'locks'>,
  rank: string,
  need: Need,
  run: (mayWait: boolean) => PromiseLike<T>,
): Promise<T> => {
  const mayWait = rank > locks.reached
  if (mayWait) locks.reached = rank
  try {
    return await run(mayWait)
  } catch (error) {
    throw codeOf(error) === NOT_AVAILABLE ? new OutOfOrder(need) : error
  }
}

/** The rows of a table that a query finds, under lock, by id. */
export const lockRows = <R = Row>(
  holder: Holder,
  table: string,
  find: (trx: Knex) => Knex.QueryBuilder,
  mode: Mode = 'change',
): Promise<R[]> => {
  const id = `${table}.id`
  const ids: Ids = trx => find(trx).clearSelect().pluck(id)
  return inOrder(holder, rankOf(table), { table, mode, ids }, async mayWait => {
    const rows = find(holder.trx).clearOrder().orderBy(id)
    const locking = mode === 'change' ? rows.forNoKeyUpdate(table) : rows.forShare(table)
    return (await (mayWait ? locking : locking.noWait())) as R[]
  })
}

/** The same by a statement of its own, which ends with the clause that it is given; `ids` finds the rows without locks. */
export const lockBy = <T>(
  holder: Pick<Holder, 'locks'>,
  { table, mode, ids }: { table: string; mode: Mode; ids: Ids },
  run: (clause: string) => PromiseLike<T>,
): Promise<T> =>
  inOrder(holder, rankOf(table), { table, mode, ids }, mayWait =>
    run(`${CLAUSE[mode]} of ${table}${mayWait ? '' : ' nowait'}`),
  )

/** Calls that give the same key take turns: until the end of the transaction. */
export const takeTurn = (holder: Holder, turn: string): Promise<void> =>
  inOrder(holder, `0 ${turn}`, { turn }, async mayWait => {
    const lock = mayWait ? 'pg_advisory_xact_lock' : 'pg_try_advisory_xact_lock'
    const { rows } = await holder.trx.raw<{ rows: { taken: unknown }[] }>(
      `select ${lock}(hashtextextended(?, 0)) as taken`,
      [turn],
    )
    if (rows[0]?.taken === false) throw new OutOfOrder({ turn })
  })

/** The locks of a new transaction: first those which an earlier attempt was missing, in order. */
export const beginLocks = async (trx: Knex, needs: readonly Need[]): Promise<Locks> => {
  const holder: Holder = { trx, locks: { reached: '' } }
  const turns = needs.flatMap(need => ('turn' in need ? need.turn : []))
  for (const turn of [...new Set(turns)].sort()) await takeTurn(holder, turn)
  const ofTables = Map.groupBy(
    needs.flatMap(need => ('table' in need ? need : [])),
    ({ table }) => table,
  )
  for (const table of [...ofTables.keys()].sort((a, b) => (rankOf(a) < rankOf(b) ? -1 : 1))) {
    const wanted = ofTables.get(table)!
    const ids = (await Promise.all(wanted.map(need => need.ids(trx)))).flat()
    const mode = wanted.some(need => need.mode === 'change') ? 'change' : 'keep'
    await lockRows(holder, table, rows => rows(table).whereIn('id', ids).select('id'), mode)
  }
  return holder.locks
}
