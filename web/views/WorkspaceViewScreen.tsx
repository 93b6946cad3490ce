import { useParams } from 'react-router'
import { useHere, viewer } from '../data/viewer.ts'
import { IssueList } from '../issues/list/IssueList.tsx'
import { savedWorkspaceContext, workspaceContext, workspaceViews } from '../issues/view/contexts.ts'
import { placeOf, to } from '../places/address.ts'
import { useTitle } from '../places/title.ts'
import { NotFound } from '../shell/NotFound.tsx'
import { useNarrow } from '../ui/viewport.ts'
import { builtInNames } from './builtIn.ts'
import { SavedView } from './SavedView.tsx'
import { useNewView, useWorkspaceViews } from './useWorkspaceViews.ts'
import { ViewTabs } from './ViewTabs.tsx'

/** Issues of all projects that the person has joined: in a built-in view, or in one that was saved. */
export const WorkspaceViewScreen = () => {
  const { view = '', slug = '' } = useParams()
  const { workspaceId } = useHere()
  const narrow = useNarrow()
  const views = useWorkspaceViews(workspaceId)
  const known = workspaceViews.find(one => one === view)
  const saved = views.find(one => one.id === view)
  useTitle(known ? builtInNames[known] : (saved?.name ?? 'Views'))
  useNewView(workspaceId)
  const crumbs = [{ label: placeOf('workspaceViews').label, href: to('workspaceViews', { slug }) }]
  const tabs = <ViewTabs {...{ slug, workspaceId, views }} open={view} />
  if (saved)
    return (
      <SavedView
        key={saved.id}
        view={saved}
        context={savedWorkspaceContext(saved, workspaceId)}
        header={{ crumbs }}
        tabs={tabs}
      />
    )
  if (!known)
    return (
      <NotFound
        title="View not found"
        text="There is no view at this address: it was deleted, or only its owner can see it."
        back={{ label: 'All issues', href: to('views', { slug, view: 'all-issues' }) }}
      />
    )
  return (
    <IssueList
      key={known}
      context={workspaceContext(workspaceId, known, viewer()?.id ?? '', narrow)}
      header={{ crumbs, section: builtInNames[known] }}
      tabs={tabs}
      empty={{
        title: 'No issues yet',
        text: 'Issues from every project you have joined are listed here.',
      }}
    />
  )
}
