import type { Knex } from 'knex'
import { holdAgain } from './digest.queries.ts'
import { isQuietFor } from './quiet.queries.ts'

/** In its receiver's quiet hours what a mail was to say waits for their end; answers whether it does. */
export const putOffMail = async (
  trx: Knex,
  { receiver, notifications }: { receiver: string; notifications: string[] },
  now: Date,
): Promise<boolean> => {
  const isQuiet = await isQuietFor(trx, receiver, now)
  if (isQuiet) await holdAgain(trx, notifications)
  return isQuiet
}
