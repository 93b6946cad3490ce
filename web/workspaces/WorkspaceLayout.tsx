import { useEffect, useState } from 'react'
import { Outlet, useLocation, useParams } from 'react-router'
import { isAsking } from '../data/client.ts'
import { enter, isAway, useLive } from '../data/live.ts'
import '../data/me.ts'
import { getRows, madeOf } from '../data/rows.ts'
import { loadWorkspaces, useSession } from '../data/session.ts'
import { useHere } from '../data/viewer.ts'
import { latestOf, noteVisit } from '../data/visits.ts'
import { settingsOf, to, usePlace } from '../places/address.ts'
import { noteBefore } from '../settings/cameFrom.ts'
import { AppShell } from '../shell/AppShell.tsx'
import { NotFound } from '../shell/NotFound.tsx'
import { Trouble } from '../shell/Trouble.tsx'
import { coloursOf, tellColours } from '../ui/colours.ts'
import { fetchAhead, later } from '../ui/popups/later.tsx'
import { useFavoriteKey } from './favorites/favorHere.ts'
import { MyFoot } from './MyFoot.tsx'
import { Offline } from './Offline.tsx'
import { Overlays } from './Overlays.tsx'
import { ScreenSkeleton } from './ScreenSkeleton.tsx'
import { useStandpoint } from './standpoint.ts'
import { useOpenedNotifications } from './useOpenedNotifications.ts'
import { WorkspaceSidebar } from './WorkspaceSidebar.tsx'
import { useWorkspaceKeys } from './workspaceKeys.ts'

const SettingsSidebar = later(
  () => import('../settings/SettingsSidebar.tsx').then(module => module.SettingsSidebar),
  'next',
)

const WorkspaceRail = later(() => import('./WorkspaceRail.tsx').then(module => module.WorkspaceRail), 'soon')

const colours = madeOf(['workspace_member'], (_: null) => coloursOf(getRows('workspace_member')))
tellColours(() => colours.of(null))

/** The workspace of the address; around what belongs to no workspace the one that somebody was in last, if any. */
const useSlug = (): string => {
  const { slug } = useParams()
  const last = useHere().slug
  const { workspaces } = useSession()
  return slug ?? (last || (latestOf(workspaces)?.slug ?? ''))
}

/** Enters the workspace of the address, and draws its frame around the screen. */
export const WorkspaceLayout = () => {
  const slug = useSlug()
  const { status } = useLive()
  useEffect(() => {
    if (slug) void enter(slug)
  }, [slug])
  if (status === 'missing') return <Gone key={slug} slug={slug} />
  return <Frame slug={slug} />
}

const isAt =
  (slug: string) =>
  (one: { slug: string }): boolean =>
    one.slug.toLowerCase() === slug.toLowerCase()

/** Stands in place of a workspace that is not, or no longer, this person’s to open, and leads to one that is. */
const Gone = ({ slug }: { slug: string }) => {
  const { workspaces } = useSession()
  const [was] = useState(workspaces.find(isAt(slug)))
  const next = latestOf(workspaces.filter(one => !isAt(slug)(one)))
  const [isAsked, setAsked] = useState(false)
  useEffect(() => {
    // Where it fails, the next start asks.
    void loadWorkspaces()
      .catch(() => {})
      .then(() => setAsked(true))
  }, [])
  // Whoever has left it themselves is led on by then.
  if (!isAsked) return <main aria-busy="true" className="min-h-dvh" />
  return (
    <main className="flex min-h-dvh flex-col">
      <NotFound
        title={was ? `You no longer have access to ${was.name}` : 'Workspace not found'}
        text={
          was
            ? 'It was deleted, or you were removed from it.'
            : 'There is no workspace at this address, or you are not a member of it.'
        }
        {...(next && { back: { label: `Go to ${next.name}`, href: to('home', { slug: next.slug }) } })}
      />
    </main>
  )
}

const Frame = ({ slug }: { slug: string }) => {
  const { me, workspaces } = useSession()
  const { status } = useLive()
  const { pathname, search } = useLocation()
  const at = useStandpoint(slug)
  const place = usePlace()
  const inSettings = place !== null && settingsOf(place.id) !== null
  const isReady = status !== 'loading' || !slug
  const workspace = workspaces.find(isAt(slug))
  useWorkspaceKeys(at)
  useFavoriteKey()
  useOpenedNotifications()
  const entered = isReady && workspace?.id === at.workspaceId ? workspace?.id : undefined
  useEffect(() => {
    if (entered) noteVisit(entered)
  }, [entered])
  // With each state of the line: what has stopped while the server was away goes on once it is back.
  useEffect(() => {
    if (status !== 'loading' || !slug) void fetchAhead(isAsking, isAway)
  }, [status, slug])
  useEffect(() => {
    if (!inSettings) noteBefore(pathname + search)
  }, [inSettings, pathname, search])
  if (!me) return null
  const foot = <MyFoot me={me} at={at} />
  return (
    <AppShell
      banner={status === 'offline' ? <Offline /> : undefined}
      wide={inSettings}
      {...(!inSettings && {
        rail: (
          <WorkspaceRail
            at={at}
            name={workspace?.name ?? slug}
            meanwhile={<div className="h-full bg-sunken" />}
          />
        ),
      })}
      sidebar={
        inSettings ? (
          <SettingsSidebar at={at} foot={foot} meanwhile={<div className="h-full bg-sunken" />} />
        ) : (
          <WorkspaceSidebar at={at} name={workspace?.name ?? slug} foot={foot} />
        )
      }
    >
      <Trouble at={pathname}>{isReady ? <Outlet /> : <ScreenSkeleton />}</Trouble>
      <Overlays at={at} />
    </AppShell>
  )
}
