import type { Knex } from 'knex'
import { v7 } from 'uuid'
import type { z } from 'zod'
import type { RowOf } from '#contract/define.ts'
import { fail, failFields, must } from '#contract/errors.ts'
import { Account, User } from '#contract/people/users.ts'
import {
  type Configuration,
  type ConfigurationKey,
  configurationKeys,
  KEPT_SECRET,
  mailIsOn,
  namesOfConfiguration,
} from '#contract/workspace/configuration.ts'
import { Instance } from '#contract/workspace/instance.ts'
import type { InstanceAdmin, InstanceWorkspace } from '#contract/workspace/instanceAdmin.ts'
import { lockedOne } from '../../db/locked.ts'
import { lockRows } from '../../db/order.ts'
import { update } from '../../db/rows.ts'
import type { Work } from '../../db/work.ts'
import { envelope, type PageAsk } from '../../http/page.ts'
import { cleanEmail, tellInstance } from '../../people/auth/account.service.ts'
import { findByEmail } from '../../people/auth/signIn.service.ts'
import type { Configured } from './configuration.service.ts'

type Admin = z.infer<typeof InstanceAdmin>

export const composeAdmins = async (trx: Knex, id?: string): Promise<Admin[]> => {
  const { id: instance } = must(await trx('instances').first<{ id: string }>('id'), 'the instance')
  const face = User.columns.filter(name => name !== 'revision')
  const rows = await trx('instance_admins as i')
    .join('users as u', 'u.id', 'i.user_id')
    .join('user_contacts as c', 'c.id', 'i.user_id')
    .where(which => void (id && which.where('i.id', id)))
    .orderBy('i.created_at')
    .select<
      (Omit<Admin, 'instance' | 'user' | 'user_detail'> & {
        user_id: string
        face: Record<string, unknown>
        email: string
        last_login_medium: string
      })[]
    >('i.*', trx.raw('to_jsonb(u) as face'), 'c.email', 'c.last_login_medium')
  return rows.map(({ user_id, face: known, email, last_login_medium, ...row }) => ({
    ...row,
    instance,
    user: user_id,
    user_detail: {
      ...Object.fromEntries(face.map(name => [name, known[name]])),
      email,
      last_login_medium,
    } as Admin['user_detail'],
  }))
}

export const addAdmin = async (work: Work, given: unknown): Promise<Admin> => {
  const email = cleanEmail(given)
  if (!email) fail('instance.emailRequired')
  const person = (await findByEmail(work.trx, email)) ?? fail('instance.unknownEmail')
  // Held until it is one: an account that is being closed is none of an admin.
  const account = must(await lockedOne(work, Account, { id: person.id }, 'any'), 'the account')
  if (!account.is_active) fail('account.closed')
  await work
    .trx('instance_admins')
    .insert({ id: v7(), user_id: person.id, created_by: work.viewer.id })
    .onConflict('user_id')
    .ignore()
  await tellInstance(work, person.id)
  const { id } = must(
    await work.trx('instance_admins').where('user_id', person.id).first<{ id: string }>('id'),
    'the admin',
  )
  return must((await composeAdmins(work.trx, id))[0], 'the admin')
}

/** All admins' rows are locked, so that two of them cannot end each other at the same time. */
export const removeAdmin = async (work: Work, id: string): Promise<void> => {
  const { trx } = work
  const admins = await lockRows<{ id: string; user_id: string }>(work, 'instance_admins', within =>
    within('instance_admins').select('id', 'user_id'),
  )
  const leaving = admins.find(admin => admin.id === id) ?? fail('row.notFound')
  if (admins.length === 1) fail('instance.lastAdmin')
  await trx('instance_admins').where({ id }).delete()
  await trx('sessions').where({ user_id: leaving.user_id, kind: 'admin' }).delete()
  await tellInstance(work, leaving.user_id)
}

export const updateInstance = async (work: Work, patch: Partial<RowOf<typeof Instance>>) => {
  const instance = await lockedOne(work, Instance, {}, 'any')
  await update(work, Instance, must(instance, 'the instance'), patch)
}

const isAddress = (value: string) => /^https?:\/\/[^\s/]+/.test(value) && URL.canParse(value)
/** The demands on a value beyond being text. */
const judges: Partial<Record<ConfigurationKey, (value: string) => boolean>> = {
  EMAIL_PORT: value => /^\d{1,5}$/.test(value) && Number(value) > 0 && Number(value) < 65_536,
  EMAIL_HOST: value => !/[\s/@]/.test(value),
  EMAIL_FROM: value => value === '' || /[^\s@<]+@[^\s@>]+/.test(value),
  GOOGLE_HOST: isAddress,
  GITHUB_HOST: isAddress,
  GITLAB_HOST: isAddress,
  OPENAI_HOST: isAddress,
  UNSPLASH_HOST: isAddress,
}

const mistakeIn = (key: ConfigurationKey, value: string): string | null => {
  if (configurationKeys[key].isSwitch && value !== '0' && value !== '1')
    return `"${value}" is not a valid choice.`
  return judges[key]?.(value) === false ? 'Enter a valid value.' : null
}

