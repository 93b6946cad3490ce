import type { Knex } from 'knex'

/**
 * When a row is forgotten for good, the database looks for every row that names it, deleted ones too: an index that
 * leaves those out is of no use to it, and all rows would be read. The new index of parents holds only issues that have one.
 */
export const up = async (db: Knex) => {
  await db.raw(`
    drop index issues_of_parent;
    create index issues_of_parent on issues (parent_id) where parent_id is not null;
    drop index pages_of_parent;
    create index pages_of_parent on pages (parent) where parent is not null;
    drop index issue_relations_of_issue;
    create index issue_relations_of_issue on issue_relations (issue);
    drop index issue_relations_of_related;
    create index issue_relations_of_related on issue_relations (related_issue);
    drop index comment_reactions_of_issue;
    create index comment_reactions_of_issue on comment_reactions (issue);
    create index comment_reactions_of_comment on comment_reactions (comment);
    create index issue_reactions_of_issue on issue_reactions (issue);
    create index issue_links_of_issue on issue_links (issue);
    create index intake_issues_of_issue on intake_issues (issue);
    create index draft_issues_of_parent on draft_issues (parent_id) where parent_id is not null;
    create index mutes_on_issue on mutes (issue) where issue is not null;
    create index mutes_on_page on mutes (page) where page is not null;
  `)
}
