import type { Knex } from 'knex'

type Reference = [table: string, column: string, rule: 'cascade' | 'set null']

// What belongs to an issue, a cycle, a module, an estimate or a comment goes with it; what only names it stays.
const references: Reference[] = [
  ['issue_activities', 'issue', 'cascade'],
  ['issue_comments', 'issue', 'cascade'],
  ['issue_reactions', 'issue', 'cascade'],
  ['comment_reactions', 'issue', 'cascade'],
  ['comment_reactions', 'comment', 'cascade'],
  ['issue_links', 'issue', 'cascade'],
  ['issue_relations', 'issue', 'cascade'],
  ['issue_relations', 'related_issue', 'cascade'],
  ['issue_relations', 'related_project', 'cascade'],
  ['issue_subscriptions', 'issue', 'cascade'],
  ['issue_modules', 'issue_id', 'cascade'],
  ['issue_modules', 'module_id', 'cascade'],
  ['estimate_points', 'estimate', 'cascade'],
  ['user_properties', 'project', 'cascade'],
  ['user_properties', 'cycle', 'cascade'],
  ['user_properties', 'module', 'cascade'],
  ['issues', 'cycle_id', 'set null'],
  ['draft_issues', 'state_id', 'set null'],
  ['draft_issues', 'parent_id', 'set null'],
  ['draft_issues', 'cycle_id', 'set null'],
]

/** What becomes of a row when one that it names is purged; and images of comments, which wait for the job instead. */
export const up = async (db: Knex) => {
  for (const [table, column, rule] of references) {
    const { rows } = await db.raw<{ rows: { name: string; parent: string }[] }>(
      `select c.conname as name, c.confrelid::regclass::text as parent
         from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
        where c.contype = 'f' and c.conrelid = ?::regclass and a.attname = ?`,
      [table, column],
    )
    for (const { name, parent } of rows)
      await db.raw(
        `alter table ?? drop constraint ??,
           add constraint ?? foreign key (??) references ?? on delete ${rule}`,
        [table, name, name, column, parent],
      )
  }
  await db.raw(`
    alter table file_assets add foreign key (comment) references issue_comments;
    create index file_assets_of_comment on file_assets (comment);
  `)
}
