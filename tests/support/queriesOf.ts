import type { TestServer } from './server.ts'

/** How many queries the server asks its database meanwhile. */
export const queriesOf = async (server: TestServer, ask: () => Promise<unknown>): Promise<number> => {
  let seen = 0
  const listen = () => seen++
  server.db.on('query', listen)
  await ask()
  server.db.off('query', listen)
  return seen
}

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

/** How many rows of a table the database looks at for what the server asks meanwhile: what it costs, on any machine. */
export const rowsRead = async (server: TestServer, table: string, ask: () => Promise<unknown>) => {
  const asked: { sql: string; bindings: unknown[] }[] = []
  const listen = (query: { sql: string; bindings: unknown[] }) => {
    if (/^\s*(select|with|\()/i.test(query.sql) && query.sql.includes(table)) asked.push(query)
  }
  server.db.on('query', listen)
  await ask()
  server.db.off('query', listen)
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
