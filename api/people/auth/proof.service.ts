import { ApiToken } from '#contract/people/apiTokens.ts'
import { locked } from '../../db/locked.ts'
import { removeAll } from '../../db/rows.ts'
import type { Work } from '../../db/work.ts'
import { reopenInvitationsTo } from '../../workspace/invitations/invitation.service.ts'
import { contactOf } from './wayMail.ts'

/** An account at another service. */
export type ProvidedBy = { provider: string; provider_account_id: string }

/**
 * Ends every key of an account whose address is proven for the first time. The maker of the account had not proven it, and
 * may be somebody else: no session, token or connected account of theirs stays, and the owner answers open invitations
 * themselves. `but`: the account that has just proven it.
 */
export const endUnproven = async (work: Work, id: string, but?: ProvidedBy): Promise<void> => {
  const { trx } = work
  await trx('sessions').where('user_id', id).delete()
  const connected = trx('connected_accounts').where('user', id)
  if (but) connected.whereNot(but)
  await connected.delete()
  await removeAll(work, ApiToken, await locked(work, ApiToken, { user: id }))
  await reopenInvitationsTo(work, (await contactOf(trx, id)).email)
}
