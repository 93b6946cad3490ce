import type { Knex } from 'knex'
import { must } from '#contract/errors.ts'
import { codeOf } from '#contract/messageOf.ts'
import { Account, UserContact } from '#contract/people/users.ts'
import type { Configuration } from '#contract/workspace/configuration.ts'
import type { Db } from '../../db/knex.ts'
import { lockedOne } from '../../db/locked.ts'
import { update } from '../../db/rows.ts'
import { nobody } from '../../db/viewer.ts'
import { inWork, type Work } from '../../db/work.ts'
import { hashOf } from '../../http/session.ts'
import { isAwaited } from '../../workspace/invitations/invitation.service.ts'
import { cleanEmail, createPerson, isEmail, proven, tellInstance } from './account.service.ts'
import { requireCodes, takeCode } from './code.service.ts'
import { refuse } from './codes.ts'
import { endResetLinks } from './mailedSecrets.ts'
import { isStrong, passwordMatches } from './password.ts'
import { endUnproven, type ProvidedBy } from './proof.service.ts'

export type Person = {
  id: string
  is_active: boolean
  password_hash: string | null
  is_password_autoset: boolean
}
type Form = Record<string, unknown>
/** How somebody came in. */
export type Medium = 'email' | 'magic-code' | 'google' | 'github' | 'gitlab'
export type Came = { address: string; agent: string }

export const findByEmail = async (db: Knex, email: string): Promise<Person | undefined> =>
  await db('user_contacts as c')
    .join('accounts as a', 'a.id', 'c.id')
    .where('c.email', email)
    .whereNull('c.deleted_at')
    .first<Person | undefined>('a.id', 'a.is_active', 'a.password_hash', 'a.is_password_autoset')

export const isSetUp = async (db: Knex): Promise<boolean> =>
  (await db('instances').where('is_setup_done', true).first('id')) !== undefined

export const requireSetUp = async (db: Knex) => {
  if (!(await isSetUp(db))) refuse('INSTANCE_NOT_CONFIGURED')
}

/** An invited person may make an account where nobody else may. */
export const requireOpenSignUp = async (trx: Knex, configuration: Configuration, email: string) => {
  if (configuration.ENABLE_SIGNUP !== '1' && !(await isAwaited(trx, email)))
    refuse('SIGNUP_DISABLED', { email })
}

/** Records how somebody signed in. `proves`: the way that they came shows that the account's address is theirs. */
export const noteEntry = async (
  work: Work,
  id: string,
  { medium, proves, by }: { medium: Medium; proves: boolean; by?: ProvidedBy },
  { address, agent }: Came,
) => {
  const { trx } = work
  const contact = must(await lockedOne(work, UserContact, { id }, 'any'), 'the address of a person')
  await update(work, UserContact, contact, { last_login_medium: medium })
  if (proves) {
    const account = must(await lockedOne(work, Account, { id }, 'any'), 'the account')
    if (!account.is_email_verified) {
      await endUnproven(work, id, by)
      const anew = { ...proven(work.now), is_password_autoset: true, password_hash: null }
      await update(work, Account, account, anew)
    }
  }
  if (await trx('accounts').where({ id }).whereNull('last_login_at').first('id')) await tellInstance(work, id)
  await trx('accounts')
    .where({ id })
    .update({ last_login_at: work.now, last_login_ip: address, last_login_agent: agent.slice(0, 500) })
  // After the account, as with every new password: two who hold both wait for each other in one order.
  await endResetLinks(trx, id)
}

const BY_PASSWORD = { medium: 'email', proves: false } as const
const BY_CODE = { medium: 'magic-code', proves: true } as const
type Way = typeof BY_PASSWORD | typeof BY_CODE

const enter = async (db: Db, id: string, way: Way, came: Came) =>
  inWork(db, { viewer: nobody }, work => noteEntry(work, id, way, came))

