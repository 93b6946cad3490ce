import { useParams } from 'react-router'
import { useRow, useRows } from '../data/rows.ts'
import { useMay } from '../data/viewer.ts'
import { featuresOf, viewContext } from '../issues/view/contexts.ts'
import { useHeading } from '../places/heading.ts'
import { NotFound } from '../shell/NotFound.tsx'
import { ViewsList } from './ViewsList.tsx'

/** The saved views of a project. */
export const ViewsScreen = () => {
  const { projectId = '' } = useParams()
  const project = useRow('project', projectId)
  const views = useRows('view').filter(view => view.project === projectId)
  const mayDo = useMay()
  const heading = useHeading()
  if (!project) return <NotFound title="Project not found" />
  return (
    <ViewsList
      views={views}
      projectId={projectId}
      contextOf={view => viewContext(view, projectId, featuresOf(project))}
      header={heading}
      mayCreate={mayDo('view.create', {}, { workspace: project.workspace, project: projectId })}
    />
  )
}
