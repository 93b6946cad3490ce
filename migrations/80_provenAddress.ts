import type { Knex } from 'knex'

/** When an address was proven to be its person's; of earlier proofs nobody noted it. */
export const up = async (db: Knex) => {
  await db.raw('alter table accounts add column email_verified_at timestamptz(3)')
}
