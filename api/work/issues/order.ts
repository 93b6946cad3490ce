import { Issue } from '#contract/work/issues.ts'
import { updateAll } from '../../db/rows.ts'
import type { Work } from '../../db/work.ts'

/** Between two neighbours of a manual order. */
export const STEP = 10_000

/** Places of a state's issues, spread anew where a moved one has met another. */
export const spread = async (work: Work, moved: Issue[]): Promise<void> => {
  const done = new Set<string>()
  for (const issue of moved) {
    if (done.has(issue.state_id)) continue
    const here = () =>
      work
        .trx('issues')
        .where({ project_id: issue.project_id, state_id: issue.state_id })
        .whereNull('deleted_at')
    if (!(await here().where('sort_order', issue.sort_order).whereNot('id', issue.id).first('id'))) continue
    done.add(issue.state_id)
    const rows = await here()
      // The moved one stands before its twin: that is where it was dropped.
      .orderByRaw('sort_order, id = ? desc, created_at desc', [issue.id])
      .forUpdate()
      .select<Issue[]>(Issue.columns)
    await updateAll(
      work,
      Issue,
      rows.map((before, at) => ({ before, patch: { sort_order: (at + 1) * STEP } })),
    )
  }
}
