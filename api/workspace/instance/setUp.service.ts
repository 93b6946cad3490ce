import { readFile } from 'node:fs/promises'
import { v7 } from 'uuid'
import { cleanName } from '#contract/cleanName.ts'
import { Instance } from '#contract/workspace/instance.ts'
import type { Db } from '../../db/knex.ts'
import { lockedOne } from '../../db/locked.ts'
import { update } from '../../db/rows.ts'
import { nobody } from '../../db/viewer.ts'
import { inWork } from '../../db/work.ts'
import { cleanEmail, createPerson, isEmail } from '../../people/auth/account.service.ts'
import { refuse } from '../../people/auth/codes.ts'
import { isStrong, passwordMatches } from '../../people/auth/password.ts'
import { findByEmail, isSetUp } from '../../people/auth/signIn.service.ts'

const text = (value: unknown) => (typeof value === 'string' ? cleanName(value) : '')

/** Makes the one instance row at first start, and keeps its version up to date. */
export const ensureInstance = async (db: Db) => {
  const { version } = JSON.parse(
    await readFile(new URL('../../../package.json', import.meta.url), 'utf8'),
  ) as {
    version: string
  }
  await db.raw(
    `insert into instances (id, current_version) values (?, ?)
     on conflict (singleton) do update set current_version = excluded.current_version`,
    [v7(), version],
  )
}

/**
 * First run: makes the admin and marks the instance as set up. Two at once make one admin, since both need the lock on
 * the instance's row. Returns the admin's id.
 */
export const setUp = async (db: Db, form: Record<string, unknown>, origin: string): Promise<string> => {
  const email = cleanEmail(form.email)
  const password = typeof form.password === 'string' ? form.password : ''
  const firstName = text(form.first_name)
  const lastName = text(form.last_name)
  const company = text(form.company_name)
  const echo = { email, first_name: firstName, last_name: lastName, company }
  const { result } = await inWork(db, { viewer: nobody }, async work => {
    const instance = await lockedOne(work, Instance, {}, 'any')
    if (!instance) return refuse('INSTANCE_NOT_CONFIGURED')
    if (instance.is_setup_done) refuse('ADMIN_ALREADY_EXIST')
    if (!email || !password || !firstName) refuse('REQUIRED_ADMIN_EMAIL_PASSWORD_FIRST_NAME', echo)
    if (!isEmail(email)) refuse('INVALID_ADMIN_EMAIL', echo)
    if (await findByEmail(db, email)) refuse('ADMIN_USER_ALREADY_EXIST', echo)
    if (!(await isStrong(password))) refuse('INVALID_ADMIN_PASSWORD', echo)
    const id = await createPerson(work, {
      email,
      password,
      firstName,
      lastName,
      company,
      isVerified: true,
    })
    await work.trx('instance_admins').insert({ id: v7(), user_id: id })
    await update(work, Instance, instance, {
      is_setup_done: true,
      instance_name: company || instance.instance_name,
      is_telemetry_enabled: false,
      origin_at_setup: origin,
    })
    return id
  })
  return result
}

export const adminSignIn = async (db: Db, form: Record<string, unknown>): Promise<string> => {
  const email = cleanEmail(form.email)
  const password = typeof form.password === 'string' ? form.password : ''
  if (!email || !password) refuse('REQUIRED_ADMIN_EMAIL_PASSWORD', { email })
  if (!isEmail(email)) refuse('INVALID_ADMIN_EMAIL', { email })
  if (!(await isSetUp(db))) refuse('INSTANCE_NOT_CONFIGURED', { email })
  const known = await findByEmail(db, email)
  // As long as for somebody who is known, so that the clock says nothing.
  const matches = await passwordMatches(password, known?.password_hash ?? null)
  const person = known ?? refuse('ADMIN_USER_DOES_NOT_EXIST', { email })
  if (!person.is_active) refuse('ADMIN_USER_DEACTIVATED', { email })
  const isAdmin = await db('instance_admins').where('user_id', person.id).whereNull('deleted_at').first('id')
  if (!matches || !isAdmin) refuse('ADMIN_AUTHENTICATION_FAILED', { email })
  return person.id
}
