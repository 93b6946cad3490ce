import { useEffect } from 'react'
import { Outlet, useLocation, useParams } from 'react-router'
import { isAsking } from '../data/client.ts'
import { enter, useLive } from '../data/live.ts'
import { useSession } from '../data/session.ts'
import { AppShell } from '../shell/AppShell.tsx'
import { NotFound } from '../shell/NotFound.tsx'
import { Trouble } from '../shell/Trouble.tsx'
import { fetchAhead } from '../ui/popups/later.tsx'
import { Offline } from './Offline.tsx'
import { Overlays } from './Overlays.tsx'
import { ScreenSkeleton } from './ScreenSkeleton.tsx'
import { useStandpoint } from './standpoint.ts'
import { WorkspaceSidebar } from './WorkspaceSidebar.tsx'
import { useWorkspaceKeys } from './workspaceKeys.ts'

/** Enters the workspace of the address, and draws its frame around the screen. */
export const WorkspaceLayout = () => {
  const { slug = '' } = useParams()
  const { status } = useLive()
  useEffect(() => {
    void enter(slug)
  }, [slug])
  if (status === 'missing')
    return (
      <main className="flex min-h-dvh flex-col">
        <NotFound
          title="Workspace not found"
          text="There is no workspace at this address, or you are not a member of it."
        />
      </main>
    )
  return <Frame slug={slug} />
}

const Frame = ({ slug }: { slug: string }) => {
  const { me, workspaces } = useSession()
  const { status } = useLive()
  const { pathname } = useLocation()
  const at = useStandpoint(slug)
  const isReady = status !== 'loading'
  const workspace = workspaces.find(one => one.slug.toLowerCase() === slug.toLowerCase())
  useWorkspaceKeys(at)
  useEffect(() => {
    if (isReady) void fetchAhead(isAsking)
  }, [isReady])
  if (!me) return null
  return (
    <AppShell
      banner={status === 'offline' ? <Offline /> : undefined}
      sidebar={<WorkspaceSidebar at={at} name={workspace?.name ?? slug} me={me} />}
    >
      <Trouble at={pathname}>{isReady ? <Outlet /> : <ScreenSkeleton />}</Trouble>
      <Overlays at={at} />
    </AppShell>
  )
}
