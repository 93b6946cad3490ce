/** The table as a file: all issues of the list in its order, with the columns that show. */

import { writeCsv } from '#contract/lists/csv.ts'
import type { IssueQuery } from '#contract/lists/issueQuery.ts'
import { loadAll } from '../../../data/lists.ts'
import { getRow } from '../../../data/rows.ts'
import { dayText } from '../../../ui/dates/day-words.ts'
import { download } from '../../../ui/download.ts'
import { toast } from '../../../ui/popups/Toast.tsx'
import { keyOf } from '../../acts/issueAddress.ts'
import { cellTexts } from './cellTexts.ts'
import { ISSUE_COLUMN } from './columns.tsx'

type Named = { id: string; name: string }

export const downloadTable = async (query: IssueQuery, columns: readonly Named[]) => {
  const ids = await loadAll(query)
  if (!ids) return toast.failure('The table was not downloaded. The server could not be reached.')
  const shown = [{ id: ISSUE_COLUMN, name: 'Title' }, ...columns]
  const rows = ids.flatMap(id => {
    const issue = getRow('issue', id)
    return issue ? [[keyOf(issue), ...shown.map(column => cellTexts[column.id]?.write(issue) ?? '')]] : []
  })
  const project = 'project' in query.scope ? getRow('project', query.scope.project)?.name : null
  const name = `${project ?? 'Issues'} ${dayText(new Date())}.csv`
  download(name, 'text/csv', writeCsv([['ID', ...shown.map(column => column.name)], ...rows]))
}
