import type { Knex } from 'knex'
import type { z } from 'zod'
import { must } from '#contract/errors.ts'
import { Account, User, type UserMe } from '#contract/people/users.ts'

/** What an agent has none of: it signs in nowhere, and gets no mail. */
const NO_ACCOUNT = {
  email: '',
  last_login_medium: '',
  user_timezone: 'UTC',
  is_active: true,
  is_email_verified: false,
  is_password_autoset: false,
}

/** The caller's own three rows as one; an agent has but the first. */
export const composeMe = async (trx: Knex, id: string): Promise<z.infer<typeof UserMe>> => {
  const row = await trx('users as u')
    .leftJoin('user_contacts as c', 'c.id', 'u.id')
    .leftJoin('accounts as a', 'a.id', 'u.id')
    .leftJoin('agents as g', 'g.id', 'u.id')
    .where('u.id', id)
    .first<z.infer<typeof UserMe> | undefined>([
      ...User.columns.filter(name => name !== 'revision').map(name => `u.${name}`),
      ...Account.columns.filter(name => name !== 'id').map(name => `a.${name}`),
      'u.cover_image',
      'u.cover_image_url',
      'u.avatar_asset',
      'u.cover_image_asset',
      'c.email',
      'c.last_login_medium',
      'a.password_changed_at',
      'a.email_verified_at',
      trx.raw('coalesce(a.date_joined, g.created_at) as date_joined'),
    ])
  const me = must(row, 'the caller')
  return me.is_bot ? { ...me, ...NO_ACCOUNT, username: me.display_name } : me
}
