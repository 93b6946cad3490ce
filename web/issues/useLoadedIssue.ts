import { useEffect, useState } from 'react'
import { useParams } from 'react-router'
import { issueRoutes } from '#contract/issues.ts'
import { CallError, call } from '../data/client.ts'
import { applyRow, useRow } from '../data/rows.ts'
import { here } from '../data/viewer.ts'

/** Takes an issue into the rows of this browser; fails where it does not exist for this person. */
export const loadIssue = async (projectId: string, issueId: string): Promise<void> => {
  const { body } = await call(issueRoutes.get, { params: { ws: here().slug, p: projectId, issueId } })
  const { description_html: _, is_subscribed: __, parent: ___, ...row } = body
  applyRow('issue', row)
}

/** Makes sure that an issue named by an address is known; `missing` when it does not exist for this person. */
export const useLoadedIssue = (issueId: string): 'loading' | 'ready' | 'missing' => {
  const { projectId = '' } = useParams()
  const known = useRow('issue', issueId) !== null
  const [missing, setMissing] = useState(false)
  useEffect(() => {
    setMissing(false)
    if (known) return
    let asked = true
    loadIssue(projectId, issueId).catch(error => {
      if (asked && error instanceof CallError) setMissing(true)
    })
    return () => {
      asked = false
    }
  }, [known, issueId, projectId])
  return known ? 'ready' : missing ? 'missing' : 'loading'
}
