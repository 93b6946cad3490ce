import type { RowOf } from '#contract/define.ts'
import { must } from '#contract/errors.ts'
import { Profile } from '#contract/people/users.ts'
import type { Db } from '../../db/knex.ts'
import { countWaiting } from '../../workspace/invitations/invitation.service.ts'

/**
 * A path on this site that a form may send people to: starts with exactly one slash, has no backslash and no control
 * character, so that neither another host nor another scheme can be meant.
 */
const SAFE = /^\/(?![/\\])[^\\\p{Cc}]*$/u

export const safePath = (value: unknown): string | null => {
  if (typeof value !== 'string' || value.length > 2000 || !SAFE.test(value)) return null
  // In the letters that a header may hold; and judged again, since the way there may lead up and out.
  const url = URL.parse(`http://here${value.toWellFormed()}`)
  const path = url && url.pathname + url.search + url.hash
  return path !== null && SAFE.test(path) ? path : null
}

/**
 * Where a person goes after signing in, without leading slash: to their work, though they have passed over their first
 * steps. These await whoever is nowhere yet.
 */
export const landingPath = async (db: Db, userId: string): Promise<string> => {
  const { rows } = await db.raw<{ rows: { slug: string }[] }>(
    `select w.slug from workspace_members m join workspaces w on w.id = m.workspace_id
       left join profiles p on p."user" = m.member_id
      where m.member_id = ? and m.is_active and w.deleted_at is null
      order by (w.id = p.last_workspace_id) desc nulls last, w.created_at limit 1`,
    [userId],
  )
  if (rows[0]) return rows[0].slug
  const { is_onboarded, onboarding_step } = must(
    await db('profiles').where('user', userId).first<RowOf<typeof Profile>>(Profile.columns),
    'the profile',
  )
  if (!is_onboarded && !Object.values(onboarding_step).every(Boolean)) return 'onboarding'
  return (await countWaiting(db, userId)) > 0 ? 'invitations' : 'create-workspace'
}
