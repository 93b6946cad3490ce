import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import type { z } from 'zod'
import { messageOf } from '#contract/messageOf.ts'
import { type InvitationShown, invitationRoutes } from '#contract/workspace/invitations.ts'
import { CallError, call } from '../data/client.ts'
import { signOut, useSession } from '../data/session.ts'
import { to } from '../places/address.ts'
import { AuthLayout, type Step } from '../shell/AuthLayout.tsx'
import { Button } from '../ui/controls/Button.tsx'
import { Icon } from '../ui/icons.tsx'
import { AvatarStack } from '../ui/marks/Avatar.tsx'
import { WorkspaceMark } from '../ui/marks/WorkspaceMark.tsx'
import { roleName } from '../workspaces/roles.ts'
import { JoinAsKnown, JoinAsNew } from './JoinAs.tsx'
import { Joined } from './Joined.tsx'
import { saidOf } from './messages.ts'
import { useAnswering } from './useAnswering.ts'
import type { Begun } from './useEntering.ts'

type Answer = z.infer<typeof InvitationShown>
type Named = { invitation_id: string; slug: string; token: string; project: string }

const listed = new Intl.ListFormat('en-GB', { type: 'conjunction' })

const useNamed = (): Named => {
  const [terms] = useSearchParams()
  const of = (name: string) => terms.get(name) ?? ''
  return { invitation_id: of('invitation_id'), slug: of('slug'), token: of('token'), project: of('project') }
}

/** Null where there is none; a sentence where that could not be asked. */
type Found = Answer | null | 'asked' | { failed: string }

const failureIn = (failure: unknown): Found => {
  if (failure instanceof CallError && failure.status === 404) return null
  const code = failure instanceof CallError ? failure.body.error_code : null
  return { failed: saidOf(code ? String(code) : null)?.text ?? messageOf(failure) }
}

/** The invitation of a link, and how to ask for it once more. */
const useInvitation = ({ invitation_id, slug }: Named) => {
  const [found, setFound] = useState<Found>('asked')
  const ask = useCallback(() => {
    const params = { ws: slug || '-', invitationId: invitation_id || '-' }
    call(invitationRoutes.show, { params }).then(
      ({ body }) => setFound(body),
      failure => setFound(failureIn(failure)),
    )
  }, [invitation_id, slug])
  useEffect(ask, [ask])
  return { found, ask }
}

/** The link of a mail, or one that was handed over: one press from being in the project. */
export const Invitation = () => {
  const { status, me, workspaces } = useSession()
  const named = useNamed()
  const { found, ask } = useInvitation(named)
  if (status === 'loading' || found === 'asked') return null
  // Signing in has taken up the invitation that was accepted here before.
  const joined = workspaces.find(one => one.slug.toLowerCase() === named.slug.toLowerCase())
  if (me && joined) return <Joined workspace={joined} projectId={named.project} />
  if (!found)
    return (
      <Ended
        title="This invitation is no longer open"
        text="It was used or revoked, or the link is incomplete. Ask the person who invited you for another."
      />
    )
  if ('failed' in found)
    return (
      <AuthLayout title="The invitation cannot be shown" text={found.failed}>
        <Button variant="primary" size="form" className="w-full" onClick={ask}>
          Try again
        </Button>
      </AuthLayout>
    )
  if (found.responded_at && !found.accepted)
    return <Ended title="You declined this invitation" text="The person who invited you can send another." />
  if (Date.parse(found.expires_at) < Date.now())
    return (
      <Ended
        title="This invitation has expired"
        text={`Ask ${found.created_by_detail?.display_name ?? 'the person who invited you'} to send it again.`}
      />
    )
  return <Open invitation={found} token={named.token} />
}

const Ended = ({ title, text }: { title: string; text: string }) => {
  const go = useNavigate()
  return (
    <AuthLayout title={title} text={text}>
      <Button variant="neutral" size="form" onClick={() => void go(to('start'))}>
        Go home
      </Button>
    </AuthLayout>
  )
}

