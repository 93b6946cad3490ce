import type { Knex } from 'knex'

/**
 * A search looks at the newest hits of each kind alone, found by their words or, where nearly every row has them, by
 * going back from the newest row. What is there is filled in anew, and found meanwhile.
 */
export const up = async (db: Knex) => {
  await db.raw(`
    alter table search_entries
      add column made timestamptz(3) not null default now(),
      add column names tsvector not null default '';
    alter table search_entries alter column names set statistics 0;
    create index search_entries_names on search_entries using gin (names) with (fastupdate = off);
    create index search_entries_newest on search_entries (workspace, kind, made desc, id desc);
    delete from search_fills;
  `)
}
