import type { Knex } from 'knex'

/**
 * Copies of an image share its bytes: a key goes with the last row that names it. Images of drafts are known, and an image
 * may be given to a comment or a draft that is only just being made.
 */
export const up = async (db: Knex) => {
  await db.raw(`
    alter table file_assets drop constraint file_assets_asset_key,
      alter constraint file_assets_comment_fkey deferrable initially deferred,
      add foreign key (draft_issue) references draft_issues deferrable initially deferred;
    create index file_assets_of_key on file_assets (asset);
    create index file_assets_of_draft on file_assets (draft_issue);
  `)
}
