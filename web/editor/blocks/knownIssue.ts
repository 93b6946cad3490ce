import { useEffect, useState } from 'react'
import type { Issue } from '#contract/issues.ts'
import { useRow } from '../../data/rows.ts'
import { loadIssue } from '../../issues/useLoadedIssue.ts'

/** An issue that a text names, kept true; null until it has come, and where it is not shared with the reader. */
export const useKnownIssue = (id: string, project: string): { issue: Issue | null; isMissing: boolean } => {
  const issue = useRow('issue', id)
  const [isMissing, setMissing] = useState(false)
  const isKnown = issue !== null
  useEffect(() => {
    setMissing(false)
    if (isKnown || !id || !project) return setMissing(!isKnown)
    let isHere = true
    loadIssue(project, id).catch(() => isHere && setMissing(true))
    return () => {
      isHere = false
    }
  }, [isKnown, id, project])
  return { issue: issue as Issue | null, isMissing }
}