/** Some of those whom one would join, and how many there are besides. */
const Company = ({ members, total_members = 0 }: Pick<Answer, 'members' | 'total_members'>) => {
  const others = total_members - members.length
  return (
    <div className="mb-5 flex items-center gap-2">
      <AvatarStack people={members} size={24} max={members.length} apart empty={null} />
      {others > 0 && <span className="text-12 text-ink-2">and {others} more</span>}
    </div>
  )
}

type FrameProps = { invitation: Answer; title: string; text: ReactNode; step?: Step; children: ReactNode }

/** Every step is below the workspace that it leads into. */
const Frame = ({ invitation: { workspace }, children, ...rest }: FrameProps) => (
  <AuthLayout {...rest} foot={location.host} mark={<WorkspaceMark workspace={workspace} size={44} />}>
    {children}
  </AuthLayout>
)

const Offer = ({ invitation, children }: { invitation: Answer; children: ReactNode }) => {
  const { me } = useSession()
  const { workspace, created_by_detail: by, projects, role, email } = invitation
  const where = projects.length > 0 ? ` of ${listed.format(projects.map(one => one.name))}` : ''
  return (
    <Frame
      invitation={invitation}
      // Whoever has said their name has nothing else to say.
      {...(!me?.first_name && { step: { at: 1, of: 2 } })}
      title={`Join ${workspace.name}`}
      text={
        <>
          <b className="font-medium text-ink">{by?.display_name ?? 'Somebody'}</b> invited you to{' '}
          {workspace.name} as {/^[aeiou]/i.test(roleName(role)) ? 'an' : 'a'} {roleName(role).toLowerCase()}
          {where}.
        </>
      }
    >
      <Company {...invitation} />
      <p className="font-medium">E-mail</p>
      <div className="mt-1.5 mb-4 flex h-10 items-center gap-2 rounded-control bg-sunken px-3 text-14 text-ink-2 shadow-[inset_0_0_0_1px_var(--edge)]">
        <span className="cut flex-1">{email}</span>
        <Icon name="lock" size={14} className="text-ink-3" />
      </div>
      {children}
    </Frame>
  )
}

/** The second step of whoever is not signed in. */
const Entry = ({ invitation, begun, back }: { invitation: Answer; begun: Begun; back: () => void }) => {
  const { name } = invitation.workspace
  const step = { at: 2, of: 2, back }
  if (begun.step === 'passwordUp')
    return (
      <Frame
        invitation={invitation}
        step={step}
        title={`Join ${name}`}
        text="Only your name and a password are missing."
      >
        <JoinAsNew begun={begun} go={`Open ${name}`} />
      </Frame>
    )
  return (
    <Frame
      invitation={invitation}
      step={step}
      title="Sign in"
      text={
        <>
          to join <b className="font-medium text-ink">{name}</b>
        </>
      }
    >
      <JoinAsKnown begun={begun} />
    </Frame>
  )
}

const Open = ({ invitation, token }: { invitation: Answer; token: string }) => {
  const { me } = useSession()
  const { here, refused, isBusy, begun, back, signIn, answer } = useAnswering(invitation, token)
  if (begun) return <Entry invitation={invitation} begun={begun} back={back} />
  const isOther = me !== null && me.email !== invitation.email
  return (
    <Offer invitation={invitation}>
      {isOther ? (
        <>
          <p className="mb-3 text-ink-2">
            You are signed in as {me.email}. This invitation is for another address.
          </p>
          <Button
            variant="primary"
            size="form"
            className="w-full"
            onClick={() => void signOut(here)}
            autoFocus
          >
            Sign out and continue
          </Button>
        </>
      ) : (
        <>
          <Button
            variant="primary"
            size="form"
            className="w-full"
            keys="enter"
            autoFocus
            busy={isBusy}
            onClick={() => answer(true)}
          >
            Accept
          </Button>
          {refused && (
            <p role="alert" className="mt-2 text-12 text-danger">
              {refused}
            </p>
          )}
          <div className="-mx-2 mt-3 flex justify-between">
            {!me && (
              <Button onClick={signIn} className="font-medium text-accent-text! max-md:h-11">
                I have an account
              </Button>
            )}
            <Button onClick={() => answer(false)} className="ml-auto max-md:h-11">
              Decline
            </Button>
          </div>
        </>
      )}
    </Offer>
  )
}
