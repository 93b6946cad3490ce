import { Navigate, useLocation, useParams } from 'react-router'
import { to } from '../../places/address.ts'
import { NotFound } from '../../shell/NotFound.tsx'
import { addressOf } from '../acts/issueAddress.ts'
import { useLoadedIssue } from '../acts/useLoadedIssue.ts'

/** The address that people write by hand, with the issue's key, leads to the issue's own. */
export const BrowseIssue = () => {
  const { slug = '', named = '' } = useParams()
  const { hash } = useLocation()
  const { issue, isMissing } = useLoadedIssue(named)
  if (issue) return <Navigate to={`${addressOf(issue)}${hash}`} replace />
  if (!isMissing) return null
  return (
    <NotFound
      title="Issue not found"
      text={`There is no ${named} here, or it is not shared with you.`}
      back={{ label: 'Projects', href: to('home', { slug }) }}
    />
  )
}
