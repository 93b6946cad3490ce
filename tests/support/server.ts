import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { pino } from 'pino'
import { inject, onTestFinished } from 'vitest'
import { secret } from '../../api/db/dataDir.ts'
import type { Db } from '../../api/db/knex.ts'
import { openSeal } from '../../api/db/seal.ts'
import type { Outgoing } from '../../api/http/outgoing.ts'
import type { Patience } from '../../api/http/patience.ts'
import { createTandem } from '../../api/http/tandem.ts'
import { notifier } from '../../api/jobs/notify.ts'
import { startMails } from '../../api/jobs/sendMails.ts'
import { startPushes } from '../../api/jobs/sendPushes.ts'
import { startWebhooks, webhookReader } from '../../api/jobs/sendWebhooks.ts'
import { searchReader, startFilling } from '../../api/lists/search/entries.ts'
import { startReader } from '../../api/live/reader.ts'
import { createStops } from '../../api/mail/stops.ts'
import { openPushKeys } from '../../api/people/notifications/pushKeys.ts'
import { readSettings } from '../../api/settings.ts'
import { openConfiguration } from '../../api/workspace/instance/configuration.service.ts'
import { attachCollab } from '../../collab-server/attach.ts'
import type { StorePause, TextOptions } from '../../collab-server/openTexts.ts'
import { createTestDatabase } from './database.ts'
import { shared } from './sharedOrigin.ts'

export type TestServer = { origin: string; db: Db; url: string; dataDir: string }

const quiet = {
  RATE_LIMIT_AUTH: '0',
  RATE_LIMIT_AUTH_FAILURES: '0',
  RATE_LIMIT_ANONYMOUS: '0',
  RATE_LIMIT_TOKEN: '0',
  RATE_LIMIT_SESSION: '0',
}

const openServer = async (
  env: Record<string, string>,
  log = pino({ level: process.env.TEST_LOG ?? 'silent' }),
  {
    mails = false,
    notifying = false,
    searching = false,
    pushes = false,
    webhooks = false,
    clock,
    storePause,
    ...more
  }: {
    patience?: Patience
    mails?: boolean
    notifying?: boolean
    searching?: boolean
    pushes?: boolean
    /** Makes and sends deliveries; what they wait for takes a thousandth of its time. */
    webhooks?: boolean | { client: Outgoing }
    /** By which quiet hours are judged. */
    clock?: () => Date
    storePause?: StorePause
  } = {},
) => {
  const { url, db, drop } = await createTestDatabase()
  const dataDir = await mkdtemp(join(inject('folder'), 'files-'))
  const settings = readSettings({ ...quiet, DATA_DIR: dataDir, ...env })
  /** One who sends mails, as each process of the program is. */
  const another = async () => {
    const configured = await openConfiguration({ db, settings, log })
    const stops = createStops(await secret(dataDir, 'mails'))
    return startMails({ db, settings, configured, stops, log, pollMs: 50, ...(clock ? { clock } : {}) })
  }
  /** One who shows people in their browsers what they are notified of, without a pause before it. */
  const anotherPusher = async () => {
    const configured = await openConfiguration({ db, settings, log })
    const keys = await openPushKeys({ db, dataDir, log })
    return startPushes({
      db,
      settings,
      configured,
      keys,
      log,
      waitMs: 0,
      pollMs: 20,
      pauses: [0.01, 0.01, 0.01],
      ...(clock ? { clock } : {}),
    })
  }
  const anotherSender = async (client?: Outgoing) => {
    const seal = await openSeal(dataDir)
    return startWebhooks({ db, settings, seal, log, pollMs: 20, haste: 0.001, ...(client ? { client } : {}) })
  }
  const open = async (port: number) => {
    const made = await createTandem({
      settings,
      databaseUrl: url,
      db,
      log,
      checkAnswers: true,
      collab: (options: TextOptions) => attachCollab({ ...options, ...(storePause ? { storePause } : {}) }),
      ...more,
    })
    await new Promise<void>(resolve => made.server.listen(port, '127.0.0.1', resolve))
    const beside = [
      ...(mails ? [await another()] : []),
      ...(pushes ? [await anotherPusher()] : []),
      ...(notifying ? [startReader(notifier, { db, log })] : []),
      ...(webhooks
        ? [
            startReader(webhookReader, { db, log }),
            await anotherSender(typeof webhooks === 'object' ? webhooks.client : undefined),
          ]
        : []),
      ...(searching ? [startReader(searchReader, { db, log }), startFilling({ db, log })] : []),
    ]
    const close = async () => {
      for (const one of beside) await one.stop()
      await made.close()
    }
    return { ...made, close }
  }
  let tandem = await open(0)
  const { port } = tandem.server.address() as AddressInfo
  const origin = `http://127.0.0.1:${port}`
  /** Ends the server and starts another at the same address on the same database, after a while without any. */
  const restart = async (away = 0, meanwhile: () => Promise<unknown> = async () => {}) => {
    await tandem.close()
    await meanwhile()
    await new Promise(resolve => setTimeout(resolve, away))
    tandem = await open(port)
  }
  /** Another server on the same database. */
  const beside = async () => {
    const other = await open(0)
    return { origin: `http://127.0.0.1:${(other.server.address() as AddressInfo).port}`, close: other.close }
  }
  let closed = false
  const close = async () => {
    if (closed) return
    closed = true
    await tandem.close()
    await drop()
    await rm(dataDir, { recursive: true, force: true })
  }
  return { origin, db, url, dataDir, close, restart, beside, another, anotherPusher, anotherSender }
}

const running = new Set<() => Promise<void>>()

/** Ends the servers that the tests of a file have left. */
export const closeServers = async () => {
  const all = [...running]
  running.clear()
  await Promise.all(all.map(close => close()))
}

/** A real server on a port and a database of its own. Every answer is held against its schema. */
export const startServer = async (
  env: Record<string, string> = {},
  log?: Parameters<typeof openServer>[1],
  more?: Parameters<typeof openServer>[2],
) => {
  const made = await openServer(env, log, more)
  running.add(made.close)
  // Outside of a test this is refused, or given to one that is over: there the server lasts as long as its file.
  try {
    onTestFinished(made.close)
  } catch {}
  return made
}

let ours: Promise<TestServer> | null = null

/**
 * The one server of a test process, for tests that bring a team of their own and leave the rest alone. A browser that
 * comes to it again still has the program.
 */
export const sharedServer = async (): Promise<TestServer> => {
  ours ??= openServer({}, undefined, { storePause: { ms: 60, most: 250 } })
  const server = await ours
  shared.origin = server.origin
  return server
}
