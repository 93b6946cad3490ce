import type { Knex } from 'knex'

/** Finds the issues that were taken from below another: they come back to it when it does. */
export const up = async (db: Knex) => {
  await db.raw(
    `create index issue_activities_of_parent on issue_activities (old_identifier) where field = 'parent'`,
  )
}
