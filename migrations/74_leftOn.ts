import type { Knex } from 'knex'

/** Issues that have left a cycle or module are found by it: the list of a day of the past asks for them. */
export const up = async (db: Knex) => {
  await db.raw(`
    create index issue_activities_left on issue_activities (old_identifier, issue)
      where field in ('cycles', 'modules') and deleted_at is null
  `)
}
