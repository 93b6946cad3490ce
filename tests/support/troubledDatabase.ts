import type { Db } from '../../api/db/knex.ts'
import { until } from './live.ts'

/** Nobody else reads or writes the text until it is let go. */
export const holdText = async (db: Db, id: string) => {
  const lock = await db.transaction()
  await lock('documents').where('id', id).forUpdate().first('id')
  return () => lock.rollback()
}

/** Calls of this database that wait for somebody's row. */
export const waitingCalls = async (db: Db): Promise<number[]> => {
  const { rows } = await db.raw<{ rows: { pid: number }[] }>(
    `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows.map(row => row.pid)
}

/** Their connections break, as soon as one waits. */
export const cutOffWaiting = async (db: Db) => {
  await until(async () => (await waitingCalls(db)).length > 0)
  for (const pid of await waitingCalls(db)) await db.raw('select pg_terminate_backend(?)', [pid])
}
