import type { Knex } from 'knex'
import type { RowOf } from '#contract/define.ts'
import { must } from '#contract/errors.ts'
import { Account } from '#contract/people/users.ts'
import type { Configuration } from '#contract/workspace/configuration.ts'
import { mailIsOn } from '#contract/workspace/configuration.ts'
import { lockRows } from '../../db/order.ts'
import { update } from '../../db/rows.ts'
import { isUuid } from '../../db/visible.ts'
import type { Work } from '../../db/work.ts'
import { hashOf } from '../../http/session.ts'
import { queueMail } from '../../mail/outbox.ts'
import { isEmail, proven } from './account.service.ts'
import { refuse } from './codes.ts'
import { endResetLinks, mintResetToken, provesAddress, resetAddress } from './mailedSecrets.ts'
import { hashPassword, isStrong, passwordMatches } from './password.ts'
import { endUnproven } from './proof.service.ts'
import { findByEmail } from './signIn.service.ts'
import { contactOf, mailOfWay } from './wayMail.ts'

const words = (value: unknown) => (typeof value === 'string' ? value : '')

type WithHash = RowOf<typeof Account> & { password_hash: string | null }

const lockAccount = async (work: Work, id: string) => {
  const [account] = await lockRows<WithHash>(work, Account.table, trx =>
    trx(Account.table)
      .where({ id })
      .select([...Account.columns, 'password_hash']),
  )
  return must(account, 'the account')
}

/** Sets the password and ends every other session; mailed codes and links are void from now on. */
const setPassword = async (
  work: Work,
  account: RowOf<typeof Account>,
  password: string,
  { session = null, verifies = false }: { session?: string | null; verifies?: boolean } = {},
) => {
  const { trx } = work
  if (verifies && !account.is_email_verified) await endUnproven(work, account.id)
  await update(work, Account, account, {
    password_hash: await hashPassword(password),
    password_changed_at: work.now,
    is_password_autoset: false,
    ...(verifies && !account.is_email_verified ? proven(work.now) : {}),
  })
  await endSessions(trx, account.id, session)
  await endResetLinks(trx, account.id)
  const { email } = await contactOf(trx, account.id)
  await trx('sign_in_codes').where({ email }).delete()
  await mailOfWay(work, account.id, { change: 'password' })
}

/** Ends a person's sessions, here and as an admin; `but` is the hash of the one that stays. */
export const endSessions = (trx: Knex, userId: string, but: string | null) =>
  trx('sessions')
    .where('user_id', userId)
    .whereNot('key_hash', but ?? '')
    .delete()

/** Nobody comes in any more by the password, the sessions or the links that this person had. */
export const endAllWaysIn = async ({ trx, now }: Work, userId: string): Promise<void> => {
  await trx('accounts').where('id', userId).update({ password_hash: null, last_logout_at: now })
  await endSessions(trx, userId, null)
  await endResetLinks(trx, userId)
}

export const askForReset = async (work: Work, configuration: Configuration, email: string): Promise<void> => {
  if (!mailIsOn(configuration)) refuse('SMTP_NOT_CONFIGURED')
  if (!isEmail(email)) refuse('INVALID_EMAIL')
  const person = (await findByEmail(work.trx, email)) ?? refuse('USER_DOES_NOT_EXIST')
  await queueMail(work, { kind: 'password_reset', to: email, user: person.id })
}

/** A link that an admin hands to a person by some other way than mail. */
export const handResetLink = async (
  { trx }: Work,
  { id, email, origin }: { id: string; email: string; origin: string },
) => {
  const { token, expires } = await mintResetToken(trx, id, 'handed')
  return { url: resetAddress(origin, { user: id, token, email }), expires_at: expires.toISOString() }
}

type Link = { uidb64: string; token: string }
const personOf = ({ uidb64 }: Pick<Link, 'uidb64'>) => Buffer.from(uidb64, 'base64url').toString('utf8')

/** Whose password a link is about; empty where it names nobody. */
export const emailOfLink = async (db: Knex, link: Link): Promise<string> => {
  const id = personOf(link)
  if (!isUuid(id)) return ''
  const found = await db('user_contacts').where({ id }).first<{ email: string } | undefined>('email')
  return found?.email ?? ''
}

/** By the link of a mail: the token counts once, and only once the new password is taken. */
export const resetPassword = async (
  work: Work,
  { uidb64, token, password }: Link & { password: unknown },
): Promise<void> => {
  const { trx } = work
  const user_id = personOf({ uidb64 })
  if (!isUuid(user_id)) refuse('INVALID_PASSWORD_TOKEN')
  const which = { token_hash: hashOf(token), user_id }
  const kept = await trx('reset_tokens')
    .where(which)
    .first<{ is_over: boolean } | undefined>(trx.raw('expires_at <= now() as is_over'))
  if (!kept) return refuse('INVALID_PASSWORD_TOKEN')
  if (kept.is_over) refuse('EXPIRED_PASSWORD_TOKEN')
  const wanted = words(password)
  if (!(await isStrong(wanted))) refuse('INVALID_PASSWORD')
  // Locked before the token goes: of two with different links of one person, the second finds its own void.
  const account = await lockAccount(work, user_id)
  if ((await trx('reset_tokens').where(which).delete()) === 0) refuse('INVALID_PASSWORD_TOKEN')
  await setPassword(work, account, wanted, { verifies: provesAddress(token) })
}

/** The first password of somebody who came by a code or another service. */
export const setFirstPassword = async (work: Work, password: unknown): Promise<void> => {
  const account = await lockAccount(work, work.viewer.id)
  if (!account.is_password_autoset)
    refuse('PASSWORD_ALREADY_SET', {
      error: 'Your password is already set please change your password from profile',
    })
  const wanted = words(password)
  if (!(await isStrong(wanted))) refuse('INVALID_PASSWORD')
  await setPassword(work, account, wanted, { session: work.viewer.session })
}

export const changePassword = async (work: Work, old: unknown, wanted: unknown): Promise<void> => {
  const [was, becomes] = [words(old), words(wanted)]
  if (!was || !becomes) refuse('MISSING_PASSWORD', { error: 'Old or new password is missing' })
  const account = await lockAccount(work, work.viewer.id)
  if (!(await passwordMatches(was, account.password_hash)))
    refuse('INCORRECT_OLD_PASSWORD', { error: 'Old password is not correct' })
  if (!(await isStrong(becomes)) || becomes === was) refuse('INVALID_NEW_PASSWORD')
  await setPassword(work, account, becomes, { session: work.viewer.session })
}
