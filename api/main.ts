import { flushCompileCache } from 'node:module'
import { setFlagsFromString } from 'node:v8'
import pg from 'pg'
import { codeOf, messageOf } from '#contract/messageOf.ts'
import { claimDataDir, StartError } from './db/dataDir.ts'
import { startEmbedded } from './db/embedded.ts'
import { createLog } from './log.ts'
import { readSettings, type Settings, SettingsError } from './settings.ts'

// Texts and bodies leave garbage in large pieces. By its own measure V8 would collect all after every few of them, and again
// after every 64 MB of their bytes, in pauses of 10 to 30 ms that every call waits for. It may let both, together about 80 MB
// when kept, grow to four times that instead. Once there is next to no work, V8 gives memory back: that is left to do all it can,
// for what it would only empty it keeps in a pool of its own, and a server that was busy once would hold that for ever.
setFlagsFromString('--heap-growing-percent=300')
setFlagsFromString('--external-memory-accounted-in-global-limit')

/** The started parts, in order; they stop in the opposite order. */
const stops: (() => Promise<unknown>)[] = []
let stopping: Promise<void> | null = null

/** Long enough to store every open document; then we end anyway, and PostgreSQL ends with us. */
const STOP_WITHIN_MS = 20_000

const stop = (code: number) => {
  stopping ??= (async () => {
    setTimeout(() => process.exit(code || 1), STOP_WITHIN_MS).unref()
    for (const one of stops.reverse()) await one().catch(error => console.error(String(error)))
    process.exit(code)
  })()
  return stopping
}

const openPostgres = async (settings: Settings, log: ReturnType<typeof createLog>): Promise<string> => {
  if (settings.databaseUrl) return settings.databaseUrl
  const bundled = await startEmbedded({
    dataDir: settings.dataDir,
    log,
    onExit: said => {
      console.error(`The bundled PostgreSQL ended by itself. ${said}`)
      void stop(1)
    },
  })
  stops.push(bundled.stop)
  return bundled.url
}

const reach = async (url: string) => {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  try {
    await client.connect()
    await client.end()
  } catch (error) {
    const why = messageOf(error) || codeOf(error)
    throw new StartError(`The database does not answer at DATABASE_URL: ${why}.`)
  }
}

const start = async () => {
  const settings = readSettings(process.env)
  const log = createLog(settings.logLevel)
  // It belonged to one connection or request, which has ended with it: the others go on.
  process.on('unhandledRejection', error => log.error({ err: error }, 'a failure that nobody awaited'))
  stops.push(await claimDataDir(settings.dataDir))
  // Most of the program is loaded while PostgreSQL starts, or is made: neither waits for the other.
  const loading = import('./running.ts')
  loading.catch(() => {})
  const databaseUrl = await openPostgres(settings, log)
  await reach(databaseUrl)
  const port = await (await loading).run({ settings, databaseUrl, log, stops })
  const shown = settings.host === '0.0.0.0' ? 'localhost' : settings.host
  console.log(`Tandem is ready at ${settings.appBaseUrl ?? `http://${shown}:${port}`}`)
  // Where npm start lets Node keep what it has compiled, the next start finds it, even if this process is killed.
  flushCompileCache()
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(0))
process.on('uncaughtException', error => {
  console.error(error)
  void stop(1)
})

start().catch(error => {
  if (error instanceof SettingsError) for (const mistake of error.mistakes) console.error(mistake)
  else console.error(error instanceof StartError ? error.message : error)
  void stop(1)
})
