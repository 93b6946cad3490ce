import type { ReactNode } from 'react'
import { Link, useParams } from 'react-router'
import { useRow, useRows } from '../../data/rows.ts'
import { useMay } from '../../data/viewer.ts'
import { to } from '../../places/address.ts'
import { useHeading } from '../../places/heading.ts'
import { NotFound } from '../../shell/NotFound.tsx'
import { later } from '../../ui/popups/later.tsx'
import {
  archiveContext,
  type Features,
  featuresOf,
  type ListContext,
  projectContext,
} from '../view/contexts.ts'
import { ArchiveTabs } from './ArchiveTabs.tsx'
import { IssueList } from './IssueList.tsx'

type ProjectIssuesProps = {
  contextOf: (projectId: string, features: Features) => ListContext
  empty: { title: string; text: string; also?: ReactNode }
  above?: ReactNode
}

const ProjectIssues = ({ contextOf, empty, above }: ProjectIssuesProps) => {
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
  const context = contextOf(projectId, featuresOf(project))
  return (
    <IssueList
      key={context.name}
      context={context}
      header={{ project: tile, section }}
      empty={empty}
      tabs={above}
    />
  )
}

const Welcome = later(() => import('./Welcome.tsx').then(module => module.Welcome))

/** Newcomers are greeted until they close it. */
const Greeting = () => {
  const [profile] = useRows('profile')
  const isNew = profile && (profile.is_onboarded || profile.onboarding_step.workspace_join)
  return isNew && !profile.is_tour_completed ? <Welcome /> : null
}

export const IssuesScreen = () => (
  <ProjectIssues
    above={<Greeting />}
    contextOf={projectContext}
    empty={{
      title: 'No issues yet',
      text: 'An issue is one piece of work: who does it, by when, and how far along it is.',
    }}
  />
)

/** To those who may set it: issues come here by themselves as well. */
const Automatic = () => {
  const { projectId = '', slug = '' } = useParams()
  const project = useRow('project', projectId)
  const mayDo = useMay()
  if (!project || !mayDo('project.update', project, { workspace: project.workspace, project: projectId }))
    return null
  return (
    <Link
      to={to('projectAutomations', { slug, projectId })}
      className="flex h-8 items-center rounded-control bg-press px-3 hover:text-ink max-md:h-11"
    >
      Archive automatically
    </Link>
  )
}

export const ArchiveScreen = () => (
  <ProjectIssues
    above={<ArchiveTabs />}
    contextOf={archiveContext}
    empty={{
      title: 'No archived issues',
      text: 'Completed and cancelled issues can be archived. They are kept here.',
      also: <Automatic />,
    }}
  />
)
