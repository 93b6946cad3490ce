import type { RowOf } from '#contract/define.ts'
import { type ErrorCode, fail, must } from '#contract/errors.ts'
import { Account, Profile } from '#contract/people/users.ts'
import { locked, lockedOne } from '../../db/locked.ts'
import { update } from '../../db/rows.ts'
import type { Work } from '../../db/work.ts'
import { queueMail } from '../../mail/outbox.ts'
import { dropInvitationsTo } from '../../workspace/invitations/invitation.service.ts'
import { leaveAll, type NeededIn, returnToAll } from '../../workspace/workspaces/member.service.ts'
import { endAllWaysIn } from '../auth/newPassword.service.ts'

const START: Partial<RowOf<typeof Profile>> = {
  last_workspace_id: null,
  is_onboarded: false,
  is_tour_completed: false,
  onboarding_step: {
    profile_complete: false,
    workspace_create: false,
    workspace_invite: false,
    workspace_join: false,
  },
}

/** How those are refused whose account has to stay. */
export type Needed = NeededIn & { instance: ErrorCode }

const THEMSELVES = {
  instance: 'account.instanceAdmin',
  workspace: 'account.soleWorkspaceAdmin',
  project: 'account.soleProjectAdmin',
} as const satisfies Needed

/** The account of a person, locked, with how they are addressed. */
export const lockPerson = async (work: Work, id: string) => {
  const account = (await lockedOne(work, Account, { id }, 'any')) ?? fail('row.notFound')
  const contact = await work
    .trx('user_contacts as c')
    .join('users as u', 'u.id', 'c.id')
    .where('c.id', id)
    .where('u.is_bot', false)
    .first<{ email: string; display_name: string } | undefined>('c.email', 'u.display_name')
  return { account, ...(contact ?? fail('row.notFound')) }
}

/** Ends an account: an admin can bring it back, with its memberships and the person's writing. */
export const deactivate = async (work: Work, id: string, needed: Needed = THEMSELVES): Promise<void> => {
  const { trx } = work
  const { account, email, display_name } = await lockPerson(work, id)
  if (!account.is_active) fail('account.closed')
  // Whoever makes somebody an admin of the instance locks their account, too.
  if (await trx('instance_admins').where('user_id', id).whereNull('deleted_at').first('id'))
    fail(needed.instance)
  const [profile] = await locked(work, Profile, { user: id })
  await leaveAll(work, id, needed)
  await dropInvitationsTo(work, email)
  await update(work, Profile, must(profile, 'profile'), START)
  await update(work, Account, account, { is_active: false, is_password_autoset: true })
  await endAllWaysIn(work, id)
  await queueMail(work, { kind: 'account_deactivated', to: email, name: display_name })
}

/** Opens an account that was closed. Nothing by which its person came in before leads there again. */
export const reactivate = async (work: Work, id: string): Promise<void> => {
  const { account, email, display_name } = await lockPerson(work, id)
  if (account.is_active) fail('account.open')
  await endAllWaysIn(work, id)
  await update(work, Account, account, { is_active: true })
  await returnToAll(work, id)
  await queueMail(work, { kind: 'account_activated', to: email, name: display_name })
}
