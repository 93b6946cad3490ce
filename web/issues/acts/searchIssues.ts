import { useEffect, useState } from 'react'
import type { z } from 'zod'
import { fold } from '#contract/lists/folding.ts'
import { issueListRoutes, type SearchRow } from '#contract/lists/issueLists.ts'
import type { Issue } from '#contract/work/issues.ts'
import { call } from '../../data/client.ts'
import { here } from '../../data/viewer.ts'

export type Found = z.infer<typeof SearchRow>
/** The purpose of the search: each has candidates of its own. */
export type SearchFor =
  | 'parent'
  | 'sub_issue'
  | 'issue_relation'
  | 'any'
  /** Issues without a cycle. */
  | 'cycle'
  /** Issues that are not in this module. */
  | `module ${string}`

const termsOf = (what: SearchFor): Record<string, string> => {
  const [name = '', id] = what.split(' ')
  return what === 'any' ? {} : { [name]: id ?? 'true' }
}

type Search = { status: 'loading' | 'ready' | 'error'; found: readonly Found[]; words: string }

export type Searched = Pick<Issue, 'project_id'> & { id?: string }

/** Candidates for a part of an issue, as the server finds them; former ones stay until the next answer. */
export const useIssueSearch = (
  issue: Searched,
  /** Null while nothing is looked for. */
  what: SearchFor | null,
  words: string,
  everywhere: boolean,
): Search => {
  const [search, setSearch] = useState<Search>({ status: 'loading', found: [], words: '' })
  const { id, project_id } = issue
  useEffect(() => {
    if (!what) return
    let asked = true
    setSearch(({ found }) => ({ status: 'loading', found, words }))
    const timer = setTimeout(
      () => {
        call(issueListRoutes.search, {
          params: { ws: here().slug, p: project_id },
          query: {
            search: words.trim(),
            ...(id ? { issue_id: id } : {}),
            ...termsOf(what),
            workspace_search: String(everywhere),
          },
        }).then(
          ({ body }) => asked && setSearch({ status: 'ready', found: body, words }),
          () => asked && setSearch(({ found }) => ({ status: 'error', found, words })),
        )
      },
      words ? 150 : 0,
    )
    return () => {
      asked = false
      clearTimeout(timer)
    }
  }, [id, project_id, what, words, everywhere])
  // Candidates for fewer words stay until the answer comes, as far as they fit: Enter picks the first line.
  const wanted = fold(words.trim())
  const fits = (one: Found) =>
    fold(`${one.project__identifier}-${one.sequence_id} ${one.name}`).includes(wanted)
  return search.status === 'ready' && search.words === words
    ? search
    : { ...search, status: search.status === 'error' ? 'error' : 'loading', found: search.found.filter(fits) }
}
