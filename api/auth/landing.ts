import type { Db } from '../db/knex.ts'

/**
 * A path on this site that a form may send people to: starts with exactly one slash, has no backslash and no control
 * character, so that neither another host nor another scheme can be meant.
 */
export const safePath = (value: unknown): string | null =>
  typeof value === 'string' && /^\/(?![/\\])[^\\\p{Cc}]*$/u.test(value) && value.length <= 2000 ? value : null

/** Where a person goes after signing in, without leading slash. */
export const landingPath = async (db: Db, userId: string): Promise<string> => {
  const { rows } = await db.raw<{ rows: { slug: string }[] }>(
    `select w.slug from workspace_members m join workspaces w on w.id = m.workspace_id
       left join profiles p on p."user" = m.member_id
      where m.member_id = ? and m.is_active and w.deleted_at is null
      order by (w.id = p.last_workspace_id) desc nulls last, w.created_at limit 1`,
    [userId],
  )
  return rows[0]?.slug ?? 'create-workspace'
}
