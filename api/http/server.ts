import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type Router from '@koa/router'
import type { Logger } from 'pino'
import type { Route } from '#contract/define.ts'
import type { Db } from '../db/knex.ts'
import type { Seal } from '../db/seal.ts'
import type { Files } from '../files/open.ts'
import type { Stops } from '../mail/stops.ts'
import type { Entrance } from '../people/auth/entrance.ts'
import type { PushKeys } from '../people/notifications/pushKeys.ts'
import type { Settings } from '../settings.ts'
import type { Configured } from '../workspace/instance/configuration.service.ts'
import type { Admit } from './admission.ts'
import type { Callers } from './callers.ts'
import type { Face, Settle } from './mount.ts'
import type { OriginRules } from './origin.ts'

/** The shared parts of a running server. */
export type Server = {
  settings: Settings
  db: Db
  log: Logger
  router: Router
  origins: OriginRules
  files: Files
  /** The configuration of the instance. */
  configured: Configured
  callers: Callers
  /** What comes before the handler of a route. */
  admit: Admit
  /** How people come in. */
  entrance: Entrance
  seal: (name: string) => Seal
  /** Addresses by which a mail's receiver gets no more news of its issue. */
  stops: Stops
  pushKeys: PushKeys
  checkAnswers: boolean
  settle: Settle
  facesOf: (route: Route) => Face[]
  mounted: Set<Route>
}

/** A request for a socket: its address, and the bytes sent so far. */
export type Upgrade = { request: IncomingMessage; address: URL; socket: Duplex; head: Buffer }
