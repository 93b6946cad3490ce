import { Issue } from '#contract/work/issues.ts'
import { locked } from '../../db/locked.ts'
import { updateAll } from '../../db/rows.ts'
import type { Work } from '../../db/work.ts'

/** Between two neighbours of a manual order. */
export const STEP = 10_000

/** Places of a state's issues, spread anew where a moved one has met another. */
export const spread = async (work: Work, moved: Issue[]): Promise<void> => {
  const done = new Set<string>()
  for (const issue of moved) {
    if (done.has(issue.state_id)) continue
    const { project_id, state_id, sort_order } = issue
    const here = { project_id, state_id }
    const twins = work.trx('issues').where({ ...here, sort_order, deleted_at: null })
    if (!(await twins.whereNot('id', issue.id).first('id'))) continue
    done.add(state_id)
    const rows = await locked(work, Issue, here)
    rows.sort(
      (a, b) =>
        a.sort_order - b.sort_order ||
        // The moved one is before its twin: that is where it was dropped.
        Number(b.id === issue.id) - Number(a.id === issue.id) ||
        Date.parse(b.created_at) - Date.parse(a.created_at),
    )
    await updateAll(
      work,
      Issue,
      rows.map((before, at) => ({ before, patch: { sort_order: (at + 1) * STEP } })),
    )
  }
}
