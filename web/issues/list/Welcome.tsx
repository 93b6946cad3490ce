import { useEffect, useState } from 'react'
import { Link, useParams } from 'react-router'
import { userRoutes } from '#contract/people/users.ts'
import { call } from '../../data/client.ts'
import { useRow, useRows } from '../../data/rows.ts'
import { useSession } from '../../data/session.ts'
import { useHere, useMay } from '../../data/viewer.ts'
import { to } from '../../places/address.ts'
import { openOverlay, useOverlay } from '../../shell/overlays.ts'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Kbd } from '../../ui/marks/Kbd.tsx'

const FOUND = 'welcome.found'

/** That the command menu was opened once is this browser's to know. */
const useFound = () => {
  const overlay = useOverlay()
  const [found, setFound] = useState(() => localStorage.getItem(FOUND) !== null)
  useEffect(() => {
    if (overlay !== 'commands') return
    localStorage.setItem(FOUND, '1')
    setFound(true)
  }, [overlay])
  return found
}

/** Somebody of this person's work is among what is loaded. */
const useHasIssue = (me: string) => useRows('issue').some(issue => issue.assignee_ids.includes(me))

type Hint = { id: string; label: string; isDone: boolean; keys?: string; href?: string; run?: () => void }

const Row = ({ hint }: { hint: Hint }) => {
  const look = 'flex h-8 w-full items-center gap-2 rounded-control px-2 text-left max-md:h-11'
  const inside = (
    <>
      {hint.isDone ? (
        <Icon name="check" size={14} className="text-ok" />
      ) : (
        <span
          aria-hidden="true"
          className="size-3.5 flex-none rounded-full shadow-[inset_0_0_0_1.5px_var(--line-strong)]"
        />
      )}
      <span className={`cut flex-1 ${hint.isDone ? 'text-ink-2' : ''}`}>
        {hint.label}
        {hint.isDone && <span className="sr-only">, done</span>}
      </span>
      {!hint.isDone && hint.keys && <Kbd keys={hint.keys} />}
      {!hint.isDone && hint.href && <Icon name="chevron-right" size={14} className="text-ink-3" />}
    </>
  )
  if (hint.isDone) return <div className={look}>{inside}</div>
  if (hint.href)
    return (
      <Link to={hint.href} className={`${look} hover:bg-hover`}>
        {inside}
      </Link>
    )
  return hint.run ? (
    <button type="button" onClick={hint.run} className={`${look} hover:bg-hover`}>
      {inside}
    </button>
  ) : (
    <div className={look}>{inside}</div>
  )
}

const close = () => call(userRoutes.tourCompleted, { body: { is_tour_completed: true } }).catch(() => {})

/** First steps of a newcomer, each by the control that takes it; a step ticks itself off, and the card can be closed. */
export const Welcome = () => {
  const { slug = '', projectId } = useParams()
  const { me, workspaces } = useSession()
  const { workspaceId } = useHere()
  const mayInvite = useMay()('invitation.create', {}, { workspace: workspaceId })
  const project = useRow('project', projectId)
  const lead = useRow('user', project?.project_lead)
  const others = useRows('workspace_member').filter(row => row.is_active).length > 1
  const invited = useRows('workspace_invitation').length > 0
  const found = useFound()
  const hasIssue = useHasIssue(me?.id ?? '')
  const workspace = workspaces.find(one => one.slug === slug)?.name ?? slug
  const hints: Hint[] = [
    { id: 'joined', label: `Joined ${workspace}`, isDone: true },
    ...(me?.first_name ? [] : [{ id: 'name', label: 'Set your name', isDone: false, href: to('account') }]),
    { id: 'issue', label: 'Take an issue that nobody has', isDone: hasIssue, keys: 'a' },
    {
      id: 'find',
      label: 'Find anything, do anything',
      isDone: found,
      keys: 'mod+k',
      run: () => openOverlay('commands'),
    },
    ...(mayInvite
      ? [
          {
            id: 'invite',
            label: 'Invite your team',
            isDone: others || invited,
            href: to('members', { slug }),
          },
        ]
      : []),
  ]
  return (
    <section
      aria-label="Welcome"
      className="mx-2 mt-1 mb-2 flex-none rounded-card bg-sunken p-2 shadow-[inset_0_0_0_1px_var(--edge)]"
    >
      <div className="flex h-8 items-center gap-2 pl-2">
        <h2 className="flex-none font-medium">Welcome{me?.first_name ? `, ${me.first_name}` : ''}</h2>
        <p className="cut flex-1 text-ink-2">
          {lead && lead.id !== me?.id ? `${lead.display_name} leads this project.` : ''}
        </p>
        <IconButton
          icon="x"
          label="Close the welcome"
          onClick={() => void close()}
          className="max-md:size-11"
        />
      </div>
      <ul>
        {hints.slice(0, 5).map(hint => (
          <li key={hint.id}>
            <Row hint={hint} />
          </li>
        ))}
      </ul>
    </section>
  )
}
