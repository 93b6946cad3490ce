import type { Knex } from 'knex'

/** News that waits for its mail. */
export const up = async (db: Knex) => {
  await db.raw(`
    create table notifications_to_mail (
      notification uuid primary key references notifications on delete cascade,
      receiver uuid not null, issue uuid not null,
      created_at timestamptz(3) not null default now()
    );
    create index notifications_to_mail_of on notifications_to_mail (receiver, issue);
  `)
}
