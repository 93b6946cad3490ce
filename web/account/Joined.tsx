import { useEffect, useState } from 'react'
import { Navigate } from 'react-router'
import type { RowTypes } from '../data/entities.ts'
import { useSession } from '../data/session.ts'
import { to } from '../places/address.ts'
import { AuthLayout } from '../shell/AuthLayout.tsx'
import { Button } from '../ui/controls/Button.tsx'
import { WorkspaceMark } from '../ui/marks/WorkspaceMark.tsx'
import { finish } from './onboarding/finish.ts'
import { NameStep, useFirstStep } from './onboarding/NameStep.tsx'
import { Who } from './Who.tsx'

export const workAt = (slug: string, projectId?: string) =>
  projectId ? to('issues', { slug, projectId }) : to('home', { slug })

type JoinedProps = {
  workspace: Pick<RowTypes['workspace'], 'id' | 'name' | 'slug' | 'logo_url'>
  projectId?: string
}

/** Leads on to the work after joining, behind the one thing that the others have to know: a name. */
export const Joined = ({ workspace, projectId }: JoinedProps) => {
  const { isOnboarded, me } = useSession()
  const [isThrough, setThrough] = useState(isOnboarded)
  const isNamed = Boolean(me?.first_name)
  useEffect(() => {
    // Where it fails, the first steps ask again.
    if (!isThrough && isNamed)
      void finish(workspace.id)
        .catch(() => {})
        .then(() => setThrough(true))
  }, [isThrough, isNamed, workspace.id])
  if (isThrough) return <Navigate to={workAt(workspace.slug, projectId)} replace />
  return isNamed ? null : <Naming workspace={workspace} />
}

/** The second of two steps; what is typed stays while somebody looks back at the first. */
const Naming = ({ workspace }: Pick<JoinedProps, 'workspace'>) => {
  const [isBack, setBack] = useState(false)
  const form = useFirstStep(async () => {})
  if (isBack)
    return (
      <AuthLayout
        aside={<Who />}
        step={{ at: 1, of: 2 }}
        mark={<WorkspaceMark workspace={workspace} size={44} />}
        title={`You are in ${workspace.name}`}
        text="The invitation is accepted. Only your name is missing."
      >
        <Button
          variant="primary"
          size="form"
          className="w-full"
          keys="enter"
          autoFocus
          onClick={() => setBack(false)}
        >
          Continue
        </Button>
      </AuthLayout>
    )
  return (
    <NameStep
      form={form}
      aside={<Who />}
      step={{ at: 2, of: 2, back: () => setBack(true) }}
      go={`Open ${workspace.name}`}
    />
  )
}
