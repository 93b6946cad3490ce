import { randomUUID } from 'node:crypto'
import { setImmediate, setTimeout } from 'node:timers/promises'
import type { Logger } from 'pino'
import { RECENT, Webhook, type WebhookTry } from '#contract/workspace/webhooks.ts'
import type { Db } from '../db/knex.ts'
import { lockedOne } from '../db/locked.ts'
import { update } from '../db/rows.ts'
import type { Seal } from '../db/seal.ts'
import { bot } from '../db/viewer.ts'
import { inWork } from '../db/work.ts'
import { NotReached, type Outgoing } from '../http/outgoing.ts'
import type { Reader } from '../live/readNext.ts'
import { nameAndAddress } from '../mail/desk.ts'
import type { Settings } from '../settings.ts'
import { placeOfSecret, webhookClient } from '../workspace/webhooks/address.ts'
import { painted } from '../workspace/webhooks/chat/message.ts'
import { READ } from '../workspace/webhooks/events.ts'
import {
  type Ended,
  type Held,
  holdOn,
  holdTargets,
  letGo,
  noteEnds,
  noteTarget,
  recentOf,
  takeWaiting,
  type Waiting,
} from '../workspace/webhooks/lanes.ts'
import {
  circuitPause,
  isGone,
  isTaken,
  pauseAfter,
  TOO_LONG_MS,
  wordsFor,
} from '../workspace/webhooks/patience.ts'
import { signedHeaders } from '../workspace/webhooks/sign.ts'
import { tellWebhooks } from '../workspace/webhooks/tell.service.ts'
import { switchOff } from '../workspace/webhooks/webhook.service.ts'

/** Makes deliveries of changes. */
export const webhookReader: Reader = {
  name: 'webhooks',
  reads: READ,
  begins: 'first',
  most: 100,
  skipsImports: true,
  take: tellWebhooks,
}

const POLL_MS = 300
/** An address has so long for its answer. */
const ANSWER_MS = 10_000
/** Of what it answers so much is kept. */
const MOST_ANSWER = 1_024
/** Longer than a call takes. When a process dies, another one takes over after this time. */
const HELD_SECONDS = 15
/** So many addresses are sent to at once, so many deliveries to one of them, and so many of these in a second. */
const TARGETS = 50
const AT_ONCE = 20
const BATCHES_A_SECOND = 5
/** After so many failures in a row one delivery at a time is tried. */
const BROKEN = 5
/** A receiver may ask for so many seconds of quiet at most. */
const LONGEST_WISH = 3_600
/** Screens are updated at most this often while deliveries run. */
const TOLD_MS = 2_000

type Options = {
  db: Db
  settings: Pick<Settings, 'appBaseUrl' | 'port' | 'privateHosts'>
  seal: (name: string) => Seal
  log: Logger
  client?: Outgoing
  pollMs?: number
  /** What seconds of waiting are multiplied by. */
  haste?: number
}

type Target = { row: Webhook; secret: string; address: string }

type Sent = Ended & { wish: number }
type Way = { client: Outgoing; haste: number; origin: string }

/** Sends one delivery; `wish`: the seconds that its receiver asks us to wait. */
const send = async (target: Target, delivery: Waiting, { client, haste, origin }: Way): Promise<Sent> => {
  const { row, secret, address } = target
  const { id, event, attempts } = delivery
  const at = new Date()
  const body = Buffer.from(painted(row.format, delivery.body, origin))
  const begun = performance.now()
  const end = (isDelivered: boolean, wish: number, found: Partial<WebhookTry>): Sent => {
    const ms = Math.round(performance.now() - begun)
    const nothing = { status: null, said: null, type: '', answer: '' }
    const tried = { id: randomUUID(), at: at.toISOString(), ms, ...nothing, ...found }
    return { id, isDelivered, again: isDelivered ? null : pauseAfter(attempts, haste), tried, wish }
  }
  try {
    const headers = signedHeaders({ id, event, body, secret, at })
    const answer = await client.deliver(address, { headers, body, timeoutMs: ANSWER_MS, most: MOST_ANSWER })
    const { status, retryAfter } = answer
    // The database keeps no NUL in a text.
    const words = answer.words.toString('utf8').replaceAll('\0', '')
    const wish = isTaken(status) ? 0 : Math.min(Number(retryAfter) || 0, LONGEST_WISH)
    return end(isTaken(status), wish, { status, type: answer.type.slice(0, 200), answer: words })
  } catch (error) {
    if (!(error instanceof NotReached)) throw error
    return end(false, 0, { said: wordsFor(error.message) })
  }
}

/** Calls begin one by one: between them others have their turn. */
const sendAll = async (target: Target, batch: readonly Waiting[], way: Way): Promise<Sent[]> => {
  const sending: Promise<Sent>[] = []
  for (const one of batch) {
    const call = send(target, one, way)
    call.catch(() => {})
    sending.push(call)
    await setImmediate()
  }
  return Promise.all(sending)
}

