import { setTimeout } from 'node:timers/promises'
import type { Logger } from 'pino'
import { pushIsOn } from '#contract/workspace/configuration.ts'
import type { Db } from '../db/knex.ts'
import { createOutgoing, isAmong, NotReached, type Parcel } from '../http/outgoing.ts'
import { nameAndAddress } from '../mail/desk.ts'
import {
  dropLine,
  dropPush,
  dropUnheard,
  handOver,
  type Line,
  lineOf,
  noteAnswer,
  type Push,
  putOff,
  takeForPush,
  takePushes,
} from '../people/notifications/push.service.ts'
import { type Shown, writePush } from '../people/notifications/push.ts'
import type { PushKeys } from '../people/notifications/pushKeys.ts'
import type { Settings } from '../settings.ts'
import type { Configured } from '../workspace/instance/configuration.service.ts'

const POLL_MS = 1_000
/** News of one thing is gathered for so long: somebody who has it on screen has read it by then. */
const WAIT_MS = 10_000
const GATHERED_AT_ONCE = 500
/** So many leave at once, one of a person: a service that takes its time holds up its own. */
const AT_ONCE = 20
/** A push service has so long for its answer. */
const ANSWER_MS = 5_000
/** Seconds until the next try; after the last of them it is given up. */
const PAUSES = [10, 60, 300, 1800, 7200]
const MOST_PAUSE = 7200
/** For so many seconds a service keeps it for a browser that is away. */
const WORTH = 86_400
const GONE = new Set([404, 410])
const isLater = (status: number) => status === 429 || status >= 500

type Options = {
  db: Db
  settings: Pick<Settings, 'appBaseUrl' | 'port' | 'privateHosts'>
  configured: Configured
  keys: PushKeys
  log: Logger
  waitMs?: number
  pollMs?: number
  /** Seconds of the first pause. */
  pauses?: readonly number[]
  /** By which people's quiet hours are judged. */
  clock?: () => Date
}

/**
 * Shows news in people's browsers, in every process. A push is marked as handed over just before its first words leave:
 * a process that dies then, or never gets the answer, does not send it a second time. Its text is read in that moment,
 * too.
 */
export const startPushes = (options: Options) => {
  const {
    db,
    settings,
    configured,
    keys,
    log,
    pollMs = POLL_MS,
    pauses = PAUSES,
    clock = () => new Date(),
  } = options
  const outgoing = createOutgoing(settings)
  const stopping = new AbortController()
  const underWay = new Map<string, Promise<unknown>>()
  let wake = () => {}

  const again = (push: Push, asked: string | null) => {
    const pause = pauses[push.attempts - 1]
    const isOld = Date.now() - Date.parse(push.created_at) > WORTH * 1000
    const wish = Number(asked) > 0 ? Math.min(Number(asked), MOST_PAUSE) : 0
    return pause === undefined || isOld ? dropPush(db, push) : putOff(db, push, Math.max(pause, wish))
  }

  const answered = async (push: Push, line: Line, { status, retryAfter }: Answered) => {
    if (GONE.has(status)) return dropLine(db, line)
    if (isLater(status)) return again(push, retryAfter)
    const isTaken = status >= 200 && status < 300
    if (!isTaken) log.warn({ push: push.id, status }, 'a push service refuses what is sent to a browser')
    await noteAnswer(db, line, isTaken)
    return dropPush(db, push)
  }

  const sealed = async (line: Line, shown: Shown): Promise<Parcel> => {
    const { generateRequestDetails } = (await import('web-push')).default
    const { origin } = await nameAndAddress(db, settings)
    const { headers, body } = generateRequestDetails(
      { endpoint: line.endpoint, keys: line },
      JSON.stringify(shown),
      {
        TTL: WORTH,
        topic: shown.tag.replaceAll('-', ''),
        vapidDetails: {
          // The contact that a push service may ask.
          subject: origin.startsWith('https:') ? origin : `mailto:tandem@${new URL(origin).hostname}`,
          ...keys,
        },
      },
    )
    return { headers: headers as Record<string, string>, body: body as Buffer }
  }

  const send = async (push: Push): Promise<unknown> => {
    const line = await lineOf(db, push)
    const configuration = await configured.read()
    // No service is called for a push that is moot by now.
    if (!line || !pushIsOn(configuration) || !(await writePush(db, push))) return dropPush(db, push)
    // An admin has taken its service off the list.
    if (!isAmong(line.endpoint, configuration.PUSH_SERVICES)) return dropLine(db, line)
    try {
      const answer = await outgoing.post(line.endpoint, ANSWER_MS, async () => {
        const shown = await handOver(db, push, line)
        if (!shown) throw new Moot()
        return sealed(line, shown)
      })
      return await answered(push, line, answer)
    } catch (error) {
      if (error instanceof Moot) return
      if (!(error instanceof NotReached)) throw error
      log.info({ push: push.id, said: error.message, attempt: push.attempts }, 'a push did not leave')
      return error.isUnclear ? dropPush(db, push) : again(push, null)
    }
  }

  const start = (push: Push) => {
    const sending = send(push)
      .catch(error => log.warn({ err: error, push: push.id }, 'a push waits'))
      .finally(() => {
        underWay.delete(push.receiver)
        wake()
      })
    underWay.set(push.receiver, sending)
  }

  const round = async () => {
    const isOn = pushIsOn(await configured.read())
    await db.transaction(trx =>
      takeForPush(trx, { waitMs: options.waitMs ?? WAIT_MS, limit: GATHERED_AT_ONCE, isOn, now: clock() }),
    )
    await dropUnheard(db)
    const room = AT_ONCE - underWay.size
    if (room <= 0) return true
    const pushes = await takePushes(db, room, [...underWay.keys()], clock())
    for (const push of pushes) start(push)
    return pushes.length > 0
  }
  const run = async () => {
    while (!stopping.signal.aborted) {
      const woken = new AbortController()
      wake = () => woken.abort()
      const isMore = await round().catch(error => {
        log.warn({ err: error }, 'pushes wait')
        return false
      })
      const signal = AbortSignal.any([stopping.signal, ...(isMore ? [woken.signal] : [])])
      await setTimeout(pollMs, undefined, { signal, ref: false }).catch(() => {})
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

type Answered = { status: number; retryAfter: string | null }

/** In the moment of handing it over nothing was left to show, or another was faster. */
class Moot extends Error {}
