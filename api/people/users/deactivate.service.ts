import type { RowOf } from '#contract/define.ts'
import { fail, must } from '#contract/errors.ts'
import { Account, Profile } from '#contract/people/users.ts'
import { locked } from '../../db/locked.ts'
import { update } from '../../db/rows.ts'
import type { Work } from '../../db/work.ts'
import { queueMail } from '../../mail/outbox.ts'
import { dropInvitationsTo } from '../../workspace/invitations/invitation.service.ts'
import { leaveAll } from '../../workspace/workspaces/member.service.ts'
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

/** Ends the caller's account: an admin can bring it back, with the person's writing and nothing else. */
export const deactivate = async (work: Work): Promise<void> => {
  const { trx, viewer } = work
  if (viewer.isInstanceAdmin) fail('account.instanceAdmin')
  const [account] = await locked(work, Account, { id: viewer.id })
  const [profile] = await locked(work, Profile, { user: viewer.id })
  const { email, display_name } = must(
    await trx('user_contacts as c')
      .join('users as u', 'u.id', 'c.id')
      .where('c.id', viewer.id)
      .first<{ email: string; display_name: string }>('c.email', 'u.display_name'),
    'contact',
  )
  await leaveAll(work)
  await dropInvitationsTo(work, email)
  await update(work, Profile, must(profile, 'profile'), START)
  await update(work, Account, must(account, 'account'), { is_active: false, is_password_autoset: true })
  await endAllWaysIn(work)
  await queueMail(work, { kind: 'account_deactivated', to: email, name: display_name })
}
