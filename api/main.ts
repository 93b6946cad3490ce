import type { AddressInfo } from 'node:net'
import { attachCollab } from '../collab-server/attach.ts'
import { claimDataDir, StartError } from './db/dataDir.ts'
import { startEmbedded } from './db/embedded.ts'
import { openDatabase } from './db/knex.ts'
import { migrate } from './db/migrate.ts'
import { createTandem } from './http/server.ts'
import { createLog } from './log.ts'
import { readSettings, type Settings, SettingsError } from './settings.ts'

/** What was started, in order; stopped in the opposite order. */
const stops: (() => Promise<unknown>)[] = []
let stopping: Promise<void> | null = null

const stop = (code: number) => {
  stopping ??= (async () => {
    for (const one of stops.reverse()) await one().catch(error => console.error(String(error)))
    process.exit(code)
  })()
  return stopping
}

const openPostgres = async (settings: Settings, log: ReturnType<typeof createLog>): Promise<string> => {
  if (settings.databaseUrl) return settings.databaseUrl
  const bundled = await startEmbedded({ dataDir: settings.dataDir, log })
  stops.push(bundled.stop)
  return bundled.url
}

const listen = (server: import('node:http').Server, settings: Settings) =>
  new Promise<number>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        error.code === 'EADDRINUSE'
          ? new StartError(`Port ${settings.port} is in use. Stop what uses it, or set another PORT.`)
          : error.code === 'EACCES'
            ? new StartError(`Port ${settings.port} may not be opened by this user. Set a PORT above 1023.`)
            : error,
      ),
    )
    server.listen(settings.port, settings.host, () => resolve((server.address() as AddressInfo).port))
  })

const start = async () => {
  const settings = readSettings(process.env)
  const log = createLog(settings.logLevel)
  stops.push(await claimDataDir(settings.dataDir))
  const databaseUrl = await openPostgres(settings, log)
  const db = openDatabase(databaseUrl)
  stops.push(() => db.destroy())
  try {
    await db.raw('select 1')
  } catch (error) {
    throw new StartError(
      `The database does not answer at DATABASE_URL: ${(error as Error).message || 'connection refused'}.`,
    )
  }
  await migrate(db)
  const tandem = await createTandem({ settings, databaseUrl, db, log, collab: attachCollab })
  stops.push(tandem.close)
  const port = await listen(tandem.server, settings)
  const shown = settings.host === '0.0.0.0' ? 'localhost' : settings.host
  console.log(`Tandem is ready at ${settings.appBaseUrl ?? `http://${shown}:${port}`}`)
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(0))
process.on('uncaughtException', error => {
  console.error(error)
  void stop(1)
})
process.on('unhandledRejection', error => {
  console.error(error)
  void stop(1)
})

start().catch(error => {
  if (error instanceof SettingsError) for (const mistake of error.mistakes) console.error(mistake)
  else console.error(error instanceof StartError ? error.message : error)
  void stop(1)
})
