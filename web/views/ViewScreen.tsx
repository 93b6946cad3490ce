import { useParams } from 'react-router'
import { useRow } from '../data/rows.ts'
import { featuresOf, viewContext } from '../issues/view/contexts.ts'
import { to } from '../places/address.ts'
import { useHeading } from '../places/heading.ts'
import { useTitle } from '../places/title.ts'
import { NotFound } from '../shell/NotFound.tsx'
import { SavedView } from './SavedView.tsx'

/** A saved view of a project. */
export const ViewScreen = () => {
  const { projectId = '', viewId = '', slug = '' } = useParams()
  const project = useRow('project', projectId)
  const view = useRow('view', viewId)
  const { project: tile, crumbs } = useHeading()
  useTitle(view?.name ?? 'View', project?.name)
  if (!project || view?.project !== projectId)
    return (
      <NotFound
        title="View not found"
        text="There is no view at this address: it was deleted, or only its owner can see it."
        back={{ label: 'All views', href: to('projectViews', { slug, projectId }) }}
      />
    )
  return (
    <SavedView
      key={view.id}
      view={view}
      context={viewContext(view, projectId, featuresOf(project))}
      header={{ ...(tile ? { project: tile } : {}), crumbs }}
    />
  )
}
