import type { Knex } from 'knex'

/** Issues of an import keep the keys of their own, whatever else is called by them; issues of one title are counted. */
export const up = async (knex: Knex) => {
  await knex.raw(`
    alter table import_keys add column is_own boolean not null default true, add column uses int not null default 1;
  `)
}
