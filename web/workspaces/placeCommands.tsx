/** The commands available everywhere: to make something, to go somewhere, to change the looks. */
import { useNavigate } from 'react-router'
import { chooseTheme, useJoinedProjects } from '../data/me.ts'
import { projectLook } from '../data/projectLook.ts'
import { signOut, useSession } from '../data/session.ts'
import { useByVisit } from '../data/visits.ts'
import { to } from '../places/address.ts'
import { type Offer, placesIn, type Standpoint } from '../places/offers.ts'
import type { CommandEntry } from '../shell/CommandMenu.tsx'
import { openLeave, openOverlay } from '../shell/overlays.ts'
import type { IconName } from '../ui/icons.tsx'
import { ProjectTile } from '../ui/marks/ProjectTile.tsx'
import { WorkspaceMark } from '../ui/marks/WorkspaceMark.tsx'
import { themeNames, themes, useTheme } from '../ui/theme.ts'

export type PlaceCommands = {
  at: Standpoint
  /** Missing where nothing may be made. */
  onNewIssue: (() => void) | undefined
  onNewProject: (() => void) | undefined
  onNewCycle: (() => void) | undefined
  onNewModule: (() => void) | undefined
  onNewView: (() => void) | undefined
  onNewPage: (() => void) | undefined
  onNewWorkspace: (() => void) | undefined
  onHelp: () => void
}

const themeIcons: Record<(typeof themes)[number], IconName> = {
  system: 'monitor',
  light: 'sun',
  dark: 'moon',
  'light-contrast': 'sun-moon',
  'dark-contrast': 'sun-moon',
  custom: 'palette',
}

type Made = Pick<CommandEntry, 'id' | 'label' | 'icon' | 'keys' | 'words' | 'typed'> & {
  by: Extract<keyof PlaceCommands, `onNew${string}`>
}

const made: readonly Made[] = [
  {
    by: 'onNewIssue',
    id: 'new',
    label: 'New issue',
    icon: 'square-pen',
    keys: 'c',
    words: ['create add task'],
  },
  {
    by: 'onNewCycle',
    id: 'cycle',
    label: 'New cycle',
    icon: 'iteration-cw',
    keys: 'q',
    words: ['create add sprint'],
  },
  {
    by: 'onNewModule',
    id: 'module',
    label: 'New module',
    icon: 'boxes',
    keys: 'm',
    words: ['create add milestone'],
  },
  { by: 'onNewProject', id: 'project', label: 'New project', icon: 'plus', keys: 'p', words: ['create add'] },
  {
    by: 'onNewView',
    id: 'new-view',
    label: 'New view',
    icon: 'layers',
    keys: 'v',
    words: ['create add filter save'],
  },
  {
    by: 'onNewPage',
    id: 'new-page',
    label: 'New page',
    icon: 'file-text',
    keys: 'd',
    words: ['create add write document'],
  },
  {
    by: 'onNewWorkspace',
    id: 'new-workspace',
    label: 'New workspace',
    icon: 'plus',
    words: ['create add company'],
    typed: true,
  },
]

const create = (offered: PlaceCommands): CommandEntry[] =>
  made.flatMap(({ by, ...entry }) => {
    const run = offered[by]
    return run ? [{ ...entry, group: 'Create', run }] : []
  })

/** The places of the workspace, those of each project under its name, and the settings. */
const useDestinations = (at: Standpoint): CommandEntry[] => {
  const projects = useJoinedProjects()
  const navigate = useNavigate()
  const workspaces = useByVisit(useSession().workspaces)
  const goTo = ({ id, label, called = label, icon, keys, words, href }: Offer): CommandEntry => ({
    id,
    group: 'Go to',
    label: called,
    icon,
    keys,
    words,
    run: ({ newTab }) => (newTab ? void window.open(href, '_blank', 'noopener') : void navigate(href)),
  })
  const inWorkspace = placesIn('commands', { ...at, project: undefined })
  const isSetting = ({ listed }: Offer) => listed?.includes('workspaceSettings')
  return [
    ...inWorkspace.filter(one => !isSetting(one)).map(goTo),
    ...projects.flatMap(project =>
      placesIn('commands', { ...at, project })
        .filter(one => !inWorkspace.some(({ id }) => id === one.id))
        .map((one, nth) => ({
          ...goTo(one),
          id: `${project.id}${one.id}`,
          icon: <ProjectTile key={project.id} project={projectLook(project)} />,
          // A project has several archives: each is called by its own name, and found by the short one, too.
          words: [project.identifier, one.label],
          keys: undefined,
          // The first is where a project opens: it goes by the project's own name.
          ...(nth === 0
            ? { label: project.name, aside: 'Project' }
            : {
                label: `${project.name}: ${one.called ?? one.label}`,
                aside: project.identifier,
                typed: true,
              }),
        })),
    ),
    ...inWorkspace.filter(isSetting).map(goTo),
    ...workspaces
      .filter(({ slug }) => slug !== at.slug)
      .map(workspace => ({
        id: `workspace-${workspace.id}`,
        group: 'Go to',
        label: workspace.name,
        aside: 'Workspace',
        icon: <WorkspaceMark key={workspace.id} workspace={workspace} />,
        words: ['switch workspace', workspace.slug],
        typed: true,
        run: () => void navigate(to('home', { slug: workspace.slug })),
      })),
  ]
}

export const usePlaceCommands = (given: PlaceCommands): CommandEntry[] => {
  const theme = useTheme()
  return [
    ...create(given),
    ...useDestinations(given.at),
    ...themes.map(one => ({
      id: `theme-${one}`,
      group: 'Theme',
      label: `Theme: ${themeNames[one].replace(/^./, first => first.toLowerCase())}`,
      icon: themeIcons[one],
      words: ['appearance colour color mode'],
      typed: true,
      ...(one === theme ? { aside: 'Now' } : {}),
      run: () => void chooseTheme(one).catch(() => {}),
    })),
    {
      id: 'keys',
      group: 'Help',
      label: 'Keyboard shortcuts',
      icon: 'keyboard',
      keys: '?',
      words: ['keys help'],
      run: given.onHelp,
    },
    {
      id: 'news',
      group: 'Help',
      label: 'What’s new',
      icon: 'history',
      words: ['whats release notes changelog version'],
      typed: true,
      run: () => openOverlay('news'),
    },
    ...(given.at.workspaceId
      ? [
          {
            id: 'leave',
            group: 'Account',
            label: 'Leave the workspace…',
            icon: 'log-out' as const,
            words: ['quit membership'],
            typed: true,
            run: () => openLeave(),
          },
        ]
      : []),
    {
      id: 'out',
      group: 'Account',
      label: 'Sign out',
      icon: 'log-out',
      words: ['log out leave'],
      typed: true,
      run: () => void signOut(),
    },
  ]
}
