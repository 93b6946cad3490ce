import { type ReactNode, useEffect } from 'react'
import { Navigate, NavLink } from 'react-router'
import { placeIds, placeOf, to } from '../places/address.ts'
import { AppShell } from '../shell/AppShell.tsx'
import { Header } from '../shell/Header.tsx'
import { useKeys } from '../shell/keyboard.ts'
import { Button } from '../ui/controls/Button.tsx'
import { Icon } from '../ui/icons.tsx'
import { EmptyState } from '../ui/marks/EmptyState.tsx'
import { Skeleton } from '../ui/marks/Skeleton.tsx'
import { leaveInstance, loadAdmin, useInstance } from './instance.ts'
import { LeaveQuestion, leave } from './LeaveQuestion.tsx'

const ROW =
  'flex h-7 items-center gap-2 rounded-control px-2 text-ink-2 hover:bg-hover max-md:h-11 max-md:text-14 [&.active]:bg-press [&.active]:font-medium [&.active]:text-ink [&>svg]:text-ink-3 [&.active>svg]:text-ink-2'

const shown = placeIds.filter(id => placeOf(id).listed?.includes('instance'))

const Navigation = ({ email }: { email: string }) => (
  <nav
    aria-label="Instance admin"
    data-own="sidebar"
    className="flex h-full flex-col bg-sunken px-2 pb-2 shadow-[inset_-1px_0_0_var(--edge)]"
  >
    <div className="mb-1 flex h-11 flex-none items-center px-2 font-semibold">Instance admin</div>
    <ul className="min-h-0 flex-1 overflow-y-auto">
      {shown.map(id => {
        const { label, icon, path } = placeOf(id)
        return (
          <li key={id}>
            <NavLink to={path} className={ROW}>
              {icon && <Icon name={icon} />}
              {label}
            </NavLink>
          </li>
        )
      })}
      <li className="mt-3">
        <h2 className="flex h-7 items-center pl-2 text-12 text-ink-3">Elsewhere</h2>
        <a href={to('start')} rel="external" className={ROW}>
          <Icon name="external-link" />
          Open Tandem
        </a>
      </li>
    </ul>
    <div className="flex flex-none items-center gap-1 pt-2">
      <span className="cut flex-1 px-2 text-12 text-ink-3">{email}</span>
      <Button icon="log-out" onClick={() => leave(() => void leaveInstance(to('setUp')))}>
        Sign out
      </Button>
    </div>
  </nav>
)

/** Fields that are saved together and are not saved yet. */
type Pending = { count: number; isBusy: boolean; discard: () => void; save: () => void }

type FrameProps = { title: string; intro: string; pending?: Pending; action?: ReactNode; children: ReactNode }

const Standing = ({ title, intro, pending, action, children, email }: FrameProps & { email: string }) => {
  const isPending = pending !== undefined && pending.count > 0
  useKeys(isPending ? { 'mod+s': { run: pending.save, label: 'Save', always: true } } : {})
  return (
    <AppShell sidebar={<Navigation email={email} />}>
      <LeaveQuestion />
      <Header
        crumbs={[{ label: location.host, href: to('instanceGeneral') }]}
        section="Settings"
        {...(isPending && {
          status: pending.count === 1 ? '1 change not saved' : `${pending.count} changes not saved`,
          controls: <Button onClick={pending.discard}>Discard</Button>,
          primary: { label: 'Save', keys: 'mod+s', run: pending.save, disabled: pending.isBusy },
        })}
      />
      <div className="min-h-0 flex-1 overflow-y-auto px-8 pt-4 pb-16 max-md:px-4">
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
  useEffect(() => {
    void loadAdmin()
  }, [])
  if (status === 'out') return <Navigate to={to('setUp')} replace />
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
  return <Standing {...props} email={me.email} />
}
