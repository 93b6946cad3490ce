import type { Knex } from 'knex'

/** Tables whose rows have a key in the system that they were brought from, with the column of their project. */
const keyed = {
  states: 'project_id',
  labels: 'project_id',
  issues: 'project_id',
  cycles: 'project_id',
  modules: 'project_id',
  issue_comments: 'project',
}

/**
 * A key names one live row of a project. Rows that shared one before stay as they are, told apart by a number, and so is a row
 * that comes back when another has taken its key meanwhile.
 */
export const up = async (db: Knex) => {
  await db.raw(`
    alter table labels add column description text not null default '';
    alter table intake_issues add column external_id text, add column external_source text;
    drop index states_external;
    drop index labels_external;
  `)
  for (const [table, project] of Object.entries(keyed))
    await db.raw(`
      alter table ${table} add column external_twin int not null default 0;
      update ${table} t set external_twin = twins.nth from (
        select id, row_number() over (partition by ${project}, external_source, external_id order by created_at, id) - 1 as nth
          from ${table}
         where external_id is not null and external_source is not null and deleted_at is null) twins
       where twins.id = t.id and twins.nth > 0;
      create unique index ${table}_external on ${table} (${project}, external_source, external_id, external_twin)
        where external_id is not null and external_source is not null and deleted_at is null;

      create function ${table}_external() returns trigger language plpgsql as $$
      begin
        if old.deleted_at is not null then
          new.external_twin := coalesce((select max(external_twin) + 1 from ${table}
            where ${project} = new.${project} and external_source = new.external_source and external_id = new.external_id
              and deleted_at is null and id <> new.id), 0);
        else
          new.external_twin := 0;
        end if;
        return new;
      end $$;
      create trigger ${table}_external before update on ${table} for each row
        when (new.external_id is not null and new.external_source is not null and new.deleted_at is null and (
          old.deleted_at is not null or (old.external_id, old.external_source) is distinct from (new.external_id, new.external_source)))
        execute function ${table}_external();
    `)
}
