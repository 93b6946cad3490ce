import { type ReactNode, useEffect } from 'react'
import { Navigate, useLocation } from 'react-router'
import { before, to } from '../places/address.ts'
import { AppShell } from '../shell/AppShell.tsx'
import { Header } from '../shell/Header.tsx'
import { useKeys } from '../shell/keyboard.ts'
import { openOverlay, useOverlay } from '../shell/overlays.ts'
import { Button } from '../ui/controls/Button.tsx'
import { EmptyState } from '../ui/marks/EmptyState.tsx'
import { Skeleton } from '../ui/marks/Skeleton.tsx'
import { TandemMark } from '../ui/marks/TandemMark.tsx'
import { later } from '../ui/popups/later.tsx'
import { InstanceNavigation } from './InstanceNavigation.tsx'
import { loadAdmin, type Me, useInstance } from './instance.ts'
import { LeaveQuestion } from './LeaveQuestion.tsx'

/** Fields that are saved together and are not saved yet. */
type Pending = { count: number; isBusy: boolean; discard: () => void; save: () => void }

type FrameProps = { title: string; intro: string; pending?: Pending; action?: ReactNode; children: ReactNode }

const KeyboardHelp = later(() => import('../shell/KeyboardHelp.tsx').then(module => module.KeyboardHelp))
const WhatsNew = later(() => import('../workspaces/WhatsNew.tsx').then(module => module.WhatsNew))

const close = () => openOverlay(null)

/** Help, above any of the screens. */
const Help = () => {
  const overlay = useOverlay()
  if (overlay === 'keys') return <KeyboardHelp open onOpenChange={open => open || close()} />
  return overlay === 'news' && <WhatsNew onClose={close} />
}

const Standing = ({ title, intro, pending, action, children, me }: FrameProps & { me: Me }) => {
  const isPending = pending !== undefined && pending.count > 0
  const { pathname } = useLocation()
  useKeys({ '?': { run: () => openOverlay('keys'), label: 'Keyboard shortcuts', group: 'Everywhere' } })
  useKeys(isPending ? { 'mod+s': { run: pending.save, label: 'Save', always: true } } : {})
  return (
    <AppShell sidebar={<InstanceNavigation me={me} at={pathname} />}>
      <LeaveQuestion />
      <Help />
      <Header
        crumbs={[{ label: location.host, href: to('instanceGeneral'), mark: <TandemMark size={18} /> }]}
        section="Settings"
        {...(isPending && {
          status: pending.count === 1 ? '1 change not saved' : `${pending.count} changes not saved`,
          controls: <Button onClick={pending.discard}>Discard</Button>,
          primary: { label: 'Save', keys: 'mod+s', run: pending.save, disabled: pending.isBusy },
        })}
      />
      <div className="min-h-0 flex-1 overflow-y-auto bg-bg px-8 pt-4 pb-16 max-md:px-4">
        <div className="mx-auto max-w-200">
          <div className="flex min-h-7 items-center gap-2">
            <h2 className="flex-1 font-semibold text-20">{title}</h2>
            {action}
          </div>
          <p className="mt-0.5 max-w-160 text-ink-2">{intro}</p>
          {children}
          {isPending && (
            <div className="mt-6 flex justify-end gap-2 md:hidden">
              <Button variant="primary" size="form" onClick={pending.save} busy={pending.isBusy}>
                Save
              </Button>
            </div>
          )}
        </div>
      </div>
    </AppShell>
  )
}

/** Around every screen of the instance: for those alone who are signed in to run it. */
export const InstanceFrame = (props: FrameProps) => {
  const { status, me } = useInstance()
  const { pathname, search } = useLocation()
  useEffect(() => {
    void loadAdmin()
  }, [])
  if (status === 'out') return <Navigate to={before('setUp', pathname + search)} replace />
  if (status === 'failed')
    return (
      <main className="flex min-h-dvh flex-col">
        <EmptyState
          title="The settings cannot be read"
          actions={
            <Button variant="neutral" onClick={() => void loadAdmin()}>
              Try again
            </Button>
          }
        >
          The server did not answer. Check your connection, then try again.
        </EmptyState>
      </main>
    )
  // The screens begin anew with the settings: nobody should have begun to work on them before.
  if (status === 'loading' || !me)
    return (
      <main className="mx-auto flex max-w-200 flex-col gap-4 pt-16" aria-busy="true">
        {['w-40', 'w-96', 'w-full', 'w-3/4'].map(width => (
          <Skeleton key={width} className={width} />
        ))}
      </main>
    )
  return <Standing {...props} me={me} />
}
