import { useLocation, useSearchParams } from 'react-router'
import type { Issue } from '#contract/work/issues.ts'
import { getRow } from '../../data/rows.ts'
import { here } from '../../data/viewer.ts'
import { to } from '../../places/address.ts'

type Place = Pick<Issue, 'id' | 'project_id'>

export const keyOf = (issue: Pick<Issue, 'project_id' | 'sequence_id'>): string =>
  `${getRow('project', issue.project_id)?.identifier ?? ''}-${issue.sequence_id || '…'}`

/** The page of an issue, for people to keep and send. */
export const addressOf = ({ id, project_id }: Place): string =>
  to('issue', { slug: here().slug, projectId: project_id, issueId: id })

/** The same by its key, as people read and write it; by the screen's address while it has none yet. */
export const linkOf = (issue: Place & Pick<Issue, 'sequence_id'>): string =>
  location.origin +
  (issue.sequence_id ? to('browse', { slug: here().slug, named: keyOf(issue) }) : addressOf(issue))

/** Where an issue opens from here: in the peek while one is open, on its page otherwise. */
export const useIssueHref = () => {
  const { pathname } = useLocation()
  const [terms] = useSearchParams()
  return (issue: Place): string => {
    if (!terms.has('peekId')) return addressOf(issue)
    const next = new URLSearchParams(terms)
    next.set('peekId', issue.id)
    return `${pathname}?${next}`
  }
}

/** The name of a git branch for the issue. */
export const branchOf = (issue: Issue): string =>
  `${keyOf(issue)} ${issue.name}`
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60)
    .replace(/-$/, '')
