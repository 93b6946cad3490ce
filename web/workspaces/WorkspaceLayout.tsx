import { useEffect } from 'react'
import { Outlet, useLocation, useParams } from 'react-router'
import { isAsking } from '../data/client.ts'
import { enter, isAway, useLive } from '../data/live.ts'
import '../data/me.ts'
import { getRows, madeOf, useRows } from '../data/rows.ts'
import { useSession } from '../data/session.ts'
import { useHere } from '../data/viewer.ts'
import { latestOf, noteVisit } from '../data/visits.ts'
import { settingsOf, usePlace } from '../places/address.ts'
import { noteBefore } from '../settings/cameFrom.ts'
import { AppShell } from '../shell/AppShell.tsx'
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

const Gone = later(() => import('./Gone.tsx').then(module => module.Gone))
// Few ever have one: nothing of it comes before the first screen is drawn.
const UnderWayLine = later(
  () => import('./imports/ImportsUnderWay.tsx').then(module => module.UnderWayLine),
  'soon',
)
const UnderWaySign = later(
  () => import('./imports/ImportsUnderWay.tsx').then(module => module.UnderWaySign),
  'soon',
)
const UnderWayPanel = later(
  () => import('./imports/ImportsUnderWay.tsx').then(module => module.UnderWayPanel),
  'soon',
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

/** Asked for at once where something is at work, with the parts fetched ahead where it may be. */
const UnderWay = ({ slug, as: Part }: { slug: string; as: typeof UnderWayLine }) => {
  const isIdle = useRows('import').length + useRows('job').length === 0
  return <Part slug={slug} unhurried={isIdle} unasked />
}

const Frame = ({ slug }: { slug: string }) => {
  const { me, workspaces } = useSession()
  const { status } = useLive()
  const { pathname, search } = useLocation()
  const at = useStandpoint(slug)
  const place = usePlace()
  const inSettings = place !== null && settingsOf(place.id) !== null
  const isReady = status !== 'loading' || !slug
  const workspace = workspaces.find(one => one.slug.toLowerCase() === slug.toLowerCase())
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
  const foot = (
    <>
      <UnderWay slug={at.slug} as={UnderWayLine} />
      <MyFoot me={me} at={at} />
    </>
  )
  return (
    <AppShell
      banner={status === 'offline' ? <Offline /> : undefined}
      wide={inSettings}
      {...(!inSettings && {
        rail: (
          <WorkspaceRail
            at={at}
            name={workspace?.name ?? slug}
            foot={<UnderWay slug={at.slug} as={UnderWaySign} />}
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
      <UnderWay slug={at.slug} as={UnderWayPanel} />
    </AppShell>
  )
}
