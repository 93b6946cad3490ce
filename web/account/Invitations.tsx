import { type ReactNode, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import type { z } from 'zod'
import { type InvitationAnswer, invitationRoutes } from '#contract/workspace/invitations.ts'
import { call } from '../data/client.ts'
import { loadWorkspaces, useSession } from '../data/session.ts'
import { refusalOf } from '../forms/refusal.ts'
import { useFields } from '../forms/useForm.ts'
import { to } from '../places/address.ts'
import { AuthLayout, type Step } from '../shell/AuthLayout.tsx'
import { Button } from '../ui/controls/Button.tsx'
import { Checkbox } from '../ui/controls/Checkbox.tsx'
import { WorkspaceMark } from '../ui/marks/WorkspaceMark.tsx'
import { roleName } from '../workspaces/roles.ts'
import { Who } from './Who.tsx'

type Answer = z.infer<typeof InvitationAnswer>

/** The signed-in person's invitations; null until they are known. */
export const useWaiting = () => {
  const [waiting, setWaiting] = useState<readonly Answer[] | null>(null)
  useEffect(() => {
    call(invitationRoutes.listMine).then(
      ({ body }) => setWaiting(body),
      () => setWaiting([]),
    )
  }, [])
  return waiting
}

export const Invitations = () => {
  const go = useNavigate()
  const waiting = useWaiting()
  const [declined, setDeclined] = useState<readonly string[]>([])
  if (!waiting) return null
  const open = waiting.filter(one => !declined.includes(one.id))
  if (open.length > 0)
    return (
      <Choose
        waiting={open}
        aside={<Who />}
        other={<Elsewhere />}
        onDecline={id => setDeclined([...declined, id])}
      />
    )
  return (
    <AuthLayout
      aside={<Who />}
      title="No invitation is waiting"
      text="Invitations to your address show here. If you were given a link, open that link."
    >
      <Button variant="primary" size="form" className="w-full" onClick={() => void go(to('start'))} autoFocus>
        Go home
      </Button>
    </AuthLayout>
  )
}

/** The way on for whoever takes none of them now. */
const Elsewhere = () => {
  const go = useNavigate()
  const { workspaces, instance } = useSession()
  if (workspaces.length > 0)
    return (
      <Button type="button" onClick={() => void go(to('start'))}>
        Not now
      </Button>
    )
  if (instance?.config.is_workspace_creation_disabled) return null
  return (
    <Button type="button" onClick={() => void go(to('createWorkspace'))}>
      Create a workspace instead
    </Button>
  )
}

type ChooseProps = {
  waiting: readonly Answer[]
  /** Beside what is chosen by itself. */
  onJoined?: () => Promise<void>
  /** One was declined; missing where that is not offered. */
  onDecline?: (id: string) => void
  aside?: ReactNode
  step?: Step
  other?: ReactNode
}

export const Choose = ({ waiting, onJoined, onDecline, aside, step, other }: ChooseProps) => {
  const go = useNavigate()
  const [refused, setRefused] = useState<string | null>(null)
  const form = useFields({
    begin: () => ({ chosen: waiting.map(one => one.id) }),
    send: async ({ chosen }) => {
      await call(invitationRoutes.acceptMine, { body: { invitations: chosen } })
      await loadWorkspaces()
      await onJoined?.()
    },
    onDone: () => {
      const first = waiting.find(one => form.values.chosen.includes(one.id))
      if (!first) return
      const { slug } = first.workspace
      const [project] = first.projects
      void go(project ? to('issues', { slug, projectId: project.id }) : to('home', { slug }), {
        replace: true,
      })
    },
  })
  const decline = async ({ id, email, workspace }: Answer) => {
    setRefused(null)
    try {
      const params = { ws: workspace.slug, invitationId: id }
      await call(invitationRoutes.answer, { params, body: { email, accepted: false } })
    } catch (failure) {
      return setRefused(refusalOf(failure, []).general)
    }
    toggle(id, false)
    onDecline?.(id)
  }
  const { chosen } = form.values
  const toggle = (id: string, on: boolean) =>
    form.set({ chosen: on ? [...chosen, id] : chosen.filter(one => one !== id) })
  return (
    <AuthLayout
      aside={aside}
      step={step}
      title="You are invited"
      text="Choose which ones to accept. The others stay open."
    >
      <form {...form.props} className="flex flex-col gap-4">
        <ul className="-mx-2">
          {waiting.map(one => (
            <li key={one.id} className="flex items-center gap-2 rounded-control px-2 hover:bg-hover">
              <Checkbox
                checked={chosen.includes(one.id)}
                onChange={on => toggle(one.id, on)}
                label={one.workspace.name}
                size={16}
                className="min-h-14 flex-1"
              >
                <WorkspaceMark workspace={one.workspace} size={20} />
                <span className="min-w-0 flex-1">
                  <span className="cut block font-medium">{one.workspace.name}</span>
                  <span className="cut block text-12 text-ink-3">
                    {roleName(one.role)}, by {one.created_by_detail?.display_name ?? 'somebody'}
                    {one.total_members ? `, ${one.total_members} members` : ''}
                  </span>
                </span>
              </Checkbox>
              {onDecline && (
                <Button
                  type="button"
                  aria-label={`Decline ${one.workspace.name}`}
                  onClick={() => void decline(one)}
                  className="max-md:h-11"
                >
                  Decline
                </Button>
              )}
            </li>
          ))}
        </ul>
        {(refused ?? form.general) && (
          <p role="alert" className="text-12 text-danger">
            {refused ?? form.general}
          </p>
        )}
        <Button
          // After one was declined, the focus is here again.
          key={waiting.length}
          type="submit"
          variant="primary"
          size="form"
          keys="enter"
          autoFocus
          busy={form.isBusy}
          disabled={chosen.length === 0}
        >
          Join
        </Button>
        {other}
      </form>
    </AuthLayout>
  )
}
