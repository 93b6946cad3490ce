import type { Knex } from 'knex'

/** The time at which an issue came into its cycle; for present ones as far as their history says. */
export const up = async (db: Knex) => {
  await db.raw(`
    alter table issues add cycle_added_at timestamptz(3);
    update issues i set cycle_added_at = coalesce(
      (select max(a.created_at) from issue_activities a
        where a.issue = i.id and a.field = 'cycles' and a.new_identifier = i.cycle_id), i.created_at)
     where i.cycle_id is not null;
  `)
  // Drafts have the columns of an issue; nothing has come into a cycle with one.
  const { rows } = await db.raw(`select pg_get_viewdef('draft_issue_rows'::regclass) as body`)
  const body = (rows as { body: string }[])[0]!.body.replace(
    /\n\s*FROM /,
    ',\n    null::timestamptz(3) as cycle_added_at$&',
  )
  await db.raw(`create or replace view draft_issue_rows as ${body}`)
}
