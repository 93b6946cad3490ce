import { pino } from 'pino'
import { messageOf } from '#contract/messageOf.ts'
import { claimDataDir } from '../api/db/dataDir.ts'
import { startEmbedded } from '../api/db/embedded.ts'
import { type Db, openDatabase } from '../api/db/knex.ts'
import { migrate } from '../api/db/migrate.ts'
import { deriveWith } from '../api/db/work.ts'
import { derivations } from '../api/derivations.ts'
import { readSettings, type Settings } from '../api/settings.ts'
import { ensureInstance } from '../api/workspace/instance/setUp.service.ts'

/** Runs something on the installation's database: DATABASE_URL, or the bundled one while no server runs on DATA_DIR. */
export const withDatabase = async (act: (db: Db, settings: Settings) => Promise<void>) => {
  const settings = readSettings(process.env)
  const stops: (() => Promise<unknown>)[] = []
  try {
    let url = settings.databaseUrl
    if (!url) {
      stops.push(await claimDataDir(settings.dataDir))
      const bundled = await startEmbedded({ dataDir: settings.dataDir, log: pino({ level: 'silent' }) })
      stops.push(bundled.stop)
      url = bundled.url
    }
    const db = openDatabase(url)
    stops.push(() => db.destroy())
    deriveWith(db, derivations)
    await migrate(db)
    await ensureInstance(db)
    await act(db, settings)
  } catch (error) {
    console.error(messageOf(error))
    process.exitCode = 1
  } finally {
    for (const stop of stops.reverse()) await stop()
  }
}
