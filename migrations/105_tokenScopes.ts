import type { Knex } from 'knex'

/** What a token may do and where, and from where it was last used. Tokens made before keep all that they could do. */
export const up = async (db: Knex) => {
  await db.raw(`
    alter table api_tokens
      add column scopes text[] not null default '{all}',
      add column projects uuid[],
      add column last_used_from text;
    update api_tokens set scopes = '{all:read}' where is_read_only;
  `)
}
