import type { RowOf } from '#contract/define.ts'
import { must } from '#contract/errors.ts'
import { isOnboarded, Profile } from '#contract/people/users.ts'
import type { Db } from '../../db/knex.ts'
import { countWaiting } from '../../workspace/invitations/invitation.service.ts'

/** Whether somebody's first steps are behind them. */
export const hasOnboarded = async (db: Db, userId: string): Promise<boolean> =>
  isOnboarded(
    must(
      await db('profiles').where('user', userId).first<RowOf<typeof Profile>>(Profile.columns),
      'the profile',
    ),
  )

/** Where a person goes after signing in, without leading slash: through their first steps, then to their work. */
export const landingPath = async (db: Db, userId: string): Promise<string> => {
  if (!(await hasOnboarded(db, userId))) return 'onboarding'
  const { rows } = await db.raw<{ rows: { slug: string }[] }>(
    `select w.slug from workspace_members m join workspaces w on w.id = m.workspace_id
       left join profiles p on p."user" = m.member_id
      where m.member_id = ? and m.is_active and w.deleted_at is null
      order by (w.id = p.last_workspace_id) desc nulls last, w.created_at limit 1`,
    [userId],
  )
  if (rows[0]) return rows[0].slug
  return (await countWaiting(db, userId)) > 0 ? 'invitations' : 'create-workspace'
}
