import type { Knex } from 'knex'

/** The configuration of an instance, and its queue of mails. */
export const up = async (db: Knex) => {
  await db.raw(`
    drop table instance_configurations;
    create table instance_configurations (
      id uuid primary key, key text not null unique, value text,
      created_at timestamptz(3) not null default now(), updated_at timestamptz(3) not null default now()
    );
    create table mails (
      id uuid primary key, kind text not null, recipient text not null, facts jsonb not null,
      -- waiting, handed (the other server may have it), sent, failed, late, off (nobody sends mail here)
      state text not null default 'waiting',
      attempts int not null default 0, next_at timestamptz(3) not null default now(),
      useless_at timestamptz(3) not null, said text,
      created_at timestamptz(3) not null default now(), ended_at timestamptz(3)
    );
    create index mails_waiting on mails (next_at) where state = 'waiting';
    create index mails_ended on mails (ended_at) where ended_at is not null;
  `)
}
