import { useEffect, useState } from 'react'
import { Navigate, useNavigate } from 'react-router'
import { isOnboarded, userRoutes } from '#contract/people/users.ts'
import { call } from '../../data/client.ts'
import { loadWorkspaces, useSession } from '../../data/session.ts'
import { to } from '../../places/address.ts'
import { AuthLayout, type Step } from '../../shell/AuthLayout.tsx'
import { useNextPath } from '../../shell/nextPath.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { InviteBox } from '../../workspaces/members/InviteBox.tsx'
import { Choose, useWaiting } from '../Invitations.tsx'
import { Who } from '../Who.tsx'
import { finish, noteStep, type ProfileRow } from './finish.ts'
import { NameStep, useFirstStep } from './NameStep.tsx'
import { NoWorkspace } from './NoWorkspace.tsx'

const useProfile = () => {
  const [profile, setProfile] = useState<ProfileRow | null>(null)
  useEffect(() => {
    void call(userRoutes.profile).then(({ body }) => setProfile(body))
  }, [])
  return { profile, setProfile }
}

/** Where they were going; whoever is in a workspace by now has what they would have made one for. */
const useOnward = () => {
  const { workspaces } = useSession()
  const next = useNextPath()
  return next === to('createWorkspace') && workspaces.length > 0 ? null : next
}

type NamingProps = { step: Step | undefined; onDone: () => Promise<void> }

const Naming = ({ step, onDone }: NamingProps) => (
  <NameStep form={useFirstStep(onDone)} aside={<Who />} step={step} />
)

/** The first minutes: a name, a workspace, the others. Each step is kept, and may be passed over. */
export const Onboarding = () => {
  const { profile, setProfile } = useProfile()
  const { me, workspaces } = useSession()
  const waiting = useWaiting()
  const next = useOnward()
  const [isBack, setBack] = useState(false)
  if (!profile || !waiting) return null
  const { onboarding_step: steps } = profile
  const done = (step: Partial<typeof steps>) =>
    setProfile({ ...profile, onboarding_step: { ...steps, ...step } })
  const [workspace] = workspaces
  if (isOnboarded(profile)) {
    if (next) return <Navigate to={next} replace />
    if (workspace) return <Navigate to={to('home', { slug: workspace.slug })} replace />
    return <Navigate to={waiting.length > 0 ? to('invitations') : to('createWorkspace')} replace />
  }
  // Whoever set the instance up, or came by another service, has said it already.
  const mayChoose = waiting.length > 0 && !steps.workspace_join
  const of = mayChoose ? 2 : 3
  if (isBack || (!steps.profile_complete && !me?.first_name))
    return (
      <Naming
        step={workspace ? undefined : { at: 1, of }}
        onDone={async () => {
          await noteStep({ profile_complete: true })
          done({ profile_complete: true })
          // The next step is shown as soon as there is a name: whoever has come back from it meanwhile stays here.
          if (isBack) setBack(false)
        }}
      />
    )
  const second = { at: 2, of, back: () => setBack(true) }
  if (!workspace)
    return mayChoose ? (
      <Choose
        waiting={waiting}
        aside={<Who />}
        step={second}
        onJoined={() => finish()}
        other={
          <Button type="button" onClick={() => done({ workspace_join: true })}>
            Create a workspace instead
          </Button>
        }
      />
    ) : (
      <NoWorkspace
        aside={<Who />}
        step={second}
        onMade={async id => {
          await noteStep({ workspace_create: true, workspace_join: true }, { last_workspace_id: id })
          // Whoever came for a workspace alone, as after the set-up, is through with it. The step is reported before the workspace
          // is there: without it they would be through at once.
          if (next !== to('createWorkspace')) done({ workspace_create: true, workspace_join: true })
          await loadWorkspaces()
        }}
      />
    )
  // A person who was invited into a workspace is not asked to invite others.
  if (!steps.workspace_create) return <Through slug={workspace.slug} workspaceId={workspace.id} />
  return <InviteStep slug={workspace.slug} workspaceId={workspace.id} />
}

const Through = ({ slug, workspaceId }: { slug: string; workspaceId: string }) => {
  const go = useNavigate()
  const next = useOnward()
  useEffect(() => {
    void finish(workspaceId).then(() => go(next ?? to('home', { slug }), { replace: true }))
  }, [go, next, slug, workspaceId])
  return null
}

const InviteStep = ({ slug, workspaceId }: { slug: string; workspaceId: string }) => {
  const go = useNavigate()
  const { me } = useSession()
  const [sent, setSent] = useState(0)
  const open = async () => {
    await finish(workspaceId)
    void go(to('home', { slug }), { replace: true })
  }
  return (
    <AuthLayout
      aside={<Who />}
      step={{ at: 3, of: 3 }}
      title="Who works with you?"
      text="Paste as many addresses as you like. You can do this later, too, under Settings, Members."
    >
      <InviteBox
        slug={slug}
        begins
        members={me ? [{ name: me.display_name, email: me.email }] : []}
        onSent={count => setSent(sent + count)}
      />
      {sent > 0 && (
        <p role="status" className="mt-3 text-ink-2">
          {sent === 1
            ? '1 invitation is listed under Settings, Members, with its link.'
            : `${sent} invitations are listed under Settings, Members, with their links.`}
        </p>
      )}
      <Button
        variant={sent > 0 ? 'primary' : 'neutral'}
        size="form"
        className="mt-6 w-full"
        onClick={() => void open()}
      >
        {sent > 0 ? 'Open the workspace' : 'Not now, open the workspace'}
      </Button>
    </AuthLayout>
  )
}
