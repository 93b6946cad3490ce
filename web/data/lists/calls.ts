/** The call that reads a list, by its scope. */
import { issueListRoutes } from '#contract/lists/issueLists.ts'
import { type IssueQuery, writeIssueQuery } from '#contract/lists/issueQuery.ts'
import { draftRoutes } from '#contract/work/drafts.ts'
import type { Issue } from '#contract/work/issues.ts'
import { call } from '../client.ts'
import { here } from '../viewer.ts'
import { hasPoints } from './besideIssues.ts'
import { type Envelope, type Groups, groupsOfAnswer, withPages } from './groups.ts'

const ask = (query: IssueQuery, size: number, page: number) => {
  const { scope } = query
  const { slug: ws } = here()
  const given = {
    query: {
      ...writeIssueQuery(query),
      per_page: String(size),
      cursor: `${size}:${page}:0`,
      ...(hasPoints(scope) ? { points: 'true' } : {}),
    },
  }
  switch (scope.in) {
    case 'project':
      return call(issueListRoutes.project, { params: { ws, p: scope.project }, ...given })
    case 'archive':
      return call(issueListRoutes.archived, { params: { ws, p: scope.project }, ...given })
    case 'drafts':
      return call(draftRoutes.listOfProject, { params: { ws, p: scope.project }, ...given })
    case 'cycle':
      return call(issueListRoutes.cycle, { params: { ws, p: scope.project, cycleId: scope.id }, ...given })
    case 'module':
      return call(issueListRoutes.module, { params: { ws, p: scope.project, moduleId: scope.id }, ...given })
    case 'workspace':
      return call(issueListRoutes.workspace, { params: { ws }, ...given })
    case 'person':
      return call(issueListRoutes.person, { params: { ws, userId: scope.id }, ...given })
  }
}

/** How far the log of the workspace may have come by an answer, by its scopes. */
export type Position = Record<string, number>

export const fetchPage = async (
  query: IssueQuery,
  size: number,
  page: number,
): Promise<Envelope & { position: Position }> => {
  const { body, seq } = await ask(query, size, page)
  return { ...(body as Envelope), position: seq }
}

/** As many as one call answers. */
export const MOST_PAGE = 1_000

type Reading = {
  take: (rows: Issue[]) => string[]
  /** Does anybody wait for it still? */
  isWanted: () => boolean
}

/** The first rows of each group, as many as that; null where nobody waits for them any more. */
export const fetchFirst = async (
  query: IssueQuery,
  count: number,
  { take, isWanted }: Reading,
): Promise<(Groups & { position: Position }) | null> => {
  const size = Math.min(MOST_PAGE, count)
  let read: (Groups & { position: Position }) | null = null
  for (let page = 0; page * size < count; page++) {
    const answer = await fetchPage(query, size, page)
    if (!isWanted()) return null
    const { groups, ...sums } = groupsOfAnswer(answer, take)
    const { position } = answer
    read = { ...sums, position, groups: read ? withPages(read.groups, groups) : groups }
  }
  return read
}
