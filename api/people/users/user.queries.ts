import type { Knex } from 'knex'
import type { z } from 'zod'
import { must } from '#contract/errors.ts'
import { Account, User, type UserMe } from '#contract/people/users.ts'

/** The caller's own three rows as one. */
export const composeMe = async (trx: Knex, id: string): Promise<z.infer<typeof UserMe>> => {
  const row = await trx('users as u')
    .join('user_contacts as c', 'c.id', 'u.id')
    .join('accounts as a', 'a.id', 'u.id')
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
    ])
  return must(row, 'the caller')
}
