import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { z } from 'zod'
import { authRoutes } from '#contract/people/auth.ts'
import { type InvitationShown, invitationRoutes } from '#contract/workspace/invitations.ts'
import { call } from '../data/client.ts'
import { loadWorkspaces, useSession } from '../data/session.ts'
import { refusalOf } from '../forms/refusal.ts'
import { to } from '../places/address.ts'
import { inWords } from './enter.ts'
import type { Begun } from './useEntering.ts'

/** How the invited address comes in: `passwordUp` is a new account. A code is sent where one is asked for. */
const begin = async (email: string, next: string): Promise<Begun> => {
  const { body } = await inWords(call(authRoutes.emailCheck, { body: { email } }))
  const step = !body.existing ? 'passwordUp' : body.status === 'MAGIC_CODE' ? 'codeIn' : 'passwordIn'
  if (step === 'codeIn') await inWords(call(authRoutes.magicGenerate, { body: { email } }))
  return { email, next, step, sentAt: step === 'codeIn' ? Date.now() : null }
}

/** Answers an invitation; whoever is not signed in has to come in then. */
export const useAnswering = (invitation: z.infer<typeof InvitationShown>, token: string) => {
  const go = useNavigate()
  const { me, instance } = useSession()
  const { id, email, workspace, projects } = invitation
  const [refused, setRefused] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [begun, setBegun] = useState<Begun | null>(null)
  const { slug } = workspace
  const here = `${to('invitation')}?${new URLSearchParams({
    invitation_id: id,
    slug,
    token,
    ...(projects[0] && { project: projects[0].id }),
  })}`
  const signIn = async () => {
    const next = await begin(email, here)
    // A new account without a password begins at the usual place, by a code.
    if (next.step === 'passwordUp' && !instance?.config.is_email_password_enabled)
      return void go(`${to('start')}?${new URLSearchParams({ email, next_path: here })}`)
    setBegun(next)
  }
  const answer = async (accepted: boolean) => {
    // An older link holds no secret: its person signs in before they answer.
    if (token || me)
      await call(invitationRoutes.answer, {
        params: { ws: slug, invitationId: id },
        body: { email, accepted, token },
      })
    if (me && accepted) await loadWorkspaces()
    if (!accepted && (token || me)) return void go(to('start'), { replace: true })
    // The workspace is theirs by now: where they are leads on.
    if (me) return void go(here, { replace: true })
    await signIn()
  }
  const telling = async (act: () => Promise<void>) => {
    setBusy(true)
    setRefused(null)
    try {
      await act()
    } catch (failure) {
      setRefused(refusalOf(failure, []).general)
    } finally {
      setBusy(false)
    }
  }
  return {
    here,
    refused,
    isBusy,
    begun,
    back: () => setBegun(null),
    signIn: () => void telling(signIn),
    answer: (accepted: boolean) => void telling(() => answer(accepted)),
  }
}
