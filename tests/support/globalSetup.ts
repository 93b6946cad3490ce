import { randomBytes } from 'node:crypto'
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
    templateName: string
    /** The directory in which servers of this run keep their files; it goes with the run. */
    folder: string
  }
}

/** The same server, another database. */
export const onDatabase = (url: string, name: string) =>
  Object.assign(new URL(url), { pathname: `/${name}` }).href

const bundled = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tandem-pg-'))
  const server = await startEmbedded({
    dataDir: folder,
    log: pino({ level: 'silent' }),
    // Tests prove what is written, not that it survives a power cut.
    tuning: ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=200'],
  })
  return {
    url: server.url,
    stop: async () => {
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** A real PostgreSQL (TEST_DATABASE_URL, or the bundled one) with a migrated template, and a directory for files. */
const begin = async () => {
  const given = process.env.TEST_DATABASE_URL
  const server = given ? { url: given, stop: async () => {} } : await bundled()
  const templateName = `tandem_template_${randomBytes(4).toString('hex')}`
  const admin = openDatabase(server.url, 1)
  await admin.raw(`create database ${templateName}`)
  const template = openDatabase(onDatabase(server.url, templateName), 2)
  await migrate(template)
  await template.destroy()
  const folder = await mkdtemp(join(tmpdir(), 'tandem-run-'))
  const end = async () => {
    // Also the databases of servers that last as long as their process.
    const left = given
      ? await admin('pg_database').whereLike('datname', `${templateName}%`).select('datname')
      : []
    for (const { datname } of left as { datname: string }[])
      await admin.raw('drop database ?? with (force)', [datname])
    await admin.destroy()
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
  return { databaseUrl: server.url, templateName, folder, end }
}

/** Each kind of test reads this file anew; they run in one process. */
const run = globalThis as { tandemRun?: { begun: ReturnType<typeof begin>; users: number } }

/** One for the whole run, whichever kinds of tests it holds; every test file clones a database of its own. */
export const setup = async (project: TestProject) => {
  run.tandemRun ??= { begun: begin(), users: 0 }
  const { tandemRun } = run
  tandemRun.users++
  const { databaseUrl, templateName, folder, end } = await tandemRun.begun
  project.provide('databaseUrl', databaseUrl)
  project.provide('templateName', templateName)
  project.provide('folder', folder)
  return async () => {
    if (--tandemRun.users === 0) await end()
  }
}
