import { useParams } from 'react-router'
import { useRow } from '../data/rows.ts'
import { to } from '../places/address.ts'
import { NotFound } from '../shell/NotFound.tsx'
import { Triage } from './Triage.tsx'

/** The requests to a project, and the decisions about them. */
export const IntakeScreen = () => {
  const { projectId = '', slug = '' } = useParams()
  const project = useRow('project', projectId)
  if (!project)
    return (
      <NotFound title="Project not found" back={{ label: 'All projects', href: to('projects', { slug }) }} />
    )
  return <Triage key={project.id} project={project} />
}
