import type { Knex } from 'knex'

/** Issues show the modules that are in no archive; which of the others they are in, their links say. */
export const up = async (db: Knex) => {
  await db.raw(`
    update issues set revision = revision + 1, module_ids = coalesce(
        (select array_agg(one.id order by one.at) from unnest(issues.module_ids) with ordinality as one(id, at)
           join modules m on m.id = one.id and m.archived_at is null), '{}')
     where exists (select 1 from modules m where m.archived_at is not null and m.id = any(issues.module_ids))
  `)
}
