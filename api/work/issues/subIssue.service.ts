import type { Knex } from 'knex'
import { fail } from '#contract/errors.ts'
import { isActive } from '#contract/lists/issueQuery.ts'
import type { Issue } from '#contract/work/issues.ts'
import type { ServerViewer } from '../../db/viewer.ts'
import type { Work } from '../../db/work.ts'
import { updateIssues } from './issue.service.ts'
import { loadIssues, openIssues } from './load.ts'

const answer = (issues: Issue[]) => ({
  sub_issues: issues,
  state_distribution: Object.fromEntries(
    [...Map.groupBy(issues, issue => issue.state__group)].map(([group, rows]) => [
      group,
      rows.map(row => row.id),
    ]),
  ),
})

const inOrderOf = (ids: string[], issues: Issue[]): Issue[] => {
  const byId = new Map(issues.map(issue => [issue.id, issue]))
  return [...new Set(ids)].flatMap(id => byId.get(id) ?? [])
}

/** Direct children that the viewer sees, wherever in the workspace they are; of `only` these, in their order. */
export const readSubIssues = async (trx: Knex, viewer: ServerViewer, issue: Issue, only?: string[]) => {
  const rows = await openIssues(trx, viewer)
    .where({ 'issues.parent_id': issue.id, 'issues.workspace_id': issue.workspace_id })
    .orderByRaw('issues.created_at desc, issues.sequence_id desc')
  return answer(only ? inOrderOf(only, rows) : rows)
}

/** Attaches issues of the workspace as children; answers those just attached. */
export const addSubIssues = async (work: Work, parent: Issue, ids: string[]) => {
  if (ids.length === 0) fail('issue.subIdsRequired')
  if (!isActive(parent)) fail('row.notFound')
  const children = await loadIssues(work, ids, { workspace: parent.workspace_id }, 'issue.arrange')
  const rows: Issue[] = []
  for (const [project, here] of Map.groupBy(children, child => child.project_id))
    rows.push(
      ...(await updateIssues(
        work,
        project,
        here.map(issue => ({ issue, values: { parent_id: parent.id } })),
      )),
    )
  return answer(inOrderOf(ids, rows))
}
