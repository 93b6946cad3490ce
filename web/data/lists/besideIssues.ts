/** The order and the sums of a list read these beside the changed issue. */
import type { Names } from '#contract/lists/issueOrder.ts'
import type { Scope } from '#contract/lists/issueQuery.ts'
import type { Issue } from '#contract/work/issues.ts'
import { getRow, getRows } from '../rows.ts'

const names: Names = (kind, id) => {
  switch (kind) {
    case 'assignee':
      return getRow('user', id)?.first_name ?? null
    case 'estimate_point':
      return getRow('estimate_point', id)?.key ?? null
    default:
      return getRow(kind, id)?.name ?? null
  }
}
const points = (row: Issue) => Number(getRow('estimate_point', row.estimate_point)?.value) || 0

/** Are there estimates in points to add up? */
export const hasPoints = (scope: Scope) =>
  getRows('estimate').some(
    one => one.last_used && one.type === 'points' && (!('project' in scope) || scope.project === one.project),
  )

export const beside = { row: (id: string) => getRow('issue', id), names, points, hasPoints }
