import { useEffect, useState } from 'react'
import { useParams } from 'react-router'
import { issueRoutes } from '#contract/issues.ts'
import { CallError, call } from '../data/client.ts'
import { applyRow, useRow } from '../data/rows.ts'

/** Makes sure that an issue named by an address is known; `missing` when it does not exist for this person. */
export const useLoadedIssue = (issueId: string): 'loading' | 'ready' | 'missing' => {
  const { slug = '', projectId = '' } = useParams()
  const known = useRow('issue', issueId) !== null
  const [missing, setMissing] = useState(false)
  useEffect(() => {
    setMissing(false)
    if (known) return
    let asked = true
    call(issueRoutes.get, { params: { ws: slug, p: projectId, issueId } }).then(
      ({ body }) => {
        const { description_html: _, is_subscribed: __, parent: ___, ...row } = body
        applyRow('issue', row)
      },
      error => {
        if (asked && error instanceof CallError) setMissing(true)
      },
    )
    return () => {
      asked = false
    }
  }, [known, issueId, slug, projectId])
  return known ? 'ready' : missing ? 'missing' : 'loading'
}
