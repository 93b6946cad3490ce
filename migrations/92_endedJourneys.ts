import type { Knex } from 'knex'

/** Journeys to other services that somebody came back from: the sealed cookie of one counts once. */
export const up = async (db: Knex) => {
  await db.raw('create table ended_journeys (state text primary key, until timestamptz(3) not null)')
}