/** Sends what waits, in every process. */
export const startWebhooks = (options: Options) => {
  const { db, settings, seal, log, client = webhookClient(settings), pollMs = POLL_MS, haste = 1 } = options
  const by = randomUUID()
  const stopping = new AbortController()
  const underWay = new Map<string, Promise<unknown>>()
  const told = new Map<string, number>()

  const targetOf = async (id: string): Promise<Target | null> => {
    const found = await db('webhooks')
      .where({ id, is_active: true })
      .whereNull('deleted_at')
      .first<(Webhook & { secret: string; address: string }) | undefined>()
    if (!found) return null
    const opened = (part: 'secret' | 'address') => seal(placeOfSecret(id, part)).open(found[part])
    return { row: found, secret: opened('secret'), address: opened('address') }
  }

  /** Lets screens know; at most as often as they can use it. */
  const tell = async (webhook: string) => {
    told.set(webhook, Date.now())
    await inWork(db, { viewer: bot }, async work => {
      const row = await lockedOne(work, Webhook, { id: webhook })
      if (!row) return
      await update(work, Webhook, row, { last_at: work.now, ...(await recentOf(work.trx, webhook, RECENT)) })
    })
  }
  const isTimeToTell = (webhook: string) => Date.now() - (told.get(webhook) ?? 0) >= TOLD_MS

  const settle = async (target: Target, ends: readonly Sent[], isFailing: boolean): Promise<number> => {
    const { id: webhook, format } = target.row
    const isWorking = ends.some(({ isDelivered }) => isDelivered)
    const wish = Math.max(0, ...ends.map(one => one.wish))
    const failed = ends.filter(({ isDelivered }) => !isDelivered).length
    if (failed === 0 && !isFailing) {
      await noteEnds(db, ends)
      return 0
    }
    const standing = await db.transaction(async trx => {
      await noteEnds(trx, ends)
      return noteTarget(trx, { webhook, taken: isWorking, failed, pause: 0 })
    })
    const isBroken = !isWorking && standing.failures >= BROKEN
    const pause = Math.max(isBroken ? circuitPause(standing.failures - BROKEN, haste) : 0, wish)
    if (failed > 0 && pause > 0) await noteTarget(db, { webhook, taken: false, failed: 0, pause })
    const gone = ends.some(({ tried }) => isGone(format, tried))
    const since = standing.failing_since
    const isOver = since !== null && Date.now() - new Date(since).getTime() > TOO_LONG_MS
    if (gone || isOver)
      await inWork(db, { viewer: bot }, work =>
        switchOff(work, { id: webhook, reason: gone ? 'gone' : 'failures', failures: standing.failures }),
      )
    return standing.failures
  }

  const work = async ({ webhook, failures: before }: Held) => {
    const way = { client, haste, origin: (await nameAndAddress(db, settings)).origin }
    let failures = before
    let isUntold = false
    while (!stopping.signal.aborted && (await holdOn(db, { webhook, by, seconds: HELD_SECONDS }))) {
      const target = await targetOf(webhook)
      const batch = target ? await takeWaiting(db, webhook, failures >= BROKEN ? 1 : AT_ONCE) : []
      if (target && batch.length > 0) {
        const pace = setTimeout(1_000 / BATCHES_A_SECOND)
        failures = await settle(target, await sendAll(target, batch, way), failures > 0)
        isUntold = true
        if (batch.length === AT_ONCE) await pace
      } else if (!isUntold) break
      // Deliveries that end meanwhile go into the same update of the screens.
      else await setTimeout(pollMs)
      if (isUntold && isTimeToTell(webhook)) {
        await tell(webhook)
        isUntold = false
      }
    }
    await letGo(db, { webhook, by })
    if (isUntold) await tell(webhook)
  }

  const start = (held: Held) => {
    const working = work(held)
      .catch(error => log.warn({ err: error, webhook: held.webhook }, 'deliveries of a webhook wait'))
      .finally(() => underWay.delete(held.webhook))
    underWay.set(held.webhook, working)
  }
  const run = async () => {
    while (!stopping.signal.aborted) {
      try {
        const most = TARGETS - underWay.size
        const held = most > 0 ? await holdTargets(db, { by, seconds: HELD_SECONDS, most }) : []
        for (const one of held) start(one)
      } catch (error) {
        log.warn({ err: error }, 'webhooks wait')
      }
      await setTimeout(pollMs, undefined, { signal: stopping.signal, ref: false }).catch(() => {})
    }
  }
  const running = run()
  return {
    stop: async () => {
      stopping.abort()
      await running
      await Promise.all(underWay.values())
    },
  }
}
