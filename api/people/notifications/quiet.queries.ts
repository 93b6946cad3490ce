/** Who has quiet hours, and what waits for their end. */
import type { Knex } from 'knex'
import { isQuiet, type QuietHours } from '#contract/people/quietHours.ts'

type Waiting = 'notifications_to_mail' | 'notifications_to_push' | 'pushes'

/** Of those who keep quiet hours and for whom something waits there, who has them at this moment and who has not. */
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

/** Who of them may be told something now (`:awake`): what comes for others after they were judged waits to be judged. */
export const isAwake = (receiver: string) =>
  `(${receiver} = any(:awake::uuid[]) or not exists (
      select 1 from notification_preferences q where q."user" = ${receiver} and q.quiet))`

/** What waits is one message of its person and thing (null); whatever was held for them is one together. */
export const apart = (table: string, thing: string) =>
  `case when ${table}.held then null else ${table}.${thing} end`

/** Of those with quiet hours and something on its way, who has none now. */
export const awakeAmong = async (trx: Knex, now: Date) => (await judged(trx, 'pushes', now)).awake

/** Holds what waits for those who have quiet hours now, until these end; of those who keep such, who has none now. */
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
