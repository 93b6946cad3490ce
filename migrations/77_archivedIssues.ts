import type { Knex } from 'knex'

/** Who put an issue into the archive; of those that are there already their history says. */
export const up = async (db: Knex) => {
  await db.raw(`
    alter table issues add column archived_by uuid;
    update issues i set archived_by =
      (select a.actor from issue_activities a
        where a.issue = i.id and a.field = 'archived_at' and a.new_value <> 'restore'
        order by a.created_at desc limit 1)
     where i.archived_at is not null;
  `)
  // Drafts have the columns of an issue; none of them is in the archive.
  const { rows } = await db.raw(`select pg_get_viewdef('draft_issue_rows'::regclass) as body`)
  const body = (rows as { body: string }[])[0]!.body.replace(
    /\n\s*FROM /,
    ',\n    null::uuid as archived_by$&',
  )
  await db.raw(`create or replace view draft_issue_rows as ${body}`)
}
