import { randomBytes } from 'node:crypto'
import { domainToASCII } from 'node:url'
import { v7 } from 'uuid'
import { cleanName } from '#contract/cleanName.ts'
import { NotificationPreference } from '#contract/people/notificationPreferences.ts'
import { Account, Profile, User, UserContact } from '#contract/people/users.ts'
import type { Row } from '#contract/rules.ts'
import { insert } from '../../db/rows.ts'
import { INSTANCE_SCOPE, note, type Work } from '../../db/work.ts'
import { hashPassword } from './password.ts'

export type NewPerson = {
  email: string
  password: string | null
  firstName?: string
  lastName?: string
  company?: string
  /** The address is theirs beyond doubt. */
  isVerified?: boolean
  /** Their first steps are behind them, or were taken for them. */
  isOnboarded?: boolean
}

const emailForm = /^[^\s\p{Cc}@"<>]{1,64}@[^\s\p{Cc}@"<>.]+(\.[^\s\p{Cc}@"<>.]+)+$/u
const LONGEST_EMAIL = 254
export const isEmail = (value: string) => value.length <= LONGEST_EMAIL && emailForm.test(value)
/** An address as it is compared and stored: small letters, its domain in ASCII (punycode). */
export const cleanEmail = (value: unknown): string => {
  const email = typeof value === 'string' ? cleanName(value).toLowerCase() : ''
  const at = email.lastIndexOf('@') + 1
  const domain = email.slice(at)
  if (at === 0 || email.length > LONGEST_EMAIL || /^[\x20-\x7e]*$/.test(domain)) return email
  return email.slice(0, at) + (domainToASCII(domain) || domain)
}

/** What an account says from the moment that its address is proven to be its person's. */
export const proven = (now: string) => ({ is_email_verified: true, email_verified_at: now })

/** The rows of a new person: public face, contact, account and profile, in one transaction. Returns the id. */
export const createPerson = async (work: Work, person: NewPerson): Promise<string> => {
  const id = v7()
  const password_hash = person.password === null ? null : await hashPassword(person.password)
  const local = person.email.split('@')[0]!
  await insert(work, User, {
    id,
    first_name: person.firstName ?? '',
    last_name: person.lastName ?? '',
    display_name: [person.firstName, person.lastName].filter(Boolean).join(' ') || local,
  })
  await insert(work, UserContact, { id, email: person.email })
  await insert(work, Account, {
    id,
    username: randomBytes(16).toString('hex'),
    ...(person.isVerified ? proven(work.now) : {}),
    is_password_autoset: person.password === null,
    password_hash,
  })
  const isOnboarded = person.isOnboarded ?? false
  await insert(work, Profile, {
    user: id,
    company_name: person.company ?? '',
    is_onboarded: isOnboarded,
    is_tour_completed: isOnboarded,
  })
  await insert(work, NotificationPreference, { user: id })
  return id
}

/** Informs those who run the instance of what is beside somebody's row: a first entry, becoming one of them. */
export const tellInstance = async (work: Work, id: string): Promise<void> => {
  const account = await work.trx('accounts').where({ id }).first<Row | undefined>(Account.columns)
  if (account) await note(work, Account, 'update', account, null, [INSTANCE_SCOPE])
}
