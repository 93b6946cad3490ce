import type { Knex } from 'knex'

/**
 * What a search looks through: an entry for each row that has words, the words of names (for typing errors), and how
 * far each workspace's older rows have been taken in. All of it is made from other tables, and may be made anew.
 */
export const up = async (db: Knex) => {
  await db.raw(`
    create table search_entries (
      id uuid primary key, kind text not null,
      workspace uuid not null references workspaces on delete cascade,
      -- Folded. Words of names have weight A.
      name text not null, words tsvector not null
    );
    -- How often which word occurs helps no plan, and counting them reads every entry.
    alter table search_entries alter column words set statistics 0;
    create index search_entries_words on search_entries using gin (words) with (fastupdate = off);

    create table search_words (
      workspace uuid not null references workspaces on delete cascade,
      word text not null,
      -- The word, and the word without each of its letters.
      forms text[] not null,
      primary key (workspace, word)
    );
    create index search_words_forms on search_words using gin (forms);

    create table search_fills (
      workspace uuid primary key references workspaces on delete cascade,
      kind int not null default 0, after uuid, ended_at timestamptz(3)
    );
  `)
}
