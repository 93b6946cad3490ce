import type { Knex } from 'knex'

/**
 * A deleted state or point remembers its issues and its replacement, for its way back; a state also their times of
 * completion.
 */
export const up = async (db: Knex) => {
  await db.raw(`
    alter table states add column let_go uuid[] not null default '{}', add column let_go_to uuid,
      add column let_go_ends text[] not null default '{}';
    alter table estimate_points add column let_go uuid[] not null default '{}', add column let_go_to uuid;
  `)
}
