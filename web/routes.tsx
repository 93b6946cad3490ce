import type { ReactNode } from 'react'
import { Navigate, Outlet, Route, Routes, useLocation, useParams } from 'react-router'
import { loadSession, useSession } from './data/session.ts'
import { IssuesScreen } from './issues/IssuesScreen.tsx'
import { NotFound } from './shell/NotFound.tsx'
import { Button } from './ui/Button.tsx'
import { EmptyState } from './ui/EmptyState.tsx'
import { later } from './ui/later.tsx'
import { ScreenSkeleton } from './workspaces/ScreenSkeleton.tsx'
import { WorkspaceLayout } from './workspaces/WorkspaceLayout.tsx'

// The first screen brings itself and the shell; every other comes when it is first opened, the editor with the first text.
const ProjectsScreen = later(
  () => import('./projects/ProjectsScreen.tsx').then(module => module.ProjectsScreen),
  'next',
)
const PageScreen = later(() => import('./pages/PageScreen.tsx').then(module => module.PageScreen), 'next')
const CreateWorkspace = later(() =>
  import('./account/CreateWorkspace.tsx').then(module => module.CreateWorkspace),
)
const SetUp = later(() => import('./account/SetUp.tsx').then(module => module.SetUp))
const MembersScreen = later(
  () => import('./workspaces/MembersScreen.tsx').then(module => module.MembersScreen),
  'next',
)
const PagesScreen = later(() => import('./pages/PagesScreen.tsx').then(module => module.PagesScreen), 'next')
const WorkspaceViewScreen = later(
  () => import('./issues/WorkspaceViewScreen.tsx').then(module => module.WorkspaceViewScreen),
  'next',
)
const DraftsScreen = later(
  () => import('./issues/DraftsScreen.tsx').then(module => module.DraftsScreen),
  'next',
)
const ProfileScreen = later(
  () => import('./issues/ProfileScreen.tsx').then(module => module.ProfileScreen),
  'next',
)
const IssuePage = later(() => import('./issues/IssuePage.tsx').then(module => module.IssuePage), 'next')
const BrowseIssue = later(() => import('./issues/BrowseIssue.tsx').then(module => module.BrowseIssue))
const SignIn = later(() => import('./account/SignIn.tsx').then(module => module.SignIn))
const Gallery = later(() => import('./ui/Gallery.tsx').then(module => module.Gallery))

const Gate = ({ children }: { children: ReactNode }) => {
  const { status, instance } = useSession()
  const { pathname } = useLocation()
  if (status === 'loading') return null
  if (status === 'failed')
    return (
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
  const setUp = instance?.instance.is_setup_done
  if (!setUp && pathname !== '/god-mode' && pathname !== '/god-mode/' && pathname !== '/gallery')
    return <Navigate to="/god-mode" replace />
  if (setUp && pathname.startsWith('/god-mode')) return <Navigate to="/" replace />
  return children
}

/** For people who are signed in; others come back here after signing in. */
const SignedIn = () => {
  const { me } = useSession()
  const { pathname, search } = useLocation()
  if (!me) return <Navigate to={`/?${new URLSearchParams({ next_path: pathname + search })}`} replace />
  return <Outlet />
}

/** For people who are not; others go where their work is. */
const SignedOut = ({ children }: { children: ReactNode }) => {
  const { me, workspaces } = useSession()
  if (me) return <Navigate to={workspaces[0] ? `/${workspaces.at(-1)!.slug}` : '/create-workspace'} replace />
  return children
}

const Root = () => (
  <Gate>
    <Outlet />
  </Gate>
)

const ToIssues = () => <Navigate to="issues" replace />
const ToArchivedIssue = () => {
  const { slug, projectId, issueId } = useParams()
  return <Navigate to={`/${slug}/projects/${projectId}/issues/${issueId}`} replace />
}
const ToDrafts = () => <Navigate to={`/${useParams().slug}/drafts`} replace />

export const Screens = () => (
  <Routes>
    <Route element={<Root />}>
      <Route path="/god-mode" element={<SetUp />} />
      {['/', '/sign-in', '/sign-up'].map(path => (
        <Route
          key={path}
          path={path}
          element={
            <SignedOut>
              <SignIn mode={path === '/sign-up' ? 'up' : 'in'} />
            </SignedOut>
          }
        />
      ))}
      <Route path="/gallery" element={<Gallery />} />
      <Route element={<SignedIn />}>
        <Route path="/create-workspace" element={<CreateWorkspace />} />
        <Route path="/:slug" element={<WorkspaceLayout />}>
          <Route index element={<ProjectsScreen meanwhile={<ScreenSkeleton />} />} />
          <Route path="projects" element={<ProjectsScreen meanwhile={<ScreenSkeleton />} />} />
          <Route path="drafts" element={<DraftsScreen meanwhile={<ScreenSkeleton />} />} />
          <Route path="browse/:named" element={<BrowseIssue />} />
          <Route path="settings/members" element={<MembersScreen meanwhile={<ScreenSkeleton />} />} />
          <Route
            path="workspace-views/:view"
            element={<WorkspaceViewScreen meanwhile={<ScreenSkeleton />} />}
          />
          <Route path="profile/:personId/:tab?" element={<ProfileScreen meanwhile={<ScreenSkeleton />} />} />
          <Route path="projects/:projectId">
            <Route index element={<ToIssues />} />
            <Route path="issues" element={<IssuesScreen />} />
            <Route path="archives/issues" element={<IssuesScreen of="archive" />} />
            <Route path="archives" element={<ToIssues />} />
            <Route path="archives/issues/:issueId" element={<ToArchivedIssue />} />
            <Route path="draft-issues" element={<ToDrafts />} />
            <Route path="issues/:issueId" element={<IssuePage meanwhile={<ScreenSkeleton />} />} />
            <Route path="pages" element={<PagesScreen meanwhile={<ScreenSkeleton />} />} />
            <Route path="pages/:pageId" element={<PageScreen meanwhile={<ScreenSkeleton />} />} />
          </Route>
          <Route path="*" element={<NotFound />} />
        </Route>
      </Route>
      <Route
        path="*"
        element={
          <main className="flex min-h-dvh flex-col">
            <NotFound />
          </main>
        }
      />
    </Route>
  </Routes>
)
