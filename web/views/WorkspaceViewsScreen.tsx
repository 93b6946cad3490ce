import { useParams } from 'react-router'
import { useHere } from '../data/viewer.ts'
import { savedWorkspaceContext } from '../issues/view/contexts.ts'
import { placeOf } from '../places/address.ts'
import { useNewView, useWorkspaceViews } from './useWorkspaceViews.ts'
import { ViewsList } from './ViewsList.tsx'
import { ViewTabs } from './ViewTabs.tsx'

/** The saved views of the workspace, to be looked through. */
export const WorkspaceViewsScreen = () => {
  const { slug = '' } = useParams()
  const { workspaceId } = useHere()
  const views = useWorkspaceViews(workspaceId)
  const mayCreate = useNewView(workspaceId)
  return (
    <ViewsList
      views={views}
      projectId={null}
      contextOf={view => savedWorkspaceContext(view, workspaceId)}
      header={{ section: placeOf('workspaceViews').label }}
      tabs={<ViewTabs {...{ slug, workspaceId, views }} open="" />}
      mayCreate={mayCreate}
    />
  )
}
