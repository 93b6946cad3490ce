/** People in quiet hours, and the news that waits for their end. */
import type { Knex } from 'knex'
import { isQuiet, type QuietHours } from '#contract/people/quietHours.ts'

type Waiting = 'notifications_to_mail' | 'notifications_to_push' | 'pushes'

/** Splits the people with quiet hours and waiting news into those in their quiet hours at this moment and the others. */
const judged = async (trx: Knex, waiting: Waiting, now: Date) => {
  const { rows } = await trx.raw<{ rows: (QuietHours & { id: string; zone: string })[] }>(
    `select p."user" as id, p.quiet_from, p.quiet_to, p.quiet_days, a.user_timezone as zone
       from notification_preferences p join accounts a on a.id = p."user"
      where p.quiet and exists (select 1 from ?? w where w.receiver = p."user")`,
    [waiting],
  )
  const quiet = rows.filter(row => isQuiet(row, row.zone, now.getTime())).map(({ id }) => id)
  return { quiet, awake: rows.map(({ id }) => id).filter(id => !quiet.includes(id)) }
}

/** Has somebody quiet hours now? */
export const isQuietFor = async (trx: Knex, receiver: string, now: Date): Promise<boolean> => {
  const { rows } = await trx.raw<{ rows: (QuietHours & { zone: string })[] }>(
    `select p.quiet_from, p.quiet_to, p.quiet_days, a.user_timezone as zone
       from notification_preferences p join accounts a on a.id = p."user" where p.quiet and p."user" = ?`,
    [receiver],
  )
  return rows.some(row => isQuiet(row, row.zone, now.getTime()))
}

/**
 * The receivers who may be informed now (`:awake`): news for others that comes after they were judged waits for
 * the next judgement.
 */
export const isAwake = (receiver: string) =>
  `(${receiver} = any(:awake::uuid[]) or not exists (
      select 1 from notification_preferences q where q."user" = ${receiver} and q.quiet))`

/** Waiting news is one message for each person and thing (null); all that was held for a person is one together. */
export const apart = (table: string, thing: string) =>
  `case when ${table}.held then null else ${table}.${thing} end`

/** The people with quiet hours and a push on its way who are awake now. */
export const awakeAmong = async (trx: Knex, now: Date) => (await judged(trx, 'pushes', now)).awake

/** Holds waiting news of people in quiet hours until these end; answers the people with quiet hours who are awake now. */
export const holdQuiet = async (
  trx: Knex,
  waiting: Exclude<Waiting, 'pushes'>,
  now: Date,
): Promise<string[]> => {
  const { quiet, awake } = await judged(trx, waiting, now)
  if (quiet.length > 0)
    await trx.raw('update ?? set held = true where receiver = any(?::uuid[]) and not held', [waiting, quiet])
  return awake
}