/** The person whose address and password these are, or a refusal in the contract's order. */
export const signIn = async (
  db: Db,
  form: Form,
  configuration: Configuration,
  came: Came,
): Promise<string> => {
  const email = cleanEmail(form.email)
  const password = typeof form.password === 'string' ? form.password : ''
  await requireSetUp(db)
  if (!email || !password) refuse('REQUIRED_EMAIL_PASSWORD_SIGN_IN', { email })
  if (!isEmail(email)) refuse('INVALID_EMAIL_SIGN_IN', { email })
  const person = await findByEmail(db, email)
  // As long as for somebody who is known, so that the clock says nothing.
  const matches = await passwordMatches(password, person?.password_hash ?? null)
  if (!person) return refuse('USER_DOES_NOT_EXIST', { email })
  if (configuration.ENABLE_EMAIL_PASSWORD !== '1') refuse('PASSWORD_LOGIN_DISABLED', { email })
  // The password of a closed account went with it: its person has none by which they could be told from others.
  const isClosed = !person.is_active && (matches || person.password_hash === null)
  if (isClosed) refuse('USER_ACCOUNT_DEACTIVATED', { email })
  if (!matches) refuse('AUTHENTICATION_FAILED_SIGN_IN', { email })
  await enter(db, person.id, BY_PASSWORD, came)
  return person.id
}

/** Makes a person; of two at once with one address the unique index decides. */
const join = async (db: Db, email: string, password: string | null, by: Way, came: Came) => {
  try {
    const { result } = await inWork(db, { viewer: nobody }, async work => {
      const id = await createPerson(work, { email, password })
      await noteEntry(work, id, by, came)
      return id
    })
    return result
  } catch (error) {
    if (codeOf(error) === '23505') refuse('USER_ALREADY_EXIST', { email })
    throw error
  }
}

export const signUp = async (
  db: Db,
  form: Form,
  configuration: Configuration,
  came: Came,
): Promise<string> => {
  const email = cleanEmail(form.email)
  const password = typeof form.password === 'string' ? form.password : ''
  await requireSetUp(db)
  if (!email || !password) refuse('REQUIRED_EMAIL_PASSWORD_SIGN_UP', { email })
  if (!isEmail(email)) refuse('INVALID_EMAIL_SIGN_UP', { email })
  if (await findByEmail(db, email)) refuse('USER_ALREADY_EXIST', { email })
  if (configuration.ENABLE_EMAIL_PASSWORD !== '1') refuse('PASSWORD_LOGIN_DISABLED', { email })
  await requireOpenSignUp(db, configuration, email)
  if (!(await isStrong(password))) refuse('INVALID_PASSWORD', { email })
  return join(db, email, password, BY_PASSWORD, came)
}

const codeIn = (form: Form) => (typeof form.code === 'string' ? form.code.trim() : '')

export const signInByCode = async (
  db: Db,
  form: Form,
  configuration: Configuration,
  came: Came,
  { isAtHome }: { isAtHome: boolean },
): Promise<Person> => {
  const email = cleanEmail(form.email)
  await requireSetUp(db)
  if (!email || !codeIn(form)) refuse('MAGIC_SIGN_IN_EMAIL_CODE_REQUIRED', { email })
  if (!isEmail(email)) refuse('INVALID_EMAIL_MAGIC_SIGN_IN', { email })
  const person = (await findByEmail(db, email)) ?? refuse('USER_DOES_NOT_EXIST', { email })
  requireCodes(configuration, email)
  await takeCode(db, email, codeIn(form), { isKnown: true, isAtHome })
  if (!person.is_active) refuse('USER_ACCOUNT_DEACTIVATED', { email })
  await enter(db, person.id, BY_CODE, came)
  return person
}

/** A new person by the code of a mail: the address is proven, and there is no password yet. */
export const signUpByCode = async (
  db: Db,
  form: Form,
  configuration: Configuration,
  came: Came,
): Promise<string> => {
  const email = cleanEmail(form.email)
  await requireSetUp(db)
  if (!email || !codeIn(form)) refuse('MAGIC_SIGN_UP_EMAIL_CODE_REQUIRED', { email })
  if (!isEmail(email)) refuse('INVALID_EMAIL_MAGIC_SIGN_UP', { email })
  if (await findByEmail(db, email)) refuse('USER_ALREADY_EXIST', { email })
  requireCodes(configuration, email)
  await takeCode(db, email, codeIn(form), { isKnown: false, isAtHome: false })
  await requireOpenSignUp(db, configuration, email)
  return join(db, email, null, BY_CODE, came)
}

/** Ends the session of this key, and notes that and whence. */
export const signOut = async (db: Db, key: string, address: string): Promise<void> => {
  const [ended] = await db('sessions')
    .where('key_hash', hashOf(key))
    .delete()
    .returning<{ user_id: string }[]>('user_id')
  if (ended)
    await db('accounts')
      .where('id', ended.user_id)
      .update({ last_logout_at: new Date(), last_logout_ip: address })
}
