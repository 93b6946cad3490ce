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

/** A link's token that lets the reader of this person's mail set a new password. */
export const mintResetToken = async (trx: Knex, userId: string): Promise<string> => {
  const token = randomKey(48)
  await trx('reset_tokens').insert({
    token_hash: hashOf(token),
    user_id: userId,
    expires_at: before(RESET_SECONDS),
  })
  return token
}
