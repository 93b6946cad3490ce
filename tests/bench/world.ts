import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { startEmbedded } from '../../api/db/embedded.ts'
import { type Db, openDatabase } from '../../api/db/knex.ts'
import { migrate } from '../../api/db/migrate.ts'
import { createTandem } from '../../api/http/tandem.ts'
import { readSettings } from '../../api/settings.ts'
import { attachCollab } from '../../collab-server/attach.ts'
import { build } from '../support/build.ts'

export type BenchWorld = {
  origin: string
  db: Db
  url: string
  dataDir: string
  fileSizeLimit: number
  make: ReturnType<typeof build>
  team: Awaited<ReturnType<ReturnType<typeof build>['team']>>
  close: () => Promise<void>
}

const off = ['AUTH', 'AUTH_FAILURES', 'ANONYMOUS', 'TOKEN', 'SESSION'].map(name => [
  `RATE_LIMIT_${name}`,
  '0',
])

/** A server as it runs by default, durable, with rate limits off, and a team to work with. */
export const world = async (): Promise<BenchWorld> => {
  const folder = await mkdtemp(join(tmpdir(), 'tandem-bench-'))
  const log = pino({ level: 'silent' })
  const postgres = await startEmbedded({ dataDir: folder, log })
  const db = openDatabase(postgres.url)
  await migrate(db)
  const settings = readSettings({
    ...Object.fromEntries(off),
    DATA_DIR: folder,
    FILE_SIZE_LIMIT: '100000000',
    PRIVATE_HOSTS: '127.0.0.1',
  })
  const tandem = await createTandem({ settings, databaseUrl: postgres.url, db, log, collab: attachCollab })
  await new Promise<void>(resolve => tandem.server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(tandem.server.address() as AddressInfo).port}`
  const make = build({ origin, db, url: postgres.url, dataDir: folder })
  return {
    origin,
    db,
    url: postgres.url,
    dataDir: folder,
    fileSizeLimit: settings.fileSizeLimit,
    make,
    team: await make.team(),
    close: async () => {
      await tandem.close()
      await db.destroy()
      await postgres.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
