import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import { type Db, openDatabase } from '../../api/db/knex.ts'
import { onDatabase } from './globalSetup.ts'
import { until } from './live.ts'

// Connections report the deadlocks they met when they end.
const deadlocksIn = async (admin: Db, datname: string): Promise<number> => {
  await until(async () => (await admin('pg_stat_activity').where({ datname }).first('pid')) === undefined)
  const row = await admin('pg_stat_database').where({ datname }).first<{ deadlocks: string }>('deadlocks')
  return Number(row.deadlocks)
}

/** A database of the caller's own, cloned from the migrated template; there must have been no deadlock in it when it is let go. */
export const createTestDatabase = async (): Promise<{ url: string; db: Db; drop: () => Promise<void> }> => {
  const adminUrl = inject('databaseUrl')
  const name = `${inject('templateName')}_${randomBytes(6).toString('hex')}`
  const admin = openDatabase(adminUrl, 1)
  // Many small files are copied in a tenth of the time that it takes to log them block by block.
  await admin.raw(`create database ${name} template ${inject('templateName')} strategy file_copy`)
  await admin.destroy()
  const url = onDatabase(adminUrl, name)
  const db = openDatabase(url, 16)
  return {
    url,
    db,
    drop: async () => {
      await db.destroy()
      const last = openDatabase(adminUrl, 1)
      const deadlocks = await deadlocksIn(last, name)
      await last.raw(`drop database if exists ${name} with (force)`)
      await last.destroy()
      if (deadlocks > 0) throw new Error(`Transactions waited for each other: ${deadlocks} deadlocks.`)
    },
  }
}
