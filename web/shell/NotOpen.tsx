import { Link } from 'react-router'
import type { RowTypes } from '../data/entities.ts'
import { useHere, useMay } from '../data/viewer.ts'
import { to } from '../places/address.ts'
import { useAdmins, useWorkspaceAdmins } from './admins.ts'
import { NotFound } from './NotFound.tsx'

type NotOpenProps = {
  /** The name of the screen. */
  label: string
  /** The project that it belongs to, if to one. */
  projectId?: string | undefined
  back?: { label: string; href: string }
}

/** Stands for a screen that somebody's role does not include, and names the people who can change that. */
export const NotOpen = ({ label, projectId, back }: NotOpenProps) => {
  const inProject = useAdmins(projectId ?? '')
  const inWorkspace = useWorkspaceAdmins(useHere().workspaceId)
  return (
    <NotFound
      title={`${label}: not open to you`}
      text={`Your role does not include this screen. ${projectId ? inProject : inWorkspace} can change that.`}
      {...(back && { back })}
    />
  )
}

type TurnedOffProps = {
  /** The name of the feature. */
  called: string
  project: RowTypes['project']
  back: { label: string; href: string }
}

/** Stands for a screen whose feature is off in its project, and names the people who can turn it on. */
export const TurnedOff = ({ called, project, back }: TurnedOffProps) => {
  const { slug } = useHere()
  const admins = useAdmins(project.id)
  const mayTurn = useMay()('project.update', project, { workspace: project.workspace, project: project.id })
  const isMany = called.endsWith('s')
  return (
    <NotFound
      title={`${called} ${isMany ? 'are' : 'is'} off for this project`}
      text={`${mayTurn ? 'You' : admins} can turn ${isMany ? 'them' : 'it'} on in the project’s features. ${isMany ? `Existing ${called.toLowerCase()} are` : 'What is in it is'} kept.`}
      also={
        mayTurn && (
          <Link
            to={to('projectFeatures', { slug, projectId: project.id })}
            className="flex h-8 items-center rounded-control bg-accent px-3 text-accent-ink"
          >
            Manage features
          </Link>
        )
      }
      back={back}
    />
  )
}
