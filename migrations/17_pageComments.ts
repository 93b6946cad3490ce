import type { Knex } from 'knex'
import { audit } from './02_people.ts'

/**
 * Threads on the words of pages. A comment of a thread names its first one and is purged before it; its images name the
 * page as well, and both are purged after them.
 */
export const up = async (db: Knex) => {
  await db.raw(`
    create table page_comments (
      id uuid primary key, ${audit},
      page uuid not null references pages on delete cascade,
      page_owned_by uuid not null, page_owner_gone boolean not null, page_access int not null,
      project uuid not null references projects, workspace uuid not null references workspaces,
      parent uuid references page_comments, actor uuid not null,
      comment_html text not null, comment_stripped text not null default '', mentions uuid[] not null default '{}',
      quote text, anchor_start text, anchor_end text,
      resolved_at timestamptz(3), resolved_by uuid, edited_at timestamptz(3)
    );
    create index page_comments_of_page on page_comments (page, created_at, id);
    create index page_comments_of_thread on page_comments (parent);
    alter table file_assets add column page_comment uuid references page_comments deferrable initially deferred;
    create index file_assets_of_page_comment on file_assets (page_comment) where page_comment is not null;
  `)
}
