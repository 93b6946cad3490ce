import { useEffect, useState } from 'react'
import { Outlet, useLocation, useNavigate, useParams } from 'react-router'
import { isAsking } from '../data/client.ts'
import type { RowTypes } from '../data/entities.ts'
import { enter, useLive } from '../data/live.ts'
import { getRow } from '../data/rows.ts'
import { signOut, useSession } from '../data/session.ts'
import { redoLast, undoLast } from '../data/undo.ts'
import { may } from '../data/viewer.ts'
import { noteWhatIsMeant } from '../issues/commandScope.ts'
import { useDrafts } from '../issues/drafts.ts'

import { useJoinedProjects } from '../projects/joined.ts'
import { projectLook } from '../projects/look.ts'
import { projectEntries } from '../projects/projectMenu.ts'
import { AppShell } from '../shell/AppShell.tsx'
import { useKeys } from '../shell/keyboard.ts'
import { NotFound } from '../shell/NotFound.tsx'
import { Sidebar, type SidebarProject } from '../shell/Sidebar.tsx'
import { Trouble } from '../shell/Trouble.tsx'
import { setTheme, themeNames, themes, useTheme } from '../theme.ts'
import { fetchAhead, later } from '../ui/later.tsx'
import { ExpectTyping } from '../ui/typeAhead.tsx'
import { useFavoriteLinks } from './favoriteLinks.tsx'
import { Offline } from './Offline.tsx'
import { openIssueForm, openOverlay, useIssueForm, useOverlay } from './overlays.ts'
import { ScreenSkeleton } from './ScreenSkeleton.tsx'

const CreateIssue = later(
  () => import('../issues/CreateIssue.tsx').then(module => module.CreateIssue),
  'soon',
)
const CreateProject = later(
  () => import('../projects/CreateProject.tsx').then(module => module.CreateProject),
  'soon',
)
const KeyboardHelp = later(
  () => import('../shell/KeyboardHelp.tsx').then(module => module.KeyboardHelp),
  'soon',
)
const Palette = later(() => import('./Palette.tsx').then(module => module.Palette), 'soon')

const openCommands = () => {
  noteWhatIsMeant()
  openOverlay('commands')
}

export const WorkspaceLayout = () => {
  const { slug = '' } = useParams()
  const { status } = useLive()
  const { me, workspaces } = useSession()
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
  const workspace = workspaces.find(one => one.slug.toLowerCase() === slug.toLowerCase())
  if (!me) return null
  return <Workspace slug={slug} name={workspace?.name ?? slug} ready={status !== 'loading'} />
}

