import type { Knex } from 'knex'

/** Requests to an intake wait in their project's default state, and not in a hidden one of their own: so it was always. */
export const up = async (db: Knex) => {
  await db.raw(`
    create temporary table first_states on commit drop as
      select hidden.id as hidden, first.id, first."group", first.name
        from states hidden
        join lateral (
          select s.id, s."group", s.name from states s
           where s.project_id = hidden.project_id and s.deleted_at is null and s."group" <> 'triage'
           order by s."default" desc, s.sequence limit 1
        ) first on true
       where hidden."group" = 'triage';
    update issues i set state_id = f.id, state__group = f."group", revision = revision + 1
      from first_states f where i.state_id = f.hidden;
    update intake_issues r set state_before = f.id from first_states f where r.state_before = f.hidden;
    update issue_activities a set old_identifier = f.id, old_value = f.name
      from first_states f where a.field = 'state' and a.old_identifier = f.hidden;
    update issue_activities a set new_identifier = f.id, new_value = f.name
      from first_states f where a.field = 'state' and a.new_identifier = f.hidden;
    delete from issue_activities a using first_states f
     where a.field = 'state' and a.old_identifier = f.id and a.new_identifier = f.id;
    update notifications n set old_identifier = f.id, old_value = f.name
      from first_states f where n.field = 'state' and n.old_identifier = f.hidden;
    update notifications n set new_identifier = f.id, new_value = f.name
      from first_states f where n.field = 'state' and n.new_identifier = f.hidden;
  `)
}
