import { useParams } from 'react-router'
import { useHere, viewer } from '../../data/viewer.ts'
import { to } from '../../places/address.ts'
import { useTitle } from '../../places/title.ts'
import { NotFound } from '../../shell/NotFound.tsx'
import { Tabs } from '../../ui/controls/Tabs.tsx'
import { type WorkspaceView, workspaceContext, workspaceViews } from '../view/contexts.ts'
import { IssueList } from './IssueList.tsx'

const names: Record<WorkspaceView, string> = {
  'all-issues': 'All issues',
  assigned: 'Assigned to me',
  created: 'Created by me',
  subscribed: 'Subscribed',
}

/** Issues of all projects that the person has joined. */
export const WorkspaceViewScreen = () => {
  const { view = '', slug = '' } = useParams()
  const { workspaceId } = useHere()
  const known = workspaceViews.find(one => one === view)
  useTitle(known ? names[known] : 'Views')
  if (!known)
    return (
      <NotFound
        title="View not found"
        text="There is no view at this address."
        back={{ label: 'All issues', href: to('views', { slug, view: 'all-issues' }) }}
      />
    )
  return (
    <IssueList
      key={known}
      context={workspaceContext(workspaceId, known, viewer()?.id ?? '')}
      header={{ section: names[known] }}
      tabs={
        <Tabs
          label="Views"
          tabs={workspaceViews.map(one => ({
            label: names[one],
            href: to('views', { slug, view: one }),
          }))}
        />
      }
      empty={{
        title: 'No issues yet',
        text: 'Issues from every project you have joined are listed here.',
      }}
    />
  )
}
