import { useEffect, useState } from 'react'
import type { z } from 'zod'
import { issueListRoutes, type SearchRow } from '#contract/issueLists.ts'
import type { Issue } from '#contract/issues.ts'
import { call } from '../data/client.ts'
import { here } from '../data/viewer.ts'

export type Found = z.infer<typeof SearchRow>
/** What the issue found is to become: each has candidates of its own. */
export type SearchFor = 'parent' | 'sub_issue' | 'issue_relation'

type Search = { status: 'loading' | 'ready' | 'error'; found: readonly Found[] }

export type Searched = Pick<Issue, 'project_id'> & { id?: string }

/** Candidates for something beside an issue, as the server finds them; what was found stays until more is. */
export const useIssueSearch = (
  issue: Searched,
  what: SearchFor,
  words: string,
  everywhere: boolean,
): Search => {
  const [search, setSearch] = useState<Search>({ status: 'loading', found: [] })
  const { id, project_id } = issue
  useEffect(() => {
    let asked = true
    setSearch(({ found }) => ({ status: 'loading', found }))
    const timer = setTimeout(
      () => {
        call(issueListRoutes.search, {
          params: { ws: here().slug, p: project_id },
          query: {
            search: words.trim(),
            ...(id ? { issue_id: id } : {}),
            [what]: 'true',
            workspace_search: String(everywhere),
          },
        }).then(
          ({ body }) => asked && setSearch({ status: 'ready', found: body }),
          () => asked && setSearch(({ found }) => ({ status: 'error', found })),
        )
      },
      words ? 150 : 0,
    )
    return () => {
      asked = false
      clearTimeout(timer)
    }
  }, [id, project_id, what, words, everywhere])
  return search
}
