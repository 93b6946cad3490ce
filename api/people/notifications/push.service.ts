/** Pushes that wait for browsers: how they are queued, taken and ended. */

import type { Knex } from 'knex'
import type { Db } from '../../db/knex.ts'
import { bindings } from '../../db/knex.ts'
import { BESIDE, wanted } from './digest.queries.ts'
import { type Line, lineOf } from './push.queries.ts'
import { type Shown, writePush } from './push.ts'
import { apart, awakeAmong, holdQuiet, isAwake } from './quiet.queries.ts'

/** Keeps for their browsers what of these people want to see there: one statement, in the transaction that reports it. */
export const keepForPush = (trx: Knex, ids: string[]) =>
  trx.raw(
    `insert into notifications_to_push (notification, receiver, entity)
     select n.id, n.receiver, n.entity_identifier from notifications n ${BESIDE}
      where n.id = any(?::uuid[]) and ${wanted('push_')}
        and exists (select 1 from push_subscriptions s where s."user" = n.receiver)`,
    [ids],
  )

/**
 * Takes out news that has waited for so long and queues a push for each browser of the person, one for each issue or
 * page; news held for the end of quiet hours is one push. Skips receivers in quiet hours at `now`. One process at a
 * time: a second would tear apart news that belongs together. Where pushes are off (`isOn`), news is dropped. Answers
 * the number of things reported.
 */
export const takeForPush = async (
  trx: Knex,
  { waitMs, limit, isOn, now }: { waitMs: number; limit: number; isOn: boolean; now: Date },
): Promise<number> => {
  const asked = await trx.raw<{ rows: { mine: boolean }[] }>(
    `select pg_try_advisory_xact_lock(hashtext('notifications_to_push')) as mine`,
  )
  if (!asked.rows[0]?.mine) return 0
  const awake = await holdQuiet(trx, 'notifications_to_push', now)
  const { rows } = await trx.raw<{ rows: { n: number }[] }>(
    `with due as (
       select p.receiver, ${apart('p', 'entity')} as apart from notifications_to_push p where ${isAwake('p.receiver')}
        group by 1, 2 having min(p.created_at) <= now() - make_interval(secs => :seconds::float8)
        order by min(p.created_at) limit :limit),
     taken as (
       delete from notifications_to_push p using due
        where p.receiver = due.receiver and ${apart('p', 'entity')} is not distinct from due.apart
       returning p.notification, p.receiver, due.apart),
     made as (
       insert into pushes (id, subscription, receiver, notifications)
       select gen_random_uuid(), s.id, t.receiver, array_agg(t.notification)
         from taken t join push_subscriptions s on s."user" = t.receiver and :isOn
        group by s.id, t.receiver, t.apart)
     select count(*)::int as n from due`,
    bindings({ seconds: waitMs / 1000, limit, isOn, awake }),
  )
  return rows[0]?.n ?? 0
}

/** A push on its way to a browser. */
export type Push = {
  id: string
  subscription: string
  receiver: string
  notifications: string[]
  attempts: number
  created_at: string
}

/** A push that was taken by a process which died is free again after so many seconds. */
const TAKEN_SECONDS = 60
/** So many that are due are looked at: of each person the first alone is taken. */
const LOOKED_AT = 2_000

/**
 * Takes the due pushes, at most one for each person; none for people whose last one is on its way, or who are in quiet
 * hours by now.
 */
export const takePushes = async (db: Knex, most: number, busy: string[], now: Date): Promise<Push[]> => {
  const awake = await awakeAmong(db, now)
  const { rows } = await db.raw<{ rows: Push[] }>(
    `with due as (
       select id, receiver, next_at from pushes where next_at <= now() and handed_at is null
          and ${isAwake('receiver')} order by next_at limit :looked),
     first as (
       select distinct on (receiver) id, next_at from due where receiver <> all(:busy::uuid[])
        order by receiver, next_at, id)
     update pushes set attempts = attempts + 1, next_at = now() + make_interval(secs => :taken)
      where id in (select id from first order by next_at limit :most) and next_at <= now() and handed_at is null
      returning id, subscription, receiver, notifications, attempts, created_at`,
    bindings({ looked: LOOKED_AT, busy, awake, taken: TAKEN_SECONDS, most }),
  )
  return rows
}

/** Of what was handed over by somebody who died then nobody knows whether it arrived: it is not sent again. */
export const dropUnheard = (db: Knex) =>
  db('pushes').whereNotNull('handed_at').where('next_at', '<=', db.fn.now()).delete()

export const dropPush = (db: Knex, { id }: Push) => db('pushes').where({ id }).delete()

/** It did not arrive, and is sent again then. */
export const putOff = (db: Knex, { id }: Push, seconds: number) =>
  db('pushes')
    .where({ id })
    .update({ handed_at: null, next_at: new Date(Date.now() + seconds * 1000) })

/**
 * Marks a push as handed over and answers its content as of this moment; null where no news is left to show, or where
 * another process has taken it.
 */
export const handOver = async (db: Db, push: Push, line: Line): Promise<Shown | null> =>
  db.transaction(async trx => {
    const handed = await trx('pushes')
      .where({ id: push.id, attempts: push.attempts })
      .whereNull('handed_at')
      .update({ handed_at: new Date() })
    if (handed === 0) return null
    const shown = (await lineOf(trx, push))?.endpoint === line.endpoint && (await writePush(trx, push))
    if (!shown) await dropPush(trx, push)
    return shown || null
  })

export const dropLine = (db: Knex, { id }: Line) => db('push_subscriptions').where({ id }).delete()

/** So often in a row a service may refuse a browser's pushes before it is let go. */
const REFUSALS = 10

/** Records the answer of the browser's push service. */
export const noteAnswer = async (db: Knex, { id }: Line, isTaken: boolean) => {
  const of = () => db('push_subscriptions').where({ id })
  if (isTaken) return of().update({ last_sent_at: new Date(), refusals: 0 })
  await of().increment('refusals')
  return of().where('refusals', '>=', REFUSALS).delete()
}

export { type Line, lineOf } from './push.queries.ts'
