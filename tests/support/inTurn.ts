import { until } from './live.ts'
import type { TestServer } from './server.ts'

const waiting = async (server: TestServer) => {
  const found = await server.db.raw(
    `select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return (found.rows as { n: number }[])[0]!.n
}

/**
 * Two calls that meet, the one before the other: the first has done its part and waits for the workspace's log, then the
 * second begins, and both wait. Answers what they answer.
 */
export const inTurn = async <A, B>(
  server: TestServer,
  workspaceId: string,
  first: () => Promise<A>,
  second: () => Promise<B>,
): Promise<[A, B]> => {
  const log = await server.db.transaction()
  await log('change_counters').where('scope_id', workspaceId).forUpdate()
  try {
    const one = first()
    await until(async () => (await waiting(server)) === 1)
    const other = second()
    await until(async () => (await waiting(server)) === 2)
    await log.rollback()
    return await Promise.all([one, other])
  } finally {
    if (!log.isCompleted()) await log.rollback()
  }
}
