import type { Knex } from 'knex'
import { failFields, missingPk, must } from '#contract/errors.ts'
import { Issue } from '#contract/work/issues.ts'
import { gathered } from '../../db/gather.ts'
import { prepared } from '../../db/knex.ts'
import { lockBy } from '../../db/order.ts'
import { insertAll } from '../../db/rows.ts'
import type { Work } from '../../db/work.ts'
import { STEP } from './order.ts'

type New = { work: Work; projectId: string; stateId: string | null; values: Partial<Issue> }
type Slot = {
  state_id: string | null
  state__group: string
  default_assignee: string | null
  top: number | null
}

// The counter's row lock makes creations of a project queue here, so numbers have no gap and no double.
const takeNumbers = async ({ trx }: Work, projectId: string, count: number): Promise<number> => {
  const { rows } = await prepared<{ last: number }>(
    trx,
    'numbers of issues',
    `update project_counters set last_sequence = last_sequence + :count where project_id = :projectId
     returning last_sequence - :count as last`,
    { count, projectId },
  )
  return must(rows[0], 'the project’s counter').last
}

// A statement of its own after the wait for the counter: the waiting call then sees the rows of the one before it.
const findSlots = async (work: Work, projectId: string, stateIds: (string | null)[]): Promise<Slot[]> => {
  const ids = (trx: Knex) => trx('states').where('project_id', projectId).pluck('id')
  const { rows } = await lockBy(work, { table: 'states', mode: 'keep', ids }, clause =>
    prepared<Slot>(
      work.trx,
      `slots of issues ${clause}`,
      `select state.id as state_id, state."group" as state__group,
            (select case when m.is_active then p.default_assignee end from projects p
               left join project_members m on m.project = p.id and m.member = p.default_assignee
              where p.id = :projectId) as default_assignee,
            (select i.sort_order from issues i where i.project_id = :projectId and i.state_id = state.id
                and i.active order by i.sort_order desc limit 1) as top
       from unnest(:stateIds::uuid[]) with ordinality as asked(id, nth)
       left join lateral (
         select states.id, "group" from states
          where project_id = :projectId and deleted_at is null and (states.id = asked.id or asked.id is null)
            and "group" <> 'triage'
          order by "default" desc, sequence limit 1 ${clause}
       ) state on true
      order by asked.nth`,
      { projectId, stateIds },
    ),
  )
  return rows
}

/** New issues with the next numbers of their project, each at the end of its state; those of one moment as one. */
export const placeIssue = gathered(async (given: New[]): Promise<Issue[]> => {
  const made = new Map<New, Issue>()
  for (const [projectId, here] of Map.groupBy(given, one => one.projectId)) {
    const { work } = here[0]!
    const last = await takeNumbers(work, projectId, here.length)
    const slots = await findSlots(
      work,
      projectId,
      here.map(({ stateId }) => stateId),
    )
    // The wait for the number may have been long. Made at the moment that it was given, it need not be stamped anew.
    const now = new Date().toISOString()
    const tops = new Map<string, number>()
    const rows = here.map(({ work: own, stateId, values }, at) => {
      const slot = slots[at]!
      if (!slot.state_id) return failFields({ state_id: [missingPk(stateId)] })
      const top = tops.get(slot.state_id) ?? slot.top
      const sort_order = top === null ? values.sort_order! : top + STEP
      tops.set(slot.state_id, sort_order)
      own.now = own.at ?? now
      return {
        work: own,
        values: {
          ...values,
          sort_order,
          sequence_id: last + at + 1,
          state_id: slot.state_id,
          state__group: slot.state__group,
          cycle_added_at: values.cycle_id ? own.now : null,
          completed_at: slot.state__group === 'completed' ? own.now : null,
          assignee_ids:
            values.assignee_ids?.length || !slot.default_assignee
              ? values.assignee_ids
              : [slot.default_assignee],
        },
      }
    })
    for (const [at, row] of (await insertAll(Issue, rows)).entries()) made.set(here[at]!, row)
  }
  return given.map(one => must(made.get(one), 'the issue'))
})
