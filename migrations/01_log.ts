import type { Knex } from 'knex'

/** The change log, its counters, and the mutation ids that make a repeated write harmless. */
export const up = async (db: Knex) => {
  await db.raw(`
    create table change_counters (
      scope_id uuid primary key,
      seq bigint not null,
      oldest bigint not null default 0
    );
    create table changes (
      scope_id uuid not null,
      seq bigint not null,
      entity text not null,
      row_id uuid not null,
      op text not null,
      row jsonb not null,
      before jsonb,
      mutation_id uuid,
      actor_id uuid,
      at timestamptz(3) not null default now(),
      primary key (scope_id, seq)
    );
    create index changes_by_age on changes using brin (at);
    create table mutations (
      id uuid primary key,
      user_id uuid not null,
      at timestamptz(3) not null default now()
    );
    create index mutations_by_age on mutations using brin (at);
  `)
}
