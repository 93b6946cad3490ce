import type { Knex } from 'knex'

/** When each person was last here, to the minute. */
export const up = (db: Knex) =>
  db.raw(`
    create table last_seen (user_id uuid primary key references users, at timestamptz(3) not null default now());
    insert into last_seen (user_id, at) select user_id, max(created_at) from sessions group by user_id;
  `)
