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

/** More is asked of the database than it gives at present: nothing is wrong, and it may be asked again. */
export class Busy extends Error {}

/** So many statements and transactions wait for a connection of a share at most; the next one is refused at once. */
const MOST_WAITING = 200

// Of a pool: knex makes clients of the same class for parts of its work.
const demands = new WeakMap<object, { waiting: number; held: number }>()
const demandOf = ({ pool }: Knex.Client) => {
  const use = (pool && demands.get(pool)) ?? { waiting: 0, held: 0 }
  if (pool) demands.set(pool, use)
  return use
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

  override async acquireConnection() {
    const use = demandOf(this)
    if (use.waiting >= MOST_WAITING) throw new Busy('too many wait for a connection')
    use.waiting++
    try {
      const connection = await super.acquireConnection()
      use.held++
      return connection
    } catch (error) {
      // With none in use there is none to be had: the database is away.
      const isFull = error instanceof Error && error.name === 'KnexTimeoutError' && use.held > 0
      throw isFull ? new Busy('no connection came free in time', { cause: error }) : error
    } finally {
      use.waiting--
    }
  }

  override releaseConnection(connection: object) {
    demandOf(this).held--
    return super.releaseConnection(connection)
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

/** How many connections each kind of work has at most: none of them waits for another's. */
export const SHARES = { calls: 12, live: 3, texts: 4, jobs: 5 } as const

/** So long a call waits for its turn; what nobody waits for may take its time. Milliseconds. */
const PATIENCE_MS = { call: 5_000, other: 60_000 }

type Share = { size: number; waitMs: number }

const open = (url: string, { size, waitMs }: Share): Db =>
  knex({
    client: OneByOne,
    connection: { connectionString: url, types } as Knex.PgConnectionConfig,
    pool: { min: 0, max: size, idleTimeoutMillis: IDLE_MS },
    acquireConnectionTimeout: waitMs,
    // It would print each broken connection beside our log, which says what came of that.
    log: { warn: () => {}, error: () => {} },
  })

const urls = new WeakMap<Db, string>()
const roots = new WeakMap<Db, Db>()

/** A pool on the database; `size` bounds how many statements run at once. Connections stay until they idle for minutes. */
export const openDatabase = (url: string, size: number = SHARES.calls): Db => {
  const db = open(url, { size, waitMs: PATIENCE_MS.call })
  urls.set(db, url)
  return db
}

/** Connections of their own to the same database, for work that calls do not wait for. To be destroyed by its owner. */
export const shareOf = (db: Db, size: number): Db => {
  const root = rootOf(db)
  const share = open(urls.get(root)!, { size, waitMs: PATIENCE_MS.other })
  roots.set(share, root)
  return share
}

/** The database that a share is of: what is known of one is known of all. */
export const rootOf = (db: Db): Db => roots.get(db) ?? db

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
