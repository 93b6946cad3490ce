import type { Knex } from 'knex'

/** The contents of a cycle at the end of its first day: all later issues count as added. */
export const up = async (db: Knex) => {
  await db.raw(`
    alter table cycle_progress
      add begin_issues int not null default 0, add begin_estimate_points float8 not null default 0;
    update cycle_progress kept set begin_issues = f.issues, begin_estimate_points = f.points
      from (select c.id, coalesce(sum(s.total_issues), 0) as issues, coalesce(sum(s.total_estimate_points), 0) as points
              from cycles c join projects p on p.id = c.project_id
              left join cycle_steps s on s.id = c.id
               and (c.start_date is null or s.at < (c.start_date + 1)::timestamp at time zone p.timezone)
             group by c.id) f
     where f.id = kept.id;
  `)
}
