import type { Knex } from 'knex'

/** How each person reads the calendar and the clock; without a day the week begins as where their browser is. */
export const up = async (db: Knex) => {
  await db.raw(`
    alter table profiles
      add start_of_the_week smallint check (start_of_the_week between 0 and 6),
      add time_format text not null default '24-hour' check (time_format in ('12-hour', '24-hour'));
  `)
}
