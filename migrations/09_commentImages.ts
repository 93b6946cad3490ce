import type { Knex } from 'knex'

/** An image of a comment keeps its comment until the purge has removed its bytes. */
export const up = async (db: Knex) => {
  await db.raw(`
    alter table file_assets add foreign key (comment) references issue_comments;
    create index file_assets_of_comment on file_assets (comment);
  `)
}
