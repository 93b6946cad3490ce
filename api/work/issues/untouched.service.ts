/** The issues that automations take: what the job takes and what a preview counts is one question. */
import type { Knex } from 'knex'
import type { RowOf } from '#contract/define.ts'
import { dayIn } from '#contract/people/zones.ts'
import { State } from '#contract/work/states.ts'
import type { Project } from '#contract/workspace/projects.ts'

type ProjectRow = RowOf<typeof Project>
type StateRow = RowOf<typeof State>

const DAYS_OF_MONTH = 30
const ENDED = ['completed', 'cancelled']

/**
 * Those of a project that nobody has touched for so many months. Leaves planned work alone: the cycle and all of
 * its modules must be over, by the days of the project's zone. Archived ones count as over.
 */
export const untouched = (
  trx: Knex,
  project: ProjectRow,
  { months, ended, now }: { months: number; ended: boolean; now: string },
) => {
  const today = dayIn(project.timezone, Date.parse(now))
  return trx('issues')
    .where({ project_id: project.id, active: true })
    .whereRaw('updated_at <= ?::timestamptz - make_interval(days => ?)', [now, months * DAYS_OF_MONTH])
    .whereRaw('(state__group = any(?)) = ?', [ENDED, ended])
    .whereRaw(
      `not exists (select 1 from cycles c where c.id = issues.cycle_id and c.deleted_at is null
         and c.archived_at is null and (c.end_date is null or c.end_date >= ?))`,
      [today],
    )
    .whereRaw(
      `not exists (select 1 from modules m where m.id = any(issues.module_ids)
         and (m.target_date is null or m.target_date >= ?))`,
      [today],
    )
}

/** The state that closing leads to: the chosen one while it ends an issue, else the first cancelled one. */
export const closingState = (project: ProjectRow, states: readonly StateRow[]): StateRow | undefined => {
  const inOrder = [...states].sort((a, b) => a.sequence - b.sequence)
  const chosen = inOrder.find(({ id, group }) => id === project.default_state && ENDED.includes(group))
  return chosen ?? inOrder.find(({ group }) => group === 'cancelled')
}

/** How many issues the job would archive and close now, were the project's months these. */
export const countUntouched = async (
  trx: Knex,
  project: ProjectRow,
  { archive_in = 0, close_in = 0 }: { archive_in?: number | undefined; close_in?: number | undefined },
): Promise<{ archived: number; closed: number }> => {
  const now = new Date().toISOString()
  const count = async (months: number, ended: boolean): Promise<number> => {
    if (months === 0) return 0
    const [row] = (await untouched(trx, project, { months, ended, now }).select(
      trx.raw('count(*)::int as total'),
    )) as { total: number }[]
    return row?.total ?? 0
  }
  const states = await trx('states')
    .where({ project_id: project.id })
    .whereNull('deleted_at')
    .select<StateRow[]>(State.columns)
  return {
    archived: await count(archive_in, true),
    closed: closingState(project, states) ? await count(close_in, false) : 0,
  }
}
