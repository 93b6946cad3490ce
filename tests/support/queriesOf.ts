import { setTimeout as wait } from 'node:timers/promises'
import type { TestServer } from './server.ts'

type Query = { sql: string; bindings: unknown[] }

const STILL_MS = 40

/** The questions of the server to its database meanwhile, and for nothing else: reads of earlier changes are waited for. */
const askedBy = async ({ db }: TestServer, ask: () => Promise<unknown>): Promise<Query[]> => {
  let asked: Query[] = []
  const listen = (query: Query) => asked.push(query)
  db.on('query', listen)
  do {
    asked = []
    await wait(STILL_MS)
  } while (asked.length > 0)
  await ask()
  db.off('query', listen)
  return asked
}

/** How many queries the server asks its database meanwhile. */
export const queriesOf = async (server: TestServer, ask: () => Promise<unknown>): Promise<number> =>
  (await askedBy(server, ask)).length

type Plan = {
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: Plan[]
}

const readBy = (plan: Plan, table: string): number =>
  (plan['Relation Name'] === table
    ? (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)) * plan['Actual Loops']
    : 0) + (plan.Plans ?? []).reduce((sum, below) => sum + readBy(below, table), 0)

/** How many rows of a table the database looks at for the server's questions meanwhile: the cost, on any machine. */
export const rowsRead = async (server: TestServer, table: string, ask: () => Promise<unknown>) => {
  const all = await askedBy(server, ask)
  const asked = all.filter(({ sql }) => /^\s*(select|with|\()/i.test(sql) && sql.includes(table))
  let read = 0
  for (const { sql, bindings } of asked) {
    // The driver's own marks: knex would read them as its own.
    const client = await server.db.client.acquireConnection()
    const { rows } = await client.query(`explain (analyze, format json) ${sql}`, bindings)
    await server.db.client.releaseConnection(client)
    read += readBy(rows[0]['QUERY PLAN'][0].Plan, table)
  }
  return Math.round(read)
}
