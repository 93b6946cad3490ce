import { readdir } from 'node:fs/promises'
import type { Knex } from 'knex'
import type { Db } from './knex.ts'

const folder = new URL('../../migrations/', import.meta.url)

/** Brings the database to the newest shape. Several starting processes wait for one another on knex's own lock. */
export const migrate = async (db: Db) => {
  const names = (await readdir(folder)).filter(name => /^\d{2,3}_.*\.ts$/.test(name))
  names.sort((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10))
  const migrationSource: Knex.MigrationSource<string> = {
    getMigrations: async () => names,
    getMigrationName: name => name,
    getMigration: async name => ({
      up: ((await import(new URL(name, folder).href)) as { up: (db: Knex) => Promise<void> }).up,
      down: async () => {
        throw new Error('migrations only go forward')
      },
    }),
  }
  await db.migrate.latest({ migrationSource })
}
