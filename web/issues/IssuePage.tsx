import { Navigate, useNavigate, useParams } from 'react-router'
import { useRow } from '../data/rows.ts'
import { useEditorStatus } from '../editor/useEditorStatus.ts'
import { projectLook } from '../projects/look.ts'
import { Header } from '../shell/Header.tsx'
import { NotFound } from '../shell/NotFound.tsx'
import { later } from '../ui/later.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { useTitle } from '../workspaces/title.ts'
import { addressOf, keyOf } from './issueAddress.ts'
import { useLoadedIssue } from './useLoadedIssue.ts'

const IssueDetail = later(() => import('./IssueDetail.tsx').then(module => module.IssueDetail), 'next')
const Composer = later(() => import('./parts/Composer.tsx').then(module => module.Composer), 'next')
const IssueControls = later(
  () => import('./parts/IssueControls.tsx').then(module => module.IssueControls),
  'next',
)

export const IssuePage = () => {
  const { slug = '', projectId = '', issueId = '' } = useParams()
  const { issue, isMissing } = useLoadedIssue(issueId)
  const project = useRow('project', projectId)
  const go = useNavigate()
  const { status, people, onStatus } = useEditorStatus()
  useTitle(issue?.name, project?.name)
  const issues = `/${slug}/projects/${projectId}/issues`
  if (issue && issue.project_id !== projectId) return <Navigate to={addressOf(issue)} replace />
  if (isMissing || !project)
    return (
      <NotFound
        title="No such issue"
        text="It was deleted, or it is not shared with you."
        back={{ label: 'All issues', href: issues }}
      />
    )
  return (
    <>
      <Header
        project={{ ...projectLook(project), href: issues }}
        crumbs={[{ label: 'Issues', href: issues }]}
        section={issue ? keyOf(issue) : '…'}
        status={status}
        people={people}
        controls={issue && <IssueControls issue={issue} onGone={() => void go(issues)} />}
      />
      <div className="min-h-0 flex-1 overflow-y-auto px-4 py-6">
        <div className="mx-auto max-w-180">
          {issue && (
            <IssueDetail
              key={issueId}
              issueId={issueId}
              onStatus={onStatus}
              meanwhile={<Skeleton className="h-8 w-100" />}
            />
          )}
        </div>
      </div>
      <div className="flex-none px-4 pb-4">
        <div className="mx-auto max-w-180">{issue && <Composer key={issueId} issue={issue} />}</div>
      </div>
    </>
  )
}
