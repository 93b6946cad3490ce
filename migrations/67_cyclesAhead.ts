import type { Knex } from 'knex'

/**
 * Cycles that a project has made ahead: how many, how long, from which weekday on (0 is Sunday), and where open issues
 * go.
 */
export const up = async (db: Knex) => {
  await db.raw(`
    alter table projects
      add cycles_ahead int not null default 0, add cycle_weeks int not null default 2,
      add cycle_weekday int not null default 1, add cycle_rest text not null default 'next';
    -- How far the rule has come: the last day of the last place that a cycle was made for, and the day up to which what
    -- was left of cycles has been seen to. Nobody sees these rows.
    create table cycle_pace (
      project uuid primary key references projects on delete cascade,
      made_to date not null, rest_to date not null
    );
  `)
}
