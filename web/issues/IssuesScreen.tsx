import { useParams } from 'react-router'
import { useRow, useRows } from '../data/rows.ts'
import { projectLook } from '../projects/look.ts'
import { NotFound } from '../shell/NotFound.tsx'
import { useTitle } from '../workspaces/title.ts'
import { archiveContext, projectContext } from './contexts.ts'
import { IssueList } from './IssueList.tsx'

const words = {
  issues: {
    section: 'Issues',
    empty: {
      title: 'No issues yet',
      text: 'An issue is one piece of work: who does it, by when, and how far along it is.',
    },
  },
  archive: {
    section: 'Archive',
    empty: {
      title: 'No archived issues',
      text: 'Completed and cancelled issues can be archived. They are kept here.',
    },
  },
} as const

/** Issues of a project, or its archive. */
export const IssuesScreen = ({ of = 'issues' }: { of?: 'issues' | 'archive' }) => {
  const { projectId = '', slug = '' } = useParams()
  const project = useRow('project', projectId)
  const joined = useRows('project_member').some(row => row.project === projectId)
  const { section, empty } = words[of]
  useTitle(section, project?.name ?? '')
  if (!project || !joined)
    return (
      <NotFound
        title="Project not found"
        text="There is no project at this address, or you have not joined it."
        back={{ label: 'All projects', href: `/${slug}/projects` }}
      />
    )
  const features = {
    cycle_view: project.cycle_view,
    module_view: project.module_view,
    estimate: project.estimate !== null,
  }
  const context = of === 'archive' ? archiveContext(projectId, features) : projectContext(projectId, features)
  return (
    <IssueList
      key={context.name}
      context={context}
      header={{
        project: { ...projectLook(project), href: `/${slug}/projects/${projectId}/issues` },
        section,
      }}
      empty={empty}
    />
  )
}
