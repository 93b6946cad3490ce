import type { Db } from '../db/knex.ts'

/** So long what became of a mail can be looked up. */
const KEPT_DAYS = 14

/** Forgets ended mails, and the sign-in secrets that they carried. */
export const forgetMails = async (db: Db): Promise<{ mails: number }> => {
  const before = new Date(Date.now() - KEPT_DAYS * 86_400_000)
  const mails = await db('mails').where('useless_at', '<', before).delete()
  await db('sign_in_codes').where('asked_at', '<', before).delete()
  await db('reset_tokens').where('expires_at', '<', before).delete()
  return { mails }
}
