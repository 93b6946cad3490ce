import type { Knex } from 'knex'

/** Where an issue was before it was decided: a decision that is taken back puts it there again. */
export const up = async (db: Knex) => {
  await db.raw('alter table intake_issues add column state_before uuid')
}
