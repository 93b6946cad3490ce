/** Cells of a sheet put onto cells of the table: all of them as one change, or none of them. */

import type { IssueChange } from '#contract/work/issues.ts'
import { type Issue, MAX_BULK } from '#contract/work/issues.ts'
import { getRow } from '../../../data/rows.ts'
import { toast } from '../../../ui/popups/Toast.tsx'
import { changeIssues, mayChange, subjectOf } from '../../acts/issueActions.ts'
import { keyOf } from '../../acts/issueAddress.ts'
import { cellTexts } from './cellTexts.ts'
import { columns as allColumns } from './columns.tsx'

/** The issues and columns from the cell on, down and to the right; `isRange` where several cells are marked. */
export type Place = { ids: readonly string[]; columns: readonly string[]; isRange: boolean }

const nameOf = (id: string) => allColumns.find(column => column.id === id)?.name ?? 'Issue'

// One value fills all that is marked.
const spread = (cells: readonly string[][], { ids, columns, isRange }: Place): readonly string[][] => {
  const [first] = cells[0] ?? []
  if (!isRange || cells.length > 1 || (cells[0]?.length ?? 0) > 1 || first === undefined) return cells
  return ids.map(() => columns.map(() => first))
}

/** The values that the cells set on each issue, or the reason why they cannot. */
export const readCells = (
  given: readonly string[][],
  place: Place,
): { changes: Map<Issue, IssueChange> } | { refusal: string } => {
  const cells = spread(given, place)
  const { ids, columns } = place
  const width = Math.max(...cells.map(row => row.length))
  if (cells.length > MAX_BULK) return { refusal: `At most ${MAX_BULK.toLocaleString()} rows at once.` }
  if (cells.length > ids.length)
    return { refusal: `There are ${cells.length} rows to paste, and ${ids.length} from here down.` }
  if (width > columns.length)
    return { refusal: `There are ${width} columns to paste, and ${columns.length} from here on.` }
  const changes = new Map<Issue, IssueChange>()
  for (const [at, row] of cells.entries()) {
    const issue = getRow('issue', ids[at])
    if (!issue) return { refusal: 'One of these issues is no longer here.' }
    const where = `${keyOf(issue)}: `
    for (const [to, text] of row.entries()) {
      const column = columns[to] ?? ''
      const { read } = cellTexts[column] ?? {}
      if (!read) return { refusal: `${nameOf(column)} cannot be changed.` }
      const found = read(text, issue)
      if ('refusal' in found) return { refusal: where + found.refusal }
      changes.set(issue, { ...changes.get(issue), ...found.change })
    }
    const change = changes.get(issue) ?? {}
    if (!mayChange(issue, change)) return { refusal: `${where}You may not change it.` }
    const { start_date, target_date } = { ...issue, ...change }
    if (start_date && target_date && start_date > target_date)
      return { refusal: `${where}It would be due before it starts.` }
  }
  return { changes }
}

export const pasteCells = (given: readonly string[][], place: Place) => {
  const found = readCells(given, place)
  if ('refusal' in found) return toast.failure(found.refusal, { title: 'Nothing was pasted.' })
  const issues = [...found.changes.keys()]
  void changeIssues(issues, issue => found.changes.get(issue) ?? {}, {
    message: `${subjectOf(issues)}: cells pasted`,
    tell: true,
  })
}
