import { randomInt } from 'node:crypto'
import type { Knex } from 'knex'
import { hashOf, randomKey } from '../../http/session.ts'

export const CODE_SECONDS = 600
export const RESET_SECONDS = 3600

const letter = () => String.fromCharCode(97 + randomInt(26))
const word = () => Array.from({ length: 4 }, letter).join('')
const before = (seconds: number) => new Date(Date.now() + seconds * 1000)

/**
 * A code that signs in the reader of this address's mail: `abcd-efgh-ijkl`. It is made the moment the mail leaves and
 * kept as a hash alone, so no queued mail signs anyone in.
 */
export const mintCode = async (trx: Knex, email: string): Promise<string> => {
  const code = `${word()}-${word()}-${word()}`
  await trx('sign_in_codes')
    .where({ email })
    .update({ code_hash: hashOf(`${email} ${code}`), expires_at: before(CODE_SECONDS), wrong: 0 })
  return code
}

/** The links by which this person could set a new password are void; one that is over goes on saying so. */
export const endResetLinks = async (trx: Knex, userId: string): Promise<void> =>
  void (await trx('reset_tokens').where('user_id', userId).where('expires_at', '>', new Date()).delete())

/** How a link comes to its person: by mail, or from the hand of an admin. */
type Carried = 'mailed' | 'handed'
const HANDED = 'handed-'

/** Who comes by a mailed link reads the mail of the account's address; a link that was handed over shows nothing of it. */
export const provesAddress = (token: string): boolean => !token.startsWith(HANDED)

/** A link's token that lets whoever has it set a new password for this person. */
export const mintResetToken = async (trx: Knex, userId: string, carried: Carried = 'mailed') => {
  const token = (carried === 'handed' ? HANDED : '') + randomKey(48)
  const expires = before(RESET_SECONDS)
  await trx('reset_tokens').insert({ token_hash: hashOf(token), user_id: userId, expires_at: expires })
  return { token, expires }
}

/** Where such a token leads. */
export const resetAddress = (origin: string, of: { user: string; token: string; email: string }): string => {
  const uidb64 = Buffer.from(of.user).toString('base64url')
  return `${origin}/accounts/reset-password/?${new URLSearchParams({ uidb64, token: of.token, email: of.email })}`
}
