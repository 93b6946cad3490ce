import { useEffect, useState } from 'react'
import { issueListRoutes } from '#contract/lists/issueLists.ts'
import type { Issue } from '#contract/work/issues.ts'
import { CallError, call } from '../../data/client.ts'
import { applyRow, useRow } from '../../data/rows.ts'
import { here } from '../../data/viewer.ts'

/** Takes an issue, named by its id or its key, into the rows of this browser; fails where this person has no such issue. */
export const loadIssue = async (named: string): Promise<Issue> => {
  const { body } = await call(issueListRoutes.named, { params: { ws: here().slug, named } })
  applyRow('issue', body)
  return body
}

type Loaded = { issue: Issue | null; isMissing: boolean }

/** The issue that an address names by its id or its key, kept true; missing where it does not exist for this person. */
export const useLoadedIssue = (named: string): Loaded => {
  const [found, setFound] = useState<{ named: string; id: string | null } | null>(null)
  const answer = found?.named === named ? found : null
  const issue = useRow('issue', answer?.id ?? named)
  const isKnown = issue !== null
  useEffect(() => {
    if (isKnown) return
    // A text may name nothing at all.
    if (!named) return setFound({ named, id: null })
    let asked = true
    loadIssue(named).then(
      ({ id }) => asked && setFound({ named, id }),
      error => asked && error instanceof CallError && setFound({ named, id: null }),
    )
    return () => {
      asked = false
    }
  }, [isKnown, named])
  return { issue, isMissing: !isKnown && answer?.id === null }
}
