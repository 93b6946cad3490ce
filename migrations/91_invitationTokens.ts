import type { Knex } from 'knex'

/** The secret of an invitation's link: a column of its own, for lists, logs and snapshots say the id. */
export const up = async (db: Knex) => {
  await db.raw(
    `alter table workspace_invitations add column token text not null default replace(gen_random_uuid()::text, '-', '')`,
  )
}
