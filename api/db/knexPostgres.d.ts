/** The part of knex's own client that we extend; it declares no types for it. */
declare module 'knex/lib/dialects/postgres/index.js' {
  import type { Knex } from 'knex'
  export default class PostgresClient extends Knex.Client {
    _query(connection: object, asked: object): Promise<unknown>
    acquireConnection(): Promise<object>
    releaseConnection(connection: object): Promise<void>
  }
}
