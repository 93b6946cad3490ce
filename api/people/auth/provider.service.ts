import { v7 } from 'uuid'
import { fail } from '#contract/errors.ts'
import type { Configuration } from '#contract/workspace/configuration.ts'
import type { Db } from '../../db/knex.ts'
import { nobody } from '../../db/viewer.ts'
import { inWork, type Work } from '../../db/work.ts'
import { cleanEmail, createPerson, isEmail } from './account.service.ts'
import { refuse } from './codes.ts'
import type { ProvidedBy } from './proof.service.ts'
import { type Known, type ProviderName, providers } from './providers.ts'
import { type Came, findByEmail, noteEntry, requireOpenSignUp } from './signIn.service.ts'
import { mailOfWay } from './wayMail.ts'

type Entered = { id: string; email: string }

/** Answers whether it is new. */
const connect = async ({ trx, now }: Work, user: string, by: ProvidedBy): Promise<boolean> => {
  const made = await trx('connected_accounts')
    .insert({ id: v7(), user, ...by })
    .onConflict(['provider', 'provider_account_id'])
    .ignore()
    .returning('id')
  if (made.length > 0) return true
  await trx('connected_accounts').where(by).update({ last_connected_at: now, updated_at: now })
  return false
}

/** The person who is connected with it, or whose address it proves. */
const findPerson = async (work: Work, provider: ProviderName, known: Known, email: string) => {
  const connected = await work
    .trx('connected_accounts')
    .where({ provider, provider_account_id: known.accountId })
    .first<{ user: string } | undefined>('user')
  if (connected) {
    const own = await work.trx('user_contacts').where('id', connected.user).first<{ email: string }>('email')
    return findByEmail(work.trx, own.email)
  }
  // C3: an address that the provider never verified says nothing of whose it is.
  if (!known.isVerified) refuse(providers[provider].broken)
  if (!isEmail(email)) refuse('INVALID_EMAIL')
  return findByEmail(work.trx, email)
}

/**
 * Signs in the person whom a provider knows: the one connected with it, the one whose address it proves, or somebody
 * new.
 */
export const enterByProvider = async (
  db: Db,
  provider: ProviderName,
  known: Known,
  configuration: Configuration,
  came: Came,
): Promise<Entered> => {
  if (!known.accountId) refuse(providers[provider].broken)
  const email = cleanEmail(known.email)
  const { result } = await inWork(db, { viewer: nobody }, async work => {
    const person = await findPerson(work, provider, known, email)
    if (person && !person.is_active) refuse('USER_ACCOUNT_DEACTIVATED')
    if (!person) await requireOpenSignUp(work.trx, configuration, email)
    const { firstName, lastName } = known
    const id = person?.id ?? (await createPerson(work, { email, password: null, firstName, lastName }))
    const by = { provider, provider_account_id: known.accountId }
    const isNew = await connect(work, id, by)
    if (person && isNew) await mailOfWay(work, id, { change: 'connected', service: provider })
    // The service may know a connected person by another address: then it proves nothing of theirs.
    const own = await work.trx('user_contacts').where({ id }).first<{ email: string }>('email')
    const proves = known.isVerified && own.email === email
    await noteEntry(work, id, { medium: provider, proves, by }, came)
    return { id, email: own.email }
  })
  return result
}

/** Connects somebody who is signed in with their account there; one that is somebody else's stays that. */
export const connectProvider = async (db: Db, user: string, provider: ProviderName, known: Known) => {
  if (!known.accountId) refuse(providers[provider].broken)
  await inWork(db, { viewer: nobody }, async work => {
    const which = { provider, provider_account_id: known.accountId }
    const taken = await work.trx('connected_accounts').where(which).whereNot({ user }).first('id')
    if (taken) refuse(providers[provider].broken)
    if (await connect(work, user, which))
      await mailOfWay(work, user, { change: 'connected', service: provider })
  })
}

/** Nobody signs in by it any more. */
export const disconnect = async (work: Work, which: { user: string; id: string }): Promise<void> => {
  const removed = await work
    .trx('connected_accounts')
    .where(which)
    .delete()
    .returning<{ provider: ProviderName }[]>('provider')
  const [gone] = removed
  if (!gone) return fail('row.notFound')
  await mailOfWay(work, which.user, { change: 'disconnected', service: gone.provider })
}
