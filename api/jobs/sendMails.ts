import { setTimeout } from 'node:timers/promises'
import type { Knex } from 'knex'
import type { Logger } from 'pino'
import { messageOf } from '#contract/messageOf.ts'
import { mailIsOn } from '#contract/workspace/configuration.ts'
import type { Db } from '../db/knex.ts'
import { deliver, NotDelivered } from '../mail/deliver.ts'
import { nameAndAddress } from '../mail/desk.ts'
import { kindOf, type Mail, type MailKind } from '../mail/kinds.ts'
import type { Stops } from '../mail/stops.ts'
import type { Settings } from '../settings.ts'
import type { Configured } from '../workspace/instance/configuration.service.ts'

const POLL_MS = 1_000
/** Seconds until the next try; after the last of them a mail is given up. */
const PAUSES = [10, 60, 300, 1800, 7200, 21_600, 43_200]
/** A process that took a mail and is not seen for so long has died: another takes it, if it was not handed over. */
const TAKEN_SECONDS = 180
const AT_ONCE = 5

type Row = {
  id: string
  kind: MailKind
  recipient: string
  facts: object
  attempts: number
  useless_at: string
}
type End = 'sent' | 'failed' | 'late' | 'off' | 'moot'

/**
 * Sends the waiting mails, oldest first, and tries refused ones again. A mail is marked as handed over just before its
 * first words leave: a process that dies then, or never gets the answer, does not send it a second time.
 */
export const startMails = (options: {
  db: Db
  settings: Pick<Settings, 'appBaseUrl' | 'port'>
  configured: Configured
  stops: Stops
  log: Logger
  pollMs?: number
  /** By which the quiet hours of those who get mails are judged. */
  clock?: () => Date
}) => {
  const { db, settings, configured, stops, log, pollMs = POLL_MS, clock = () => new Date() } = options
  const stopping = new AbortController()

  const take = async (): Promise<Row[]> => {
    const { rows } = await db.raw<{ rows: Row[] }>(
      `update mails set attempts = attempts + 1, next_at = now() + make_interval(secs => ?)
        where id in (select id from mails where state = 'waiting' and next_at <= now()
                      order by next_at limit ? for update skip locked)
        returning id, kind, recipient, facts, attempts, useless_at`,
      [TAKEN_SECONDS, AT_ONCE],
    )
    return rows
  }
  const end = (id: string, state: End, said: string | null = null, trx: Knex = db) =>
    trx('mails').where({ id }).update({ state, said, ended_at: new Date(), facts: '{}' })

  const again = async ({ id, attempts, useless_at }: Row, said: string) => {
    const pause = PAUSES[attempts - 1]
    const next_at = new Date(Date.now() + (pause ?? 0) * 1000)
    if (pause === undefined || next_at > new Date(useless_at)) return end(id, 'failed', said)
    return db('mails').where({ id }).update({ state: 'waiting', next_at, said })
  }

  const stillMine = (trx: Knex, { id, attempts }: Row) =>
    trx('mails').where({ id, state: 'waiting', attempts })

  /** From then on its news waits elsewhere and the mail does not: both or neither. */
  const putOff = (row: Row, wait: (trx: Knex) => Promise<boolean>) =>
    db.transaction(async trx => {
      if (!(await stillMine(trx, row).forUpdate().first('id'))) throw new TakenElsewhere()
      const isPutOff = await wait(trx)
      if (isPutOff) await end(row.id, 'moot', null, trx)
      return isPutOff
    })

  const send = async (row: Row): Promise<unknown> => {
    if (new Date(row.useless_at) <= new Date()) return end(row.id, 'late')
    const configuration = await configured.read()
    if (!mailIsOn(configuration)) return end(row.id, 'off')
    const desk = { ...(await nameAndAddress(db, settings)), stops }
    const mail = { ...row.facts, to: row.recipient, kind: row.kind } as Mail
    const kind = kindOf(row.kind)
    try {
      const { putOff: wait } = kind
      if (wait && (await putOff(row, trx => wait(mail, trx, clock())))) return
      if (kind.mayBeMoot && !(await kind.write(mail, { trx: db, ...desk }))) throw new Moot()
      await deliver(configuration, { id: row.id, to: row.recipient, ...desk }, () =>
        db.transaction(async trx => {
          if ((await stillMine(trx, row).update({ state: 'handed' })) === 0) throw new TakenElsewhere()
          const letter = await kind.write(mail, { trx, ...desk })
          if (!letter) throw new Moot()
          return letter
        }),
      )
      return await end(row.id, 'sent')
    } catch (error) {
      if (error instanceof TakenElsewhere) return
      if (error instanceof Moot) return await end(row.id, 'moot')
      const said = messageOf(error)
      log.warn({ mail: row.id, kind: row.kind, attempt: row.attempts, said }, 'a mail was not taken')
      if (!(error instanceof NotDelivered)) return again(row, said)
      return error.isFinal || error.isUnclear ? end(row.id, 'failed', said) : again(row, said)
    }
  }

  const run = async () => {
    while (!stopping.signal.aborted) {
      let taken = 0
      try {
        const rows = await take()
        taken = rows.length
        await Promise.all(rows.map(send))
      } catch (error) {
        log.warn({ err: error }, 'mails wait')
      }
      if (taken < AT_ONCE)
        await setTimeout(pollMs, undefined, { signal: stopping.signal, ref: false }).catch(() => {})
    }
  }
  const running = run()
  return {
    stop: async () => {
      stopping.abort()
      await running
    },
  }
}

/** Another process was faster, or this one too slow. */
class TakenElsewhere extends Error {}

/** In the moment of handing it over nothing was left to say. */
class Moot extends Error {}
