import { fail } from '#contract/errors.ts'
import { issueListRoutes } from '#contract/lists/issueLists.ts'
import type { Issue } from '#contract/work/issues.ts'
import { isUuid } from '../../db/visible.ts'
import { mount } from '../../http/mount.ts'
import type { Server } from '../../http/server.ts'
import { allIssues, listIssues } from '../../lists/list.ts'
import { expandIssues } from './expand.ts'
import { namedIssue } from './named.queries.ts'
import { searchIssues } from './search.queries.ts'
import { deletedIssues, syncIssues } from './sync.queries.ts'

export const mountIssueLists = (server: Server) =>
  mount(server, issueListRoutes, {
    project: ask => listIssues(ask, { in: 'project', project: ask.projectId }),
    detail: async ask => {
      const { group_by: _, sub_group_by: __, ...query } = ask.query
      const page = await listIssues({ ...ask, query }, { in: 'project', project: ask.projectId })
      const issues = page.results as Issue[]
      const extras = await expandIssues(ask.trx, ask.viewer, issues, query.expand)
      return { ...page, results: issues.map(issue => ({ ...issue, ...extras.get(issue.id) })) }
    },
    byIds: ask => {
      const { issues } = ask.query
      if (!issues) fail('issue.listIdsRequired')
      const ids = issues!.split(',').filter(isUuid)
      return allIssues(ask, { in: 'project', project: ask.projectId }, rows => {
        rows.whereIn('issues.id', ids)
      })
    },
    sync: ({ trx, viewer, projectId, query }) => syncIssues(trx, viewer, projectId, query),
    deleted: ({ trx, viewer, projectId, query }) => deletedIssues(trx, viewer, projectId, query),
    archived: ask => listIssues(ask, { in: 'archive', project: ask.projectId }),
    cycle: ask => listIssues(ask, { in: 'cycle', project: ask.projectId, id: ask.row.id }),
    module: ask => listIssues(ask, { in: 'module', project: ask.projectId, id: ask.row.id }, 'created_at'),
    workspace: ask => listIssues(ask, { in: 'workspace', workspace: ask.workspaceId }),
    person: ask => {
      const id = ask.params.userId
      if (!isUuid(id)) fail('path.notFound')
      return listIssues(ask, { in: 'person', workspace: ask.workspaceId, id })
    },
    mine: ask => listIssues(ask, { in: 'person', workspace: ask.workspaceId, id: ask.viewer.id }),
    named: async ({ trx, viewer, workspaceId, params }) =>
      (await namedIssue(trx, viewer, workspaceId, params.named)) ?? fail('issue.notFound'),
    search: ask => searchIssues(ask),
  })