const Workspace = ({ slug, name, ready }: { slug: string; name: string; ready: boolean }) => {
  const go = useNavigate()
  const { me, workspaces } = useSession()
  const { status } = useLive()
  const theme = useTheme()
  const { pathname } = useLocation()
  const projects = useJoinedProjects()
  const drafts = useDrafts()
  const favorites = useFavoriteLinks(slug)
  const overlay = useOverlay()
  const form = useIssueForm()
  const [help, setHelp] = useState(false)
  useEffect(() => {
    if (ready) void fetchAhead(isAsking)
  }, [ready])
  const projectId = /\/projects\/([^/]+)/.exec(pathname)?.[1]
  const here = projects.find(project => project.id === projectId) ?? projects[0]
  const compose =
    here && may('issue.create', {}, { workspace: here.workspace, project: here.id })
      ? () => openIssueForm()
      : undefined
  const canCreateProject =
    ready &&
    may(
      'project.create',
      {},
      { workspace: getRow('workspace', workspaces.find(one => one.slug === slug)?.id)?.id ?? '' },
    )

  const links = (project: RowTypes['project']): SidebarProject['links'] => {
    const base = `/${slug}/projects/${project.id}`
    return [
      { id: 'issues', label: 'Issues', href: `${base}/issues`, exact: true },
      ...(project.page_view ? [{ id: 'pages', label: 'Pages', href: `${base}/pages` }] : []),
    ]
  }
  useKeys({
    'mod+k': { run: openCommands, label: 'Command menu', group: 'Everywhere', always: true },
    '/': { run: openCommands, label: 'Search', group: 'Everywhere' },
    '?': { run: () => setHelp(true), label: 'Keyboard shortcuts', group: 'Everywhere' },
    'mod+z': { run: undoLast, label: 'Undo', group: 'Everywhere' },
    'mod+shift+z': { run: redoLast, label: 'Redo', group: 'Everywhere' },
    c: { run: () => (compose ? compose() : false), label: 'New issue', group: 'Create' },
    p: {
      run: () => (canCreateProject ? openOverlay('project') : false),
      label: 'New project',
      group: 'Create',
    },
    'g w': {
      run: () => void go(`/${slug}/workspace-views/all-issues`),
      label: 'All issues',
      group: 'Go to',
    },
    'g y': { run: () => void go(`/${slug}/profile/${me?.id}/assigned`), label: 'Your work', group: 'Go to' },
    'g d': { run: () => void go(`/${slug}/drafts`), label: 'Drafts', group: 'Go to' },
    'g p': { run: () => void go(`/${slug}/projects`), label: 'Projects', group: 'Go to' },
    'g i': {
      run: () => (here ? void go(`/${slug}/projects/${here.id}/issues`) : false),
      label: 'Issues',
      group: 'Go to',
    },
    'g o': {
      run: () => (here ? void go(`/${slug}/projects/${here.id}/pages`) : false),
      label: 'Pages',
      group: 'Go to',
    },
  })
  return (
    <AppShell
      banner={status === 'offline' ? <Offline /> : undefined}
      sidebar={
        <Sidebar
          workspace={{ name }}
          workspaceMenu={[
            ...workspaces.map(one => ({
              id: one.id,
              label: one.name,
              checked: one.slug === slug,
              run: () => void go(`/${one.slug}`),
            })),
            { id: 'rule', rule: true as const },
            {
              id: 'members',
              label: 'Members',
              icon: 'users' as never,
              run: () => void go(`/${slug}/settings/members`),
            },
            { id: 'create', label: 'Create workspace', run: () => void go('/create-workspace') },
          ]}
          links={[
            {
              id: 'work',
              label: 'Your work',
              icon: 'circle-user',
              href: `/${slug}/profile/${me?.id}`,
            },
            {
              id: 'drafts',
              label: 'Drafts',
              icon: 'file-pen-line',
              href: `/${slug}/drafts`,
              ...(drafts.length > 0 ? { count: drafts.length } : {}),
            },
          ]}
          sections={[
            {
              id: 'workspace',
              label: 'Workspace',
              links: [
                { id: 'views', label: 'Views', icon: 'layers', href: `/${slug}/workspace-views/all-issues` },
                { id: 'projects', label: 'Projects', icon: 'boxes', href: `/${slug}/projects`, exact: true },
              ],
            },
            ...favorites,
          ]}
          projects={projects.map(project => ({
            ...projectLook(project),
            href: `/${slug}/projects/${project.id}/issues`,
            open: project.id === projectId,
            links: links(project),
            entries: () => projectEntries(project, `/${slug}/projects/${project.id}/issues`),
          }))}
          onNewProject={canCreateProject ? () => openOverlay('project') : undefined}
          onSearch={openCommands}
          onCompose={compose}
          me={me!}
          meMenu={[
            { id: 'who', heading: me!.email },
            {
              id: 'theme',
              label: 'Theme',
              children: themes.map(one => ({
                id: one,
                label: themeNames[one],
                checked: one === theme,
                run: () => setTheme(one),
              })),
            },
            { id: 'out', label: 'Sign out', run: () => void signOut() },
          ]}
          onHelp={() => setHelp(true)}
        />
      }
    >
      <Trouble at={pathname}>{ready ? <Outlet /> : <ScreenSkeleton />}</Trouble>
      {overlay === 'commands' && (
        <Palette
          meanwhile={<ExpectTyping />}
          onClose={() => openOverlay(null)}
          slug={slug}
          projectId={here?.id}
          {...(compose ? { onNewIssue: compose } : {})}
          {...(canCreateProject ? { onNewProject: () => openOverlay('project') } : {})}
          onHelp={() => setHelp(true)}
        />
      )}
      {help && <KeyboardHelp open={help} onOpenChange={setHelp} />}
      {overlay === 'issue' && here && (
        <CreateIssue
          meanwhile={<ExpectTyping />}
          form={form}
          projectId={here.id}
          onClose={() => openOverlay(null)}
        />
      )}
      {overlay === 'project' && (
        <CreateProject meanwhile={<ExpectTyping />} slug={slug} onClose={() => openOverlay(null)} />
      )}
    </AppShell>
  )
}
