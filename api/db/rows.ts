import { v7 } from 'uuid'
import type { Entity, RowOf } from '#contract/define.ts'
import type { Row } from '#contract/permissions.ts'
import { note, type Work } from './work.ts'

/** Values for columns of the entity, and for columns beside the wire such as a password's hash. */
type Values<E extends Entity> = Partial<RowOf<E>> & Row

const columnsOf = (of: Entity) => of.columns.map(name => `${of.table}.${name}`)

/** Writes a new row. Its id is the mutation's when the call creates this one row, otherwise a new UUIDv7. */
export const insert = async <E extends Entity>(
  work: Work,
  of: E,
  values: Values<E>,
  { announce = true } = {},
): Promise<RowOf<E>> => {
  const [row] = (await work
    .trx(of.table)
    .insert({
      id: v7(),
      created_at: work.now,
      updated_at: work.now,
      created_by: work.viewer.id || null,
      updated_by: work.viewer.id || null,
      ...values,
    })
    .returning(columnsOf(of))) as Row[]
  if (announce) await note(work, of, 'create', row!, null)
  return row as RowOf<E>
}

const same = (a: unknown, b: unknown) => a === b || JSON.stringify(a) === JSON.stringify(b)

/**
 * Changes a row that the caller has loaded under lock. Writes only real differences, and nothing at all, not even a
 * revision, when there are none.
 */
export const update = async <E extends Entity>(
  work: Work,
  of: E,
  before: RowOf<E>,
  patch: Values<E>,
): Promise<RowOf<E>> => {
  const old = before as Row
  const changed = Object.entries(patch).filter(
    ([name, value]) => value !== undefined && !same(old[name], value),
  )
  if (changed.length === 0) return before
  const [row] = (await work
    .trx(of.table)
    .where('id', old.id as string)
    .update({
      ...Object.fromEntries(changed),
      revision: work.trx.raw('revision + 1'),
      updated_at: work.now,
      updated_by: work.viewer.id || null,
    })
    .returning(columnsOf(of))) as Row[]
  await note(work, of, 'update', row!, old)
  return row as RowOf<E>
}

/** Soft-deletes a row: it is gone for everyone, kept until it is purged. */
export const remove = async <E extends Entity>(work: Work, of: E, before: RowOf<E>): Promise<void> => {
  const [row] = (await work
    .trx(of.table)
    .where('id', (before as Row).id as string)
    .update({
      deleted_at: work.now,
      updated_at: work.now,
      updated_by: work.viewer.id || null,
      revision: work.trx.raw('revision + 1'),
    })
    .returning(columnsOf(of))) as Row[]
  await note(work, of, 'delete', row!, before as Row)
}

/** Raises revision and `updated_at` of a row whose columns did not change but something that belongs to it did. */
export const touch = async <E extends Entity>(work: Work, of: E, before: RowOf<E>): Promise<RowOf<E>> => {
  const [row] = (await work
    .trx(of.table)
    .where('id', (before as Row).id as string)
    .update({
      updated_at: work.now,
      updated_by: work.viewer.id || null,
      revision: work.trx.raw('revision + 1'),
    })
    .returning(columnsOf(of))) as Row[]
  await note(work, of, 'update', row!, before as Row)
  return row as RowOf<E>
}
