import { createServer, type Server as HttpServer, type IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import Router from '@koa/router'
import type { Logger } from 'pino'
import { Refusal } from '#contract/errors.ts'
import { allRoutes } from '#contract/index.ts'
import { INSTANCE_LINE } from '#contract/workspace/instance.ts'
import { secret } from '../db/dataDir.ts'
import { type Db, SHARES, shareOf } from '../db/knex.ts'
import { openSeal } from '../db/seal.ts'
import { deriveWith } from '../db/work.ts'
import { derivations } from '../derivations.ts'
import { openFiles } from '../files/open.ts'
import { type Feeds, startFeeds } from '../live/feeds.ts'
import { startInstanceLine } from '../live/instanceLine.ts'
import { startPresence } from '../live/presence.ts'
import { startLive } from '../live/socket.ts'
import { startWake } from '../live/wake.ts'
import { startWays, type Ways } from '../live/ways.ts'
import { createStops } from '../mail/stops.ts'
import { createEntrance } from '../people/auth/entrance.ts'
import { openPushKeys } from '../people/notifications/pushKeys.ts'
import type { Settings } from '../settings.ts'
import { endThreads } from '../text/documents/threads.ts'
import { facesOf } from '../v1/faces.ts'
import { openConfiguration } from '../workspace/instance/configuration.service.ts'
import { ensureInstance } from '../workspace/instance/setUp.service.ts'
import { takeUpGrants } from '../workspace/invitations/grants.ts'
import { addressOf } from './address.ts'
import { createAdmission } from './admission.ts'
import { createApp } from './app.ts'
import { isAway, logAway } from './away.ts'
import { type Callers, createCallers } from './callers.ts'
import type { Settle } from './mount.ts'
import * as mounts from './mounts.ts'
import { type OriginRules, originSeenBy } from './origin.ts'
import { cutStandstills, PATIENCE, type Patience, timeoutsOf } from './patience.ts'
import type { Server, Upgrade } from './server.ts'
import { tokenOf } from './session.ts'
import { staticFirst } from './staticFirst.ts'

export type Tandem = { server: HttpServer; close(): Promise<void> }

/** Takes upgrades on paths of its own; false leaves the socket to others. Rejects when it knows nobody of that name. */
export type UpgradeTaker = (upgrade: Upgrade) => Promise<boolean>

/** The parts of the api that the collab server works with. */
export type CollabParts = {
  db: Db
  feeds: Feeds
  ways: Ways
  log: Logger
  redisUrl: string | null
  tokenInQuery: boolean
  callers: Callers
}

/** Given by the composition, so that the collab server may also run apart. */
export type AttachCollab = (parts: CollabParts) => Promise<{
  handleUpgrade: UpgradeTaker
  settle: Settle
  close(): Promise<void>
}>

const refuseUpgrade = (socket: Duplex, status: string) => {
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}

const failUpgrade = (socket: Duplex, log: Logger, error: unknown) => {
  if (error instanceof Refusal)
    return refuseUpgrade(socket, error.status === 429 ? '429 Too Many Requests' : '401 Unauthorized')
  if (isAway(error)) {
    logAway(log, error)
    return refuseUpgrade(socket, '503 Service Unavailable')
  }
  log.error({ err: error }, 'a socket could not be opened')
  socket.destroy()
}

// A browser sends Origin with every socket; a cookie's socket from a foreign page is refused (it would read as the user).
const originAdmitted = (request: IncomingMessage, rules: OriginRules) => {
  const { origin } = request.headers
  return (
    !origin ||
    tokenOf(request) !== null ||
    rules.allowed.includes(origin) ||
    origin === originSeenBy(request, rules)
  )
}

export const createTandem = async (options: {
  settings: Settings
  databaseUrl: string
  db: Db
  log: Logger
  checkAnswers?: boolean
  collab?: AttachCollab
  patience?: Patience
}): Promise<Tandem> => {
  const { settings, db, log } = options
  const router = new Router({ sensitive: true })
  const origins = { allowed: settings.corsAllowedOrigins, trustProxy: settings.trustProxy }
  const browserSecret = await secret(settings.dataDir, 'browsers')
  const seal = await openSeal(settings.dataDir)
  const callers = createCallers({ db, settings })
  const entered = takeUpGrants({ db, seal, origins })
  const admit = createAdmission({ db, log, settings, callers, entered })
  const shared: Server = {
    settings,
    db,
    log,
    router,
    origins,
    seal,
    stops: createStops(await secret(settings.dataDir, 'mails')),
    files: await openFiles(settings),
    configured: await openConfiguration({ db, settings, log }),
    pushKeys: await openPushKeys({ db, dataDir: settings.dataDir, log }),
    callers,
    admit,
    entrance: createEntrance({ db, settings, router, admit, origins, browserSecret }),
    checkAnswers: options.checkAnswers ?? false,
    settle: async (documentName, mayAsk) => collab?.settle(documentName, mayAsk),
    facesOf,
    mounted: new Set(),
  }
  deriveWith(db, derivations)
  await ensureInstance(db)
  await shared.configured.seed()
  for (const mountNoun of Object.values(mounts)) mountNoun(shared)
  staticFirst(shared.router)
  const unserved = allRoutes.filter(([, route]) => !shared.mounted.has(route)).map(([name]) => name)
  if (unserved.length > 0) throw new Error(`routes of the contract without a handler: ${unserved.join(', ')}`)

  const ofLive = shareOf(db, SHARES.live)
  const ofTexts = shareOf(db, SHARES.texts)
  const wake = await startWake({ db: ofLive, url: options.databaseUrl, log })
  const feeds = startFeeds({ db: ofLive, wake, log })
  const ways = startWays({ db: ofLive, wake, log })
  const presence = startPresence({ wake, log })
  const instanceLine = startInstanceLine({ db: ofLive, feeds, ways })
  const identify = (request: IncomingMessage) => callers.identify(request, 'everyday')
  const live = startLive({ db: ofLive, feeds, log, ways, presence, identify })
  const collab = await options.collab?.({
    db: ofTexts,
    feeds,
    ways,
    log,
    redisUrl: settings.redisUrl,
    tokenInQuery: settings.yjsTokenInQuery,
    callers,
  })

  const patience = options.patience ?? PATIENCE
  const server = createServer(
    {
      ...timeoutsOf(patience),
      // We take up no other protocol that a request offers (such as h2c): it is answered as it is.
      shouldUpgradeCallback: request => request.headers.upgrade?.toLowerCase() === 'websocket',
    },
    createApp(shared).callback(),
  )
  cutStandstills(server, patience)
  const upgrade = async (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const address = addressOf(request)
    if (!address) return refuseUpgrade(socket, '400 Bad Request')
    if (!originAdmitted(request, shared.origins)) return refuseUpgrade(socket, '403 Forbidden')
    const asked = { request, address, socket, head }
    if (address.pathname.replace(/\/$/, '') === INSTANCE_LINE) {
      if (tokenOf(request)) return refuseUpgrade(socket, '404 Not Found')
      const viewer = await callers.identify(request, 'admin')
      if (viewer.id === '') refuseUpgrade(socket, '401 Unauthorized')
      else if (!viewer.isInstanceAdmin) refuseUpgrade(socket, '403 Forbidden')
      else instanceLine.handleUpgrade(asked, viewer)
      return
    }
    if (address.pathname !== '/live' && address.pathname !== '/live/') {
      if (!(await collab?.handleUpgrade(asked))) refuseUpgrade(socket, '404 Not Found')
      return
    }
    const viewer = await identify(request)
    if (viewer.id === '') refuseUpgrade(socket, '401 Unauthorized')
    else live.handleUpgrade(asked, viewer)
  }
  server.on('upgrade', (request, socket, head) => {
    socket.on('error', () => socket.destroy())
    // Nothing above us catches: a fault of one socket ends that one alone.
    upgrade(request, socket, head).catch(error => failUpgrade(socket, log, error))
  })
  return {
    server,
    close: async () => {
      ways.close()
      presence.close()
      live.close()
      instanceLine.close()
      await collab?.close()
      await endThreads()
      server.closeAllConnections()
      await new Promise<void>(resolve => server.close(() => resolve()))
      await wake.close()
      await Promise.all([ofLive.destroy(), ofTexts.destroy()])
    },
  }
}
