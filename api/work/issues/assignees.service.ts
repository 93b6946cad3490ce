import { Issue } from '#contract/work/issues.ts'
import { locked } from '../../db/locked.ts'
import { updateAll } from '../../db/rows.ts'
import type { Work } from '../../db/work.ts'
import { followsFromElsewhere } from '../activity/record.ts'

/**
 * Brings `assignee_ids` of a person's issues in a project into line with their membership: assignments stay when someone
 * leaves, but only active members show as assigned.
 */
export const syncAssignees = async (work: Work, userId: string, projectId: string): Promise<void> => {
  const issues = await locked(work, Issue, rows =>
    rows
      .where('project_id', projectId)
      .whereRaw('id in (select issue_id from issue_assignees where user_id = ?)', [userId]),
  )
  if (issues.length === 0) return
  const { rows } = await work.trx.raw<{ rows: { issue_id: string; ids: string[] }[] }>(
    `select a.issue_id, array_agg(a.user_id order by a.user_id) filter (where m.is_active) as ids
       from issue_assignees a left join project_members m on m.member = a.user_id and m.project = ?
      where a.issue_id = any(?) group by a.issue_id`,
    [projectId, issues.map(issue => issue.id)],
  )
  const idsOf = new Map(rows.map(row => [row.issue_id, row.ids ?? []]))
  followsFromElsewhere(work)
  await updateAll(
    work,
    Issue,
    issues.map(before => ({ before, patch: { assignee_ids: idsOf.get(before.id) ?? [] } })),
  )
}
