import { useParams } from 'react-router'
import { useRow, useRows } from '../../data/rows.ts'
import { to } from '../../places/address.ts'
import { useHeading } from '../../places/heading.ts'
import { NotFound } from '../../shell/NotFound.tsx'
import { archiveContext, type Features, type ListContext, projectContext } from '../view/contexts.ts'
import { IssueList } from './IssueList.tsx'

type ProjectIssuesProps = {
  contextOf: (projectId: string, features: Features) => ListContext
  empty: { title: string; text: string }
}

const ProjectIssues = ({ contextOf, empty }: ProjectIssuesProps) => {
  const { projectId = '', slug = '' } = useParams()
  const project = useRow('project', projectId)
  const joined = useRows('project_member').some(row => row.project === projectId)
  const { project: tile, section } = useHeading()
  if (!project || !joined)
    return (
      <NotFound
        title="Project not found"
        text="There is no project at this address, or you have not joined it."
        back={{ label: 'All projects', href: to('projects', { slug }) }}
      />
    )
  const features = {
    cycle_view: project.cycle_view,
    module_view: project.module_view,
    estimate: project.estimate !== null,
  }
  const context = contextOf(projectId, features)
  return <IssueList key={context.name} context={context} header={{ project: tile, section }} empty={empty} />
}

export const IssuesScreen = () => (
  <ProjectIssues
    contextOf={projectContext}
    empty={{
      title: 'No issues yet',
      text: 'An issue is one piece of work: who does it, by when, and how far along it is.',
    }}
  />
)

export const ArchiveScreen = () => (
  <ProjectIssues
    contextOf={archiveContext}
    empty={{
      title: 'No archived issues',
      text: 'Completed and cancelled issues can be archived. They are kept here.',
    }}
  />
)
