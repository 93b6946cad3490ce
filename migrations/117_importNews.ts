import type { Knex } from 'knex'

/** The end of an import: of no project, or of several, in notifications; and sent by webhooks that send everything. */
export const up = async (db: Knex) => {
  await db.raw('alter table notifications alter column project drop not null')
  await db.raw(`
    update webhooks set events = events || '["import"]'
     where project and issue and module and cycle and issue_comment
       and events @> '["attachment","link","page","page_comment","view","state","label","member","intake_issue"]'
  `)
}
