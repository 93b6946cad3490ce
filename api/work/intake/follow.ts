import { IntakeIssue } from '#contract/work/intake.ts'
import type { Issue } from '#contract/work/issues.ts'
import { locked } from '../../db/locked.ts'
import { removeAll, updateAll } from '../../db/rows.ts'
import type { Derive, Work } from '../../db/work.ts'

const followIssuesOf = async (work: Work): Promise<void> => {
  const gone: string[] = []
  const back: string[] = []
  for (const { entity, op, id, row, before } of work.notes) {
    if (entity !== 'issue' || (row as Issue).intake_status === null) continue
    if (op === 'delete') gone.push(id)
    else if (before?.deleted_at && !(row as Issue).deleted_at) back.push(id)
  }
  if (gone.length > 0)
    await removeAll(work, IntakeIssue, await locked(work, IntakeIssue, rows => rows.whereIn('id', gone)))
  if (back.length === 0) return
  const rows = await locked(work, IntakeIssue, rows => rows.whereIn('id', back), 'deleted')
  await updateAll(
    work,
    IntakeIssue,
    rows.map(before => ({ before, patch: { deleted_at: null } })),
  )
}

/** The intake's row goes and comes back with its issue, whatever deletes or restores that. */
export const followIssues: Derive = async works => {
  for (const work of works) await followIssuesOf(work)
}