const waysIn = (configuration: Configuration): boolean => {
  const by = (name: 'GOOGLE' | 'GITHUB' | 'GITLAB') =>
    configuration[`IS_${name}_ENABLED`] === '1' &&
    configuration[`${name}_CLIENT_ID`] !== '' &&
    configuration[`${name}_CLIENT_SECRET`] !== ''
  return (
    configuration.ENABLE_EMAIL_PASSWORD === '1' ||
    (configuration.ENABLE_MAGIC_LINK_LOGIN === '1' && mailIsOn(configuration)) ||
    by('GOOGLE') ||
    by('GITHUB') ||
    by('GITLAB')
  )
}

/**
 * A kept secret goes only the way that it was given for: to another host, by another port or otherwise encrypted, it
 * has to be given again.
 */
const astray = (
  configured: Configured,
  before: Configuration,
  given: Record<string, string>,
  values: Partial<Configuration>,
): Record<string, string[]> => {
  const mistakes: Record<string, string[]> = {}
  for (const key of namesOfConfiguration) {
    const { way } = configurationKeys[key]
    const changed = way?.filter(name => values[name] !== undefined) ?? []
    // To no host at all nothing is sent.
    if (!way || changed.length === 0 || !{ ...before, ...values }[way[0]] || before[key] === '') continue
    const isGivenAgain = Object.hasOwn(given, key) && given[key]!.trim() !== KEPT_SECRET
    if (configured.isGiven(key))
      for (const name of changed) mistakes[name] = [`${key} is set on the server. Set ${name} there, too.`]
    else if (!isGivenAgain)
      mistakes[key] = [
        values[way[0]] === undefined
          ? 'Enter it again: what is kept is not sent by another port or security.'
          : 'Enter it again: what is kept is not sent to another host.',
      ]
  }
  return mistakes
}

/** Those of the given values that differ from what holds; refused at their keys where they are impossible, or not an admin's. */
export const changedBy = (
  configured: Configured,
  before: Configuration,
  given: Record<string, string>,
): Partial<Configuration> => {
  const values: Partial<Configuration> = {}
  const mistakes: Record<string, string[]> = {}
  for (const key of namesOfConfiguration.filter(name => Object.hasOwn(given, name))) {
    const value = given[key]!.trim()
    if (value === before[key] || (configurationKeys[key].isSecret && value === KEPT_SECRET)) continue
    const mistake = configured.isGiven(key) ? `Set on the server by ${key}.` : mistakeIn(key, value)
    if (mistake) mistakes[key] = [mistake]
    else values[key] = value
  }
  Object.assign(mistakes, astray(configured, before, given, values))
  if (Object.keys(mistakes).length > 0) failFields(mistakes)
  return values
}

/**
 * Sets the named values, all or none; values of the environment cannot be set, and one way to sign in stays. Answers
 * the rows.
 */
export const configure = async (work: Work, configured: Configured, given: Record<string, string>) => {
  const { trx } = work
  // Two admins who each switch off one of the last two ways wait for each other.
  await lockedOne(work, Instance, {}, 'any')
  const before = await configured.read(trx)
  const values = changedBy(configured, before, given)
  if (!waysIn({ ...before, ...values })) fail('instance.lastWayIn')
  await configured.write(trx, values)
  const named = new Set(Object.keys(given))
  return (await configured.list(trx)).filter(({ key }) => named.has(key))
}

type WorkspaceRow = z.infer<typeof InstanceWorkspace>

const WORKSPACE = `
  select w.id, w.name, w.slug, w.logo_url, w.organization_size, w.created_at, w.updated_at, w.created_by,
    w.updated_by, w.deleted_at,
    jsonb_build_object('id', u.id, 'email', c.email, 'first_name', u.first_name, 'last_name', u.last_name) as owner,
    (select count(*)::int from projects p where p.workspace = w.id and p.deleted_at is null) as total_projects,
    (select count(*)::int from workspace_members m join users u on u.id = m.member_id
      where m.workspace_id = w.id and m.is_active and not u.is_bot) as total_members
    from workspaces w join users u on u.id = w.owner_id join user_contacts c on c.id = w.owner_id
   where w.deleted_at is null`

const MOST_AT_ONCE = 10

export const listWorkspaces = async (trx: Knex, asked: PageAsk, search = '') => {
  const page = { ...asked, size: Math.min(asked.size, MOST_AT_ONCE) }
  const found = `(:search = '' or strpos(folded(w.name || ' ' || w.slug), folded(:search)) > 0)`
  const { rows } = await trx.raw<{ rows: WorkspaceRow[] }>(
    `${WORKSPACE} and ${found} order by w.created_at desc, w.id limit :size offset :from`,
    { search, size: page.size, from: page.size * page.page },
  )
  const { rows: counted } = await trx.raw<{ rows: { n: number }[] }>(
    `select count(*)::int as n from workspaces w where w.deleted_at is null and ${found}`,
    { search },
  )
  const total = counted[0]?.n ?? 0
  return envelope(page, total, total, rows.length, rows)
}

export const workspaceBySlug = async (trx: Knex, slug: string): Promise<WorkspaceRow> => {
  const { rows } = await trx.raw<{ rows: WorkspaceRow[] }>(`${WORKSPACE} and lower(w.slug) = lower(?)`, [
    slug,
  ])
  return rows[0] ?? fail('row.notFound')
}
