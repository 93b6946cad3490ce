import type { Db } from '../db/knex.ts'

/** Every editing spell is kept for so long; of the days before, the last version of each. */
const WHOLE_DAYS = 7

/** Lets old versions go; never one with a name, the last of its day, or the one that is being written. */
export const thinVersions = async (db: Db): Promise<{ versions: number }> => {
  const { rowCount } = await db.raw<{ rowCount: number }>(
    `delete from page_versions v
      where v.name is null and v.state is not null and v.last_saved_at < now() - make_interval(days => ?)
        and exists (
          select 1 from page_versions later
           where later.page = v.page and (later.last_saved_at, later.id) > (v.last_saved_at, v.id)
             and (later.last_saved_at at time zone 'UTC')::date = (v.last_saved_at at time zone 'UTC')::date)`,
    [WHOLE_DAYS],
  )
  return { versions: rowCount }
}
