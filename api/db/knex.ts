import knex, { type Knex } from 'knex'
import PostgresClient from 'knex/lib/dialects/postgres/index.js'
import pg from 'pg'

export type Db = Knex

// The wire's forms come straight from the driver: datetimes in UTC with milliseconds, days as text, int8 as number.
const asIs = (value: string) => value
// Reads a plain timestamp (UTC, four-digit year, milliseconds) by its letters: making a date of each took ten times as
// long, most of the work of a long answer.
const isPlain = (value: string) => value.length <= 26 && value[4] === '-' && value.endsWith('+00')
const asDatetime = (value: string) =>
  isPlain(value)
    ? `${value.slice(0, 10)}T${value.slice(11, 19)}.${value.slice(20, -3).padEnd(3, '0')}Z`
    : new Date(value).toISOString()
/** The same form of a datetime where JSON is made in the database. */
export const asDatetimeSql = (column: string) =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
const overrides = new Map<number, (value: string) => unknown>([
  [pg.types.builtins.TIMESTAMPTZ, asDatetime],
  [pg.types.builtins.DATE, asIs],
  [pg.types.builtins.INT8, Number],
])
const types = {
  getTypeParser: (oid: number, format: 'text' | 'binary') =>
    overrides.get(oid) ?? pg.types.getTypeParser(oid, format as 'text'),
}

// Works that share a transaction ask it at the same moment, and the driver wants one statement after another.
const turns = new WeakMap<object, Promise<unknown>>()
class OneByOne extends PostgresClient {
  override _query(connection: object, asked: object) {
    const turn = (turns.get(connection) ?? Promise.resolve()).then(() => super._query(connection, asked))
    turns.set(
      connection,
      turn.catch(() => {}),
    )
    return turn
  }
}

/**
 * A statement that is asked all the time, always with the same text: each connection plans it a few times, not with every
 * call. For those whose plan is the same whatever the values.
 */
export const prepared = <Row>(
  db: Db,
  name: string,
  sql: string,
  bindings: readonly unknown[] | Record<string, unknown>,
) => db.raw<{ rows: Row[] }>(sql, bindings as Knex.RawBinding[]).options({ name })

// PostgreSQL takes up to 60 ms to open a connection where it has work: the next call would wait for it.
const IDLE_MS = 300_000

/** A pool on the database; `size` bounds how many statements run at once. Connections stay until they idle for minutes. */
export const openDatabase = (url: string, size = 16): Db =>
  knex({
    client: OneByOne,
    connection: { connectionString: url, types } as Knex.PgConnectionConfig,
    pool: { min: 0, max: size, idleTimeoutMillis: IDLE_MS },
    acquireConnectionTimeout: 10_000,
    // It would print each broken connection beside our log, which tells what came of that.
    log: { warn: () => {}, error: () => {} },
  })

/** Opens connections side by side, so that the first calls find them. */
export const openConnections = async (db: Db, count: number): Promise<void> => {
  await Promise.all(Array.from({ length: count }, () => db.raw('select 1')))
}

/** Knex's own type knows no lists and queries among the values of a statement, which it takes all the same. */
export function bindings(given: readonly unknown[]): Knex.RawBinding[]
export function bindings(given: Record<string, unknown>): Record<string, Knex.RawBinding>
export function bindings(given: unknown) {
  return given
}
