/** The contents of a cycle at the end of its first day, kept with its figures: all later issues count as added. */
import type { Knex } from 'knex'
import type { RowOf } from '#contract/define.ts'
import { addDays, startOfDay } from '#contract/people/zones.ts'
import type { CycleProgress } from '#contract/planning/progress.ts'
import type { Work } from '../../db/work.ts'

export type Begin = Pick<RowOf<typeof CycleProgress>, 'begin_issues' | 'begin_estimate_points'>

/** For each cycle the moment at which its first day is over in its project's zone; none where it has no days. */
export const firstDaysOf = async (trx: Knex, ids: string[]): Promise<Map<string, string | null>> => {
  const rows = await trx('cycles')
    .join('projects', 'projects.id', 'cycles.project_id')
    .whereIn('cycles.id', ids)
    .select<
      {
        id: string
        start_date: string | null
        timezone: string
      }[]
    >('cycles.id', 'cycles.start_date', 'projects.timezone')
  return new Map(
    rows.map(({ id, start_date, timezone }) => [
      id,
      start_date && startOfDay(addDays(start_date, 1), timezone),
    ]),
  )
}

/** Projects that came into another zone: the first days of their cycles end at another moment. */
export const rezonedIn = (works: readonly Work[]): string[] =>
  works.flatMap(({ notes }) =>
    notes.flatMap(({ entity, id, before }) =>
      entity === 'project' && before && 'timezone' in before ? [id] : [],
    ),
  )

/** Cycles that begin on another day than before. */
export const redatedIn = (works: readonly Work[]): string[] =>
  works.flatMap(({ notes }) =>
    notes.flatMap(({ entity, id, before }) =>
      entity === 'cycle' && before && 'start_date' in before ? [id] : [],
    ),
  )

/** The contents of cycles at the end of their first day, or by now if that is not over: the sum of all their steps. */
export const beginsOf = async (trx: Knex, ids: string[]): Promise<Map<string, Begin>> => {
  const { rows } = await trx.raw<{ rows: (Begin & { id: string })[] }>(
    `select c.id, coalesce(sum(s.total_issues), 0)::int as begin_issues,
            coalesce(sum(s.total_estimate_points), 0) as begin_estimate_points
       from cycles c join projects p on p.id = c.project_id
       left join cycle_steps s on s.id = c.id
        and (c.start_date is null or s.at < (c.start_date + 1)::timestamp at time zone p.timezone)
      where c.id = any(?) group by c.id`,
    [ids],
  )
  return new Map(rows.map(({ id, ...begin }) => [id, begin]))
}
