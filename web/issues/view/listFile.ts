/** A list as a file of the server's: its issues in their order, with the columns that show. */
import { type IssueQuery, writeIssueQuery } from '#contract/lists/issueQuery.ts'
import { listColumns, listFileRoutes, type listFormats } from '#contract/workspace/jobs.ts'
import { isAway } from '../../data/live.ts'
import { here } from '../../data/viewer.ts'
import { downloadFrom } from '../../ui/download.ts'
import { toast } from '../../ui/popups/Toast.tsx'

type Format = (typeof listFormats)[number]

export const downloadList = (query: IssueQuery, format: Format, shown: readonly string[] | null) => {
  if (isAway()) {
    toast.failure('The list was not downloaded. The server could not be reached.')
    return
  }
  const { scope } = query
  const given = {
    ...writeIssueQuery(query),
    ...(scope.in === 'cycle' || scope.in === 'module' ? { [scope.in]: scope.id } : {}),
    ...(shown ? { columns: shown.filter(id => id in listColumns).join(',') } : {}),
    format,
  }
  const { path } = 'project' in scope ? listFileRoutes.ofProject : listFileRoutes.ofWorkspace
  const place = path.replace(':ws', here().slug).replace(':p', 'project' in scope ? scope.project : '')
  downloadFrom(`${place}?${new URLSearchParams(given as Record<string, string>)}`)
}
