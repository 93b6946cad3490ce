import { useEffect, useRef } from 'react'
import { Navigate, useNavigate, useParams } from 'react-router'
import { useRow } from '../../data/rows.ts'
import { useEditorStatus } from '../../editor/sync/useEditorStatus.ts'
import { to } from '../../places/address.ts'
import { useHeading } from '../../places/heading.ts'
import { useTitle } from '../../places/title.ts'
import { Header } from '../../shell/Header.tsx'
import { useKeys } from '../../shell/keyboard.ts'
import { NotFound } from '../../shell/NotFound.tsx'
import { Skeleton } from '../../ui/marks/Skeleton.tsx'
import { isNowhere } from '../../ui/nowhere.ts'
import { later } from '../../ui/popups/later.tsx'
import { addressOf, keyOf } from '../acts/issueAddress.ts'
import { useLoadedIssue } from '../acts/useLoadedIssue.ts'
import { useHistory } from './readIssueParts.ts'

const IssueDetail = later(() => import('./IssueDetail.tsx').then(module => module.IssueDetail), 'next')
const Composer = later(() => import('./activity/Composer.tsx').then(module => module.Composer), 'next')
const IssueControls = later(() => import('./IssueControls.tsx').then(module => module.IssueControls), 'next')

const ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

export const IssuePage = () => {
  const { slug = '', projectId = '', issueId = '' } = useParams()
  const { issue, isMissing } = useLoadedIssue(issueId)
  const project = useRow('project', projectId)
  // Its address says enough to ask for it, beside the issue itself.
  useHistory(issue ?? { id: issueId, project_id: projectId, revision: Number(ID.test(issueId)) })
  const go = useNavigate()
  const { status, people, onStatus } = useEditorStatus()
  useTitle(issue?.name, project?.name)
  const issues = to('issues', { slug, projectId })
  const heading = useHeading()
  const start = useRef<HTMLSpanElement>(null)
  const isThere = issue !== null
  // Opened by a key it has the focus, so that the next key scrolls it or changes it.
  useEffect(() => {
    if (isThere && isNowhere(document.activeElement)) start.current?.focus({ preventScroll: true })
  }, [isThere])
  useKeys({
    esc: {
      // Back to the row that it was opened from; an issue opened by its address has nothing to go back to.
      run: () => (window.history.state?.idx > 0 ? void go(-1) : false),
      label: 'Back',
      group: 'Issue',
    },
  })
  if (issue && issue.project_id !== projectId) return <Navigate to={addressOf(issue)} replace />
  if (isMissing || !project)
    return (
      <NotFound
        title="Issue not found"
        text="It was deleted, or it is not shared with you."
        back={{ label: 'All issues', href: issues }}
      />
    )
  return (
    <>
      <Header
        {...heading}
        section={issue ? keyOf(issue) : '…'}
        status={status}
        people={people}
        controls={issue && <IssueControls issue={issue} onGone={() => void go(issues)} />}
      />
      <article
        aria-label={issue ? keyOf(issue) : 'Issue'}
        className="issue-sheet min-h-0 flex-1 overflow-y-auto bg-bg px-6 py-6 max-md:px-4 max-md:py-3"
      >
        {/* Holds nothing that has the focus in its place: a popup that closes returns it here. */}
        <span ref={start} tabIndex={-1} className="sr-only">
          {issue ? keyOf(issue) : 'Issue'}
        </span>
        {issue && (
          <IssueDetail
            key={issueId}
            issueId={issueId}
            onStatus={onStatus}
            onGone={() => void go(issues)}
            page
            meanwhile={<Skeleton className="h-8 w-100" />}
          />
        )}
      </article>
      <div className="issue-sheet off-paper flex-none px-6 pb-4 max-md:px-4">
        <div className="issue-columns">
          <div className="min-w-0">{issue && <Composer key={issueId} issue={issue} />}</div>
        </div>
      </div>
    </>
  )
}
