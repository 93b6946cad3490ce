import type { Db } from '../../db/knex.ts'
import { nobody } from '../../db/viewer.ts'
import { inWork } from '../../db/work.ts'
import { cleanEmail, createPerson, isEmail } from './account.service.ts'
import { refuse } from './codes.ts'
import { isStrong, passwordMatches } from './password.ts'

export type Person = { id: string; is_active: boolean; password_hash: string | null }

export const findByEmail = async (db: Db, email: string): Promise<Person | undefined> =>
  (await db('user_contacts as c')
    .join('accounts as a', 'a.id', 'c.id')
    .where('c.email', email)
    .whereNull('c.deleted_at')
    .first('a.id', 'a.is_active', 'a.password_hash')) as Person | undefined

export const isSetUp = async (db: Db): Promise<boolean> =>
  (await db('instances').where('is_setup_done', true).first('id')) !== undefined

/** The person whose address and password these are, or a refusal in the contract's order. */
export const signIn = async (db: Db, form: Record<string, unknown>): Promise<string> => {
  const email = cleanEmail(form.email)
  const password = typeof form.password === 'string' ? form.password : ''
  if (!(await isSetUp(db))) refuse('INSTANCE_NOT_CONFIGURED')
  if (!email || !password) refuse('REQUIRED_EMAIL_PASSWORD_SIGN_IN', { email })
  if (!isEmail(email)) refuse('INVALID_EMAIL_SIGN_IN', { email })
  const person = (await findByEmail(db, email)) ?? refuse('USER_DOES_NOT_EXIST', { email })
  if (!(await passwordMatches(password, person.password_hash)))
    refuse('AUTHENTICATION_FAILED_SIGN_IN', { email })
  if (!person.is_active) refuse('USER_ACCOUNT_DEACTIVATED', { email })
  return person.id
}

export const signUp = async (db: Db, form: Record<string, unknown>): Promise<string> => {
  const email = cleanEmail(form.email)
  const password = typeof form.password === 'string' ? form.password : ''
  if (!(await isSetUp(db))) refuse('INSTANCE_NOT_CONFIGURED')
  if (!email || !password) refuse('REQUIRED_EMAIL_PASSWORD_SIGN_UP', { email })
  if (!isEmail(email)) refuse('INVALID_EMAIL_SIGN_UP', { email })
  if (await findByEmail(db, email)) refuse('USER_ALREADY_EXIST', { email })
  if (!isStrong(password)) refuse('INVALID_PASSWORD', { email })
  try {
    const { result } = await inWork(db, { viewer: nobody }, work => createPerson(work, { email, password }))
    return result
  } catch (error) {
    // Two sign-ups with one address at once: the unique index decides.
    if ((error as { code?: string }).code === '23505') refuse('USER_ALREADY_EXIST', { email })
    throw error
  }
}
