import type { Knex } from 'knex'
import type { Configuration } from '#contract/workspace/configuration.ts'
import { mailIsOn } from '#contract/workspace/configuration.ts'
import type { Work } from '../../db/work.ts'
import { hashOf } from '../../http/session.ts'
import { queueMail } from '../../mail/outbox.ts'
import { refuse } from './codes.ts'
import { CODE_SECONDS } from './mailedSecrets.ts'

/** So many codes one may ask for without ten minutes of silence, and so often be wrong about each. */
const MOST_ASKED = 4
const MOST_WRONG = 5

/** `isAtHome`: in a browser that has signed in to the account before, which nobody else can shut out. */
type Person = { isKnown: boolean; isAtHome: boolean }
const exhausted = ({ isKnown }: Person, email: string) =>
  refuse(isKnown ? 'EMAIL_CODE_ATTEMPT_EXHAUSTED_SIGN_IN' : 'EMAIL_CODE_ATTEMPT_EXHAUSTED_SIGN_UP', { email })

/** Are codes sent here at all? */
export const requireCodes = (configuration: Configuration, email: string) => {
  if (!mailIsOn(configuration)) refuse('SMTP_NOT_CONFIGURED', { email })
  if (configuration.ENABLE_MAGIC_LINK_LOGIN !== '1') refuse('MAGIC_LINK_LOGIN_DISABLED', { email })
}

/** Has a code mailed; the one before holds until that leaves. */
export const askForCode = async (work: Work, email: string, person: Person): Promise<void> => {
  const { rows } = await work.trx.raw<{ rows: { asked: number }[] }>(
    `insert into sign_in_codes as c (email, asked) values (:email, 1)
     on conflict (email) do update set
       asked = case when :isAtHome then c.asked when c.asked_at < now() - make_interval(secs => :span) then 1 else c.asked + 1 end,
       asked_at = case when c.asked_at >= now() - make_interval(secs => :span) and c.asked >= :most
         then c.asked_at else now() end
     returning asked`,
    { email, span: CODE_SECONDS, most: MOST_ASKED, isAtHome: person.isAtHome },
  )
  if ((rows[0]?.asked ?? 0) > MOST_ASKED) exhausted(person, email)
  await queueMail(work, { kind: 'magic_code', to: email })
}

/** As it was mailed, however it was typed. */
const asMailed = (typed: string) => {
  const letters = typed.toLowerCase().replace(/[^a-z]/g, '')
  return letters.replace(/(.{4})(?=.)/g, '$1-')
}

/** Takes the code of this address, once. The try is counted before it is looked at: many at once are no more. */
export const takeCode = async (db: Knex, email: string, typed: string, person: Person): Promise<void> => {
  const { isKnown, isAtHome } = person
  const hash = hashOf(`${email} ${asMailed(typed)}`)
  const { rows } = await db.raw<{ rows: { is_right: boolean }[] }>(
    `update sign_in_codes set wrong = wrong + 1
      where email = ? and code_hash is not null and expires_at > now() and (wrong < ? or ?)
      returning code_hash = ? as is_right`,
    [email, MOST_WRONG, isAtHome, hash],
  )
  const [tried] = rows
  if (!tried) {
    const kept = await db('sign_in_codes').where({ email }).where('wrong', '>=', MOST_WRONG).first('email')
    if (kept && !isAtHome) exhausted(person, email)
    refuse(isKnown ? 'EXPIRED_MAGIC_CODE_SIGN_IN' : 'EXPIRED_MAGIC_CODE_SIGN_UP', { email })
  }
  if (!tried?.is_right)
    refuse(isKnown ? 'INVALID_MAGIC_CODE_SIGN_IN' : 'INVALID_MAGIC_CODE_SIGN_UP', { email })
  const taken = await db('sign_in_codes').where({ email, code_hash: hash }).delete()
  // Somebody else with the same code was faster.
  if (taken === 0) refuse(isKnown ? 'EXPIRED_MAGIC_CODE_SIGN_IN' : 'EXPIRED_MAGIC_CODE_SIGN_UP', { email })
}
