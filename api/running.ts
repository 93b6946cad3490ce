/** What is on the database: its newest shape, http, sockets and jobs. Most of the program is loaded with this. */
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Logger } from 'pino'
import { attachCollab } from '../collab-server/attach.ts'
import { StartError } from './db/dataDir.ts'
import { openConnections, openDatabase } from './db/knex.ts'
import { migrate } from './db/migrate.ts'
import { createTandem } from './http/tandem.ts'
import { startJobs } from './jobs/schedule.ts'
import type { Settings } from './settings.ts'

/** Calls that come side by side right after the start. */
const READY_CONNECTIONS = 4

const listen = (server: Server, settings: Settings) =>
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

/** Starts all of it, and answers the port; `stops` gains its parts, in order. */
export const run = async (options: {
  settings: Settings
  databaseUrl: string
  log: Logger
  stops: (() => Promise<unknown>)[]
}): Promise<number> => {
  const { settings, databaseUrl, log, stops } = options
  const db = openDatabase(databaseUrl)
  stops.push(() => db.destroy())
  await migrate(db)
  const opening = openConnections(db, READY_CONNECTIONS)
  const tandem = await createTandem({ settings, databaseUrl, db, log, collab: attachCollab })
  stops.push(tandem.close)
  const jobs = await startJobs({ db, url: databaseUrl, settings, log })
  stops.push(jobs.stop)
  await opening
  return await listen(tandem.server, settings)
}
