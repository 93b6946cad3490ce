import type { Knex } from 'knex'

/**
 * A text that is being written is stored many times a minute, and others are informed now and then: when they were informed last, and
 * who has written since. Null where nobody has.
 */
export const up = async (db: Knex) => {
  await db.raw(`
    alter table documents add column told_at timestamptz(3), add column untold uuid[];
    create index documents_untold on documents (told_at) where untold is not null;
  `)
}
