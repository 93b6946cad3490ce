import { type ReactNode, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { loadWorkspaces, readSession, useSession } from '../../data/session.ts'
import { to } from '../../places/address.ts'
import { AuthLayout, type Quotation, type Step } from '../../shell/AuthLayout.tsx'
import { useNextPath } from '../../shell/nextPath.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { copyText } from '../../ui/copy.ts'
import { dayText, fullDay } from '../../ui/dates/day-words.ts'
import { Icon } from '../../ui/icons.tsx'
import { WorkspaceForm } from '../newWorkspace/CreateWorkspace.tsx'
import { FromArchive } from '../newWorkspace/FromArchive.tsx'
import { finish } from './finish.ts'

const LOOK_MS = 5_000

const waiting: Quotation = {
  chosen: { before: 'The harbour office ', part: 'knows your name', by: 'Freya', colour: 'var(--p1)' },
  typed: { words: 'Tie up outside the sill and wai', by: 'Mei', colour: 'var(--p2)' },
  quiet: 'The gate opens when the water is high\u00a0enough.',
}

const provenOn = (moment: string | null) => (moment ? ` on ${fullDay(dayText(new Date(moment)))}` : '')

type NoWorkspaceProps = { aside: ReactNode; step: Step; onMade: (id: string) => Promise<void> }

/** Somebody who is in no workspace yet waits to be let into one, or makes their own. */
export const NoWorkspace = ({ aside, step, onMade }: NoWorkspaceProps) => {
  const go = useNavigate()
  const { me, instance } = useSession()
  // They may have been on their way to make one.
  const [isMaking, setMaking] = useState(useNextPath() === to('createWorkspace'))
  const [isFromArchive, setFromArchive] = useState(false)
  const mayMake = !instance?.config.is_workspace_creation_disabled
  useEffect(() => {
    if (isMaking) return
    const timer = setInterval(async () => {
      await loadWorkspaces().catch(() => {})
      const [first] = readSession().workspaces
      if (!first) return
      clearInterval(timer)
      await finish(first.id)
      void go(to('home', { slug: first.slug }), { replace: true })
    }, LOOK_MS)
    return () => clearInterval(timer)
  }, [isMaking, go])
  if (isMaking && isFromArchive)
    return (
      <AuthLayout
        aside={aside}
        step={{ ...step, back: () => setFromArchive(false) }}
        title="From an archive"
        text="An archive that a Tandem has made becomes a new workspace, with its history."
      >
        <FromArchive onMade={({ id }) => void onMade(id)} />
      </AuthLayout>
    )
  if (isMaking)
    return (
      <AuthLayout
        aside={aside}
        step={{ ...step, back: () => setMaking(false) }}
        title="Name your workspace"
        text="A workspace is where your team plans and writes together."
      >
        <WorkspaceForm onMade={({ id }) => void onMade(id)} />
        <Button icon="archive" className="mt-2 w-full" onClick={() => setFromArchive(true)}>
          From an archive
        </Button>
      </AuthLayout>
    )
  return (
    <AuthLayout
      aside={aside}
      step={step}
      title="No workspace yet"
      text="You are signed in. As soon as somebody adds you, this page opens their workspace by itself."
      quotation={waiting}
    >
      <p className="font-medium">Give them this address</p>
      <div className="mt-1.5 flex h-10 items-center gap-2 rounded-control bg-sunken pr-1.5 pl-3 text-14 shadow-[inset_0_0_0_1px_var(--edge)]">
        <span className="cut flex-1">{me?.email}</span>
        <Button icon="copy" onClick={() => void copyText(me?.email ?? '', 'Address')} autoFocus={!mayMake}>
          Copy
        </Button>
      </div>
      <p className="mt-1.5 flex items-center gap-1.5 text-12 text-ink-2">
        {me?.is_email_verified ? (
          <>
            <Icon name="check" size={14} className="text-ok" />
            {`Confirmed${provenOn(me.email_verified_at)}. No invitation is waiting.`}
          </>
        ) : (
          'If you were given an invitation link, open that link.'
        )}
      </p>
      {mayMake && (
        <>
          <div className="mt-6 mb-4 flex items-center gap-3 text-12 text-ink-3">
            <span className="h-px flex-1 bg-line" />
            or
            <span className="h-px flex-1 bg-line" />
          </div>
          <Button
            variant="primary"
            size="form"
            className="w-full"
            keys="enter"
            onClick={() => setMaking(true)}
            autoFocus
          >
            Create a workspace
          </Button>
          <p className="mt-4 text-ink-3">You become its admin and can invite others.</p>
        </>
      )}
    </AuthLayout>
  )
}
