/** Remembers what a deleted row let go, for as long as it is deleted: the way back puts that in place again. */
import type { Entity, RowOf } from '#contract/define.ts'
import { fail } from '#contract/errors.ts'
import type { Row } from '#contract/rules.ts'
import { lockRows } from './order.ts'
import { remove, update, type Values } from './rows.ts'
import { isUuid, whereRule } from './visible.ts'
import type { Work } from './work.ts'

// None of these columns is on the wire.
const valuesOf = <E extends Entity>(beside: Row) => beside as Values<E>

/** Columns beside the wire: facts that the ids alone do not say. */
type Beside = Row
/** What a deleted row has besides its columns on the wire. */
export type Deleted = { let_go: string[] } & Beside

/** Deletes a row and remembers what it let go. */
export const removeLetting = async <E extends Entity>(
  work: Work,
  of: E,
  row: RowOf<E>,
  letGo: string[],
  beside: Beside = {},
): Promise<void> => remove(work, of, await update(work, of, row, valuesOf<E>({ let_go: letGo, ...beside })))

/** A deleted row of a project that the caller would see, under lock, with all that it let go. */
export const deletedIn = async <E extends Entity>(
  work: Work,
  of: E,
  projectId: string,
  id: string,
  beside: readonly string[] = [],
): Promise<RowOf<E> & Deleted> => {
  if (!isUuid(id)) return fail('path.notFound')
  const [row] = await lockRows<RowOf<E> & Deleted>(work, of.table, trx =>
    trx(of.table)
      .where({ id, [of.place.project!]: projectId })
      .whereNotNull('deleted_at')
      .where(inner => whereRule(inner, of, of.read, work.viewer))
      .select([...of.columns, 'deleted_at', 'let_go', ...beside]),
  )
  return row ?? fail(of.notFound)
}

/** Takes the deletion back; the caller puts what was let go where it was. */
export const bringBack = <E extends Entity>(
  work: Work,
  of: E,
  row: RowOf<E>,
  patch: Row = {},
): Promise<RowOf<E>> => update(work, of, row, valuesOf<E>({ deleted_at: null, let_go: [], ...patch }))
