import type { Issue } from '#contract/work/issues.ts'
import { lockRows } from '../../db/order.ts'
import type { Work } from '../../db/work.ts'
import type { IssueValues } from './issue.rules.ts'

/**
 * The times at which issues that go back to a cycle had come there, where the given time is true: a line of the history
 * reports that second. Any other claim is ignored, and the issue comes now.
 */
export const beforeIn = async (
  work: Work,
  given: { issue: Issue; values: IssueValues }[],
): Promise<Map<string, string>> => {
  const asked = given.flatMap(({ issue: { id }, values: { cycle_id, cycle_added_at } }) => {
    const at = Date.parse(cycle_added_at ?? '')
    return cycle_id && at > 0 && at <= Date.parse(work.now)
      ? { id, cycle_id, at: new Date(at).toISOString() }
      : []
  })
  if (asked.length === 0) return new Map()
  const { rows } = await work.trx.raw<{ rows: { id: string; at: string }[] }>(
    `select asked.id, asked.at
       from jsonb_to_recordset(?::jsonb) as asked(id uuid, cycle_id uuid, at text)
      where exists (select 1 from issue_activities a
              where a.issue = asked.id and a.epoch = floor(extract(epoch from asked.at::timestamptz))
                and a.field = 'cycles' and a.new_identifier = asked.cycle_id)`,
    [JSON.stringify(asked)],
  )
  return new Map(rows.map(({ id, at }) => [id, at]))
}

/**
 * Issues on such a way back to a cycle that is over: it takes no new ones, and these were in it when it ended. Whoever
 * left it earlier stays out.
 */
export const returning = async (
  work: Work,
  projectId: string,
  given: { issue: Issue; values: IssueValues }[],
  cameBefore: ReadonlyMap<string, string>,
): Promise<ReadonlySet<string>> => {
  const asked = given.flatMap(({ issue: { id }, values: { cycle_id } }) =>
    cameBefore.has(id) ? { id, cycle_id } : [],
  )
  if (asked.length === 0) return new Set()
  const rows = await lockRows<{ id: string }>(
    work,
    'cycles',
    trx =>
      trx('cycles')
        .joinRaw(
          `join jsonb_to_recordset(?::jsonb) as asked(id uuid, cycle_id uuid) on asked.cycle_id = cycles.id
           join projects p on p.id = cycles.project_id`,
          [JSON.stringify(asked)],
        )
        .where('cycles.project_id', projectId)
        .whereNull('cycles.deleted_at')
        .whereNull('cycles.archived_at')
        .whereRaw('cycles.end_date < (?::timestamptz at time zone p.timezone)::date', [work.now])
        .whereRaw(
          `exists (select 1 from issue_activities a
             where a.issue = asked.id and a.field = 'cycles' and a.old_identifier = cycles.id
               and (a.created_at at time zone p.timezone)::date > cycles.end_date)`,
        )
        .select('asked.id'),
    'keep',
  )
  return new Set(rows.map(({ id }) => id))
}
