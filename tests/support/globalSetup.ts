import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import type { TestProject } from 'vitest/node'
import { startEmbedded } from '../../api/db/embedded.ts'
import { openDatabase } from '../../api/db/knex.ts'
import { migrate } from '../../api/db/migrate.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    databaseUrl: string
  }
}

export const TEMPLATE = 'tandem_template'

/** One real PostgreSQL for the run, with a migrated template; every test file clones a database of its own. */
export const setup = async (project: TestProject) => {
  const folder = await mkdtemp(join(tmpdir(), 'tandem-pg-'))
  const server = await startEmbedded({
    dataDir: folder,
    log: pino({ level: 'silent' }),
    // Tests prove what is written, not that it survives a power cut.
    tuning: ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=200'],
  })
  const admin = openDatabase(server.url, 1)
  await admin.raw(`create database ${TEMPLATE}`)
  await admin.destroy()
  const template = openDatabase(server.url.replace(/\/tandem$/, `/${TEMPLATE}`), 2)
  await migrate(template)
  await template.destroy()
  project.provide('databaseUrl', server.url)
  return async () => {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
