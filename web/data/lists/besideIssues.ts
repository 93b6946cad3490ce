/** The order and the sums of a list read these beside the changed issue. */
import type { Names } from '#contract/lists/issueOrder.ts'
import type { Issue } from '#contract/work/issues.ts'
import { getRow } from '../rows.ts'

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

export const beside = { row: (id: string) => getRow('issue', id), names, points }
