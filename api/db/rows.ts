import { v7 } from 'uuid'
import type { Entity, Patch, RowOf } from '#contract/define.ts'
import type { Row } from '#contract/rules.ts'
import { note, type Work } from './work.ts'

/** Values for columns of the entity, and for columns beside the wire such as a password's hash. */
export type Values<E extends Entity> = Patch<RowOf<E>> & Row

/** A value for a jsonb column of a new row. The driver would write a list as an array of SQL. */
class Json<Value> {
  readonly value: Value
  constructor(value: Value) {
    this.value = value
  }
  /** Asked for by the driver. */
  toPostgres = () => JSON.stringify(this.value)
}
export const asJson = <Value>(value: Value) => new Json(value)

/** Values of a new row. */
export type NewValues<E extends Entity> = {
  [Name in keyof RowOf<E>]?: RowOf<E>[Name] | Json<RowOf<E>[Name]> | undefined
} & Row

const columnsOf = (of: Entity) => of.columns.map(name => `${of.table}.${name}`)

/** The id of a row that is about to be made: the mutation's when it is the one that the call creates, otherwise a new UUIDv7. */
export const newId = (work: Work, of: Entity): string => {
  if (work.mutationId === null || work.creates !== of) return v7()
  work.creates = null
  return work.mutationId
}

type Options = { announce?: boolean }

/** Writes new rows, which may be of several works of one transaction: one statement, answered in the order given. */
export const insertAll = async <E extends Entity>(
  of: E,
  given: { work: Work; values: NewValues<E> }[],
  { announce = true }: Options = {},
): Promise<RowOf<E>[]> => {
  if (given.length === 0) return []
  const rows = given.map(({ work, values }) => ({
    id: values.id ?? newId(work, of),
    created_at: work.now,
    updated_at: work.now,
    created_by: work.viewer.id || null,
    updated_by: work.viewer.id || null,
    ...values,
  }))
  const written = (await given[0]!.work.trx(of.table).insert(rows).returning(columnsOf(of))) as Row[]
  const byId = new Map(written.map(row => [row.id, row]))
  const result = rows.map(({ id }) => byId.get(id)!)
  if (announce)
    for (const [at, { work }] of given.entries()) await note(work, of, 'create', result[at]!, null)
  return result as RowOf<E>[]
}

/** Writes a new row. */
export const insert = async <E extends Entity>(
  work: Work,
  of: E,
  values: NewValues<E>,
  options?: Options,
): Promise<RowOf<E>> => (await insertAll(of, [{ work, values }], options))[0]!

const same = (a: unknown, b: unknown) => a === b || JSON.stringify(a) === JSON.stringify(b)

/** A row as the caller has loaded it under lock, and the patch to write. */
export type Change<E extends Entity> = { before: RowOf<E>; patch: Values<E> }

// One statement for any number of rows: a column that one row changes is written to all, to the others with its old
// value.
const write = async <E extends Entity>(
  work: Work,
  of: E,
  op: 'update' | 'delete',
  given: Change<E>[],
): Promise<RowOf<E>[]> => {
  if (given.length === 0) return []
  const columns = [...new Set(given.flatMap(({ patch }) => Object.keys(patch)))]
  const records = given.map(({ before, patch }) => {
    const old = before as Row
    const value = (name: string) => {
      if (name in patch) return (patch as Row)[name]
      if (!(name in old)) throw new Error(`${of.table}.${name} of a row is not known`)
      return old[name]
    }
    return Object.fromEntries([['id', old.id], ...columns.map(name => [name, value(name)])])
  })
  const { rows } = await work.trx.raw<{ rows: Row[] }>(
    `update ${of.table} set ${columns.map(name => `"${name}" = given."${name}", `).join('')}
            revision = ${of.table}.revision + 1, updated_at = ?, updated_by = ?
       from jsonb_populate_recordset(null::${of.table}, ?::jsonb) as given
      where ${of.table}.id = given.id returning ${of.columns.map(name => `${of.table}."${name}"`).join(', ')}`,
    [work.now, work.viewer.id || null, JSON.stringify(records)],
  )
  const written = new Map(rows.map(row => [row.id as string, row]))
  const result: RowOf<E>[] = []
  for (const { before } of given) {
    const row = written.get((before as Row).id as string)!
    await note(work, of, op, row, before as Row)
    result.push(row as RowOf<E>)
  }
  return result
}

const differences = <E extends Entity>({ before, patch }: Change<E>): Values<E> =>
  Object.fromEntries(
    Object.entries(patch).filter(
      ([name, value]) => value !== undefined && !same((before as Row)[name], value),
    ),
  ) as Values<E>

/**
 * Changes rows that the caller has loaded under lock. Writes only real differences, and of a row without any nothing at
 * all, not even a revision. Answers the rows in the order given.
 */
export const updateAll = async <E extends Entity>(
  work: Work,
  of: E,
  given: Change<E>[],
): Promise<RowOf<E>[]> => {
  const real = given
    .map(change => ({ before: change.before, patch: differences(change) }))
    .filter(({ patch }) => Object.keys(patch).length > 0)
  const written = await write(work, of, 'update', real)
  const byId = new Map(written.map(row => [(row as Row).id, row]))
  return given.map(({ before }) => byId.get((before as Row).id) ?? before)
}

export const update = async <E extends Entity>(
  work: Work,
  of: E,
  before: RowOf<E>,
  patch: Values<E>,
): Promise<RowOf<E>> => (await updateAll(work, of, [{ before, patch }]))[0]!

/** Soft-deletes rows: they are gone for everyone, kept until they are purged. */
export const removeAll = async <E extends Entity>(work: Work, of: E, rows: RowOf<E>[]): Promise<void> => {
  const gone: Row = { deleted_at: work.now }
  await write(
    work,
    of,
    'delete',
    rows.map(before => ({ before, patch: gone as Values<E> })),
  )
}

export const remove = <E extends Entity>(work: Work, of: E, before: RowOf<E>): Promise<void> =>
  removeAll(work, of, [before])

/** Raises revision and `updated_at` of a row whose columns did not change but something that belongs to it did. */
export const touch = async <E extends Entity>(work: Work, of: E, before: RowOf<E>): Promise<RowOf<E>> =>
  (await write(work, of, 'update', [{ before, patch: {} as Values<E> }]))[0]!
