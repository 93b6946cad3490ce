import type { ReactNode } from 'react'
import { Navigate, Outlet, type RouteObject, useLocation, useParams, useRoutes } from 'react-router'
import { loadSession, useSession } from '../data/session.ts'
import { latestOf } from '../data/visits.ts'
import { NotFound } from '../shell/NotFound.tsx'
import { useNextPath } from '../shell/nextPath.ts'
import { Button } from '../ui/controls/Button.tsx'
import { EmptyState } from '../ui/marks/EmptyState.tsx'
import { WorkspaceLayout } from '../workspaces/WorkspaceLayout.tsx'
import {
  before,
  ENDED,
  filled,
  isForNewcomers,
  isForSettled,
  isForSignedIn,
  type PlaceId,
  placeAt,
  placeIds,
  placeOf,
  settingsOf,
  to,
} from './address.ts'
import { OuterScreen, WorkspaceScreen } from './Screen.tsx'

/** Nothing but the set-up before the instance is set up. */
const Gate = () => {
  const { status, instance } = useSession()
  const { pathname } = useLocation()
  if (status === 'loading') return null
  if (status === 'failed') return <Unreachable />
  const at = placeAt(pathname)
  const who = at && placeOf(at.id).who
  const isSetUp = Boolean(instance?.instance.is_setup_done)
  if (!isSetUp && who !== 'founder' && who !== 'anyone') return <Navigate to={to('setUp')} replace />
  return <Outlet />
}

const Unreachable = () => (
  <main className="flex min-h-dvh flex-col">
    <EmptyState
      title="Tandem cannot be reached"
      actions={
        <Button variant="neutral" onClick={() => void loadSession()}>
          Try again
        </Button>
      }
    >
      The server did not answer. Check your connection, then try again.
    </EmptyState>
  </main>
)

/** Leads elsewhere first; from there people come back here. */
const First = ({ id }: { id: 'start' | 'onboarding' }) => {
  const { pathname, search, hash } = useLocation()
  const { hasEnded } = useSession()
  return <Navigate to={before(id, pathname + search + hash, hasEnded ? ENDED : {})} replace />
}

/** For people who are signed in. */
const SignedIn = () => (useSession().me ? <Outlet /> : <First id="start" />)

/** For people whose first steps are behind them. */
const Onboarded = () => (useSession().isOnboarded ? <Outlet /> : <First id="onboarding" />)

/** For people who are not signed in; others go where they were going, or where their work is. */
const SignedOut = ({ children }: { children: ReactNode }) => {
  const { me, workspaces } = useSession()
  const next = useNextPath()
  const last = latestOf(workspaces)
  if (me) return <Navigate to={next ?? (last ? to('home', { slug: last.slug }) : to('onboarding'))} replace />
  return children
}

/** An address that a place has beside its own. */
const Leads = ({ id }: { id: PlaceId }) => {
  const params = useParams()
  const { search } = useLocation()
  return <Navigate to={filled(placeOf(id).path, params) + search} replace />
}

const WORKSPACE = '/:slug'
/** The settings of a person are in the frame of the workspace where they were last. */
const isOfAccount = (id: PlaceId) => settingsOf(id) === 'accountSettings'
const isInWorkspace = (id: PlaceId) => placeOf(id).path.startsWith(WORKSPACE)

const elementOf = (id: PlaceId): ReactNode => {
  if (isInWorkspace(id)) return <WorkspaceScreen id={id} />
  const screen = <OuterScreen id={id} />
  return placeOf(id).who === 'signedOut' ? <SignedOut>{screen}</SignedOut> : screen
}

const routesTo = (ids: readonly PlaceId[]): RouteObject[] =>
  ids.flatMap(id => [
    { path: placeOf(id).path, element: elementOf(id) },
    ...(placeOf(id).also ?? []).map(path => ({ path, element: <Leads id={id} /> })),
  ])

const Nowhere = () => (
  <main className="flex min-h-dvh flex-col">
    <NotFound />
  </main>
)

const routes: RouteObject[] = [
  {
    element: <Gate />,
    children: [
      ...routesTo(placeIds.filter(id => !isForSignedIn(id))),
      {
        element: <SignedIn />,
        children: [
          ...routesTo(placeIds.filter(isForNewcomers)),
          {
            element: <Onboarded />,
            children: [
              ...routesTo(placeIds.filter(id => isForSettled(id) && !isInWorkspace(id) && !isOfAccount(id))),
              {
                path: WORKSPACE,
                element: <WorkspaceLayout />,
                children: [...routesTo(placeIds.filter(isInWorkspace)), { path: '*', element: <NotFound /> }],
              },
              {
                element: <WorkspaceLayout />,
                children: routesTo(placeIds.filter(isOfAccount)),
              },
            ],
          },
        ],
      },
      { path: '*', element: <Nowhere /> },
    ],
  },
]

export const Screens = () => useRoutes(routes)
