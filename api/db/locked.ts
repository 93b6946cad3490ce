/** Rows that a write is about to change, under lock, in the order that all locks have. */
import type { Knex } from 'knex'
import type { Entity, RowOf } from '#contract/define.ts'
import type { Row } from '#contract/rules.ts'
import { lockRows } from './order.ts'
import { visible, whereRule } from './visible.ts'
import type { Work } from './work.ts'

type Which = Row | ((rows: Knex.QueryBuilder) => void)
/** Rows that are there, rows that were deleted, or both. */
type State = 'live' | 'deleted' | 'any'

export const locked = <E extends Entity>(
  work: Work,
  of: E,
  which: Which,
  state: State = 'live',
): Promise<RowOf<E>[]> =>
  lockRows(work, of.table, trx => {
    const rows = trx(of.table).where(which)
    if (state === 'live') rows.whereNull('deleted_at')
    if (state === 'deleted') rows.whereNotNull('deleted_at')
    return rows.select(of.columns)
  })

/** The first of such rows, where there is one at most. */
export const lockedOne = async <E extends Entity>(
  work: Work,
  of: E,
  which: Which,
  state?: State,
): Promise<RowOf<E> | undefined> => (await locked(work, of, which, state))[0]

/** Rows that exist for the caller. */
export const lockedSeen = <E extends Entity>(work: Work, of: E, which: Which): Promise<RowOf<E>[]> =>
  lockRows(work, of.table, trx => visible(trx, of, work.viewer).where(which))

/** Deleted rows that the caller would see. */
export const lockedGone = <E extends Entity>(work: Work, of: E, which: Which): Promise<RowOf<E>[]> =>
  locked(
    work,
    of,
    rows => rows.where(which).where(inner => whereRule(inner, of, of.read, work.viewer)),
    'deleted',
  )
