import { type ReactNode, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import type { z } from 'zod'
import { type InvitationAnswer, invitationRoutes } from '#contract/workspace/invitations.ts'
import { call } from '../data/client.ts'
import { loadWorkspaces, useSession } from '../data/session.ts'
import { useFields } from '../forms/useForm.ts'
import { to } from '../places/address.ts'
import { AuthLayout } from '../shell/AuthLayout.tsx'
import { Button } from '../ui/controls/Button.tsx'
import { Checkbox } from '../ui/controls/Checkbox.tsx'
import { WorkspaceMark } from '../ui/marks/WorkspaceMark.tsx'
import { roleName } from '../workspaces/roles.ts'

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
  if (!waiting) return null
  if (waiting.length > 0) return <Choose waiting={waiting} />
  return (
    <AuthLayout
      title="No invitation is waiting"
      text="Invitations to your address show here. If you were given a link, open that link."
    >
      <Button variant="primary" size="form" className="w-full" onClick={() => void go(to('start'))}>
        Go home
      </Button>
    </AuthLayout>
  )
}

type ChooseProps = {
  waiting: readonly Answer[]
  /** Beside what is chosen by itself. */
  onJoined?: () => Promise<void>
  aside?: ReactNode
  other?: ReactNode
}

export const Choose = ({ waiting, onJoined, aside, other }: ChooseProps) => {
  const go = useNavigate()
  const { workspaces } = useSession()
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
  const { chosen } = form.values
  const toggle = (id: string, on: boolean) =>
    form.set({ chosen: on ? [...chosen, id] : chosen.filter(one => one !== id) })
  return (
    <AuthLayout
      aside={aside}
      title="You are invited"
      text="Choose which ones to accept. The others stay open."
    >
      <form {...form.props} className="flex flex-col gap-4">
        <ul className="-mx-2">
          {waiting.map(one => (
            <li key={one.id} className="rounded-control px-2 hover:bg-hover">
              <Checkbox
                checked={chosen.includes(one.id)}
                onChange={on => toggle(one.id, on)}
                label={one.workspace.name}
                size={16}
                className="min-h-14"
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
            </li>
          ))}
        </ul>
        {form.general && (
          <p role="alert" className="text-12 text-danger">
            {form.general}
          </p>
        )}
        <Button
          type="submit"
          variant="primary"
          size="form"
          keys="enter"
          busy={form.isBusy}
          disabled={chosen.length === 0}
        >
          Join
        </Button>
        {other}
        {!other && workspaces.length > 0 && (
          <Button type="button" onClick={() => void go(to('start'))}>
            Not now
          </Button>
        )}
      </form>
    </AuthLayout>
  )
}
