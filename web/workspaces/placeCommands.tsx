/** What the command menu offers wherever one is: to make something, to go somewhere, to change how it looks. */
import { useNavigate } from 'react-router'
import { signOut, useSession } from '../data/session.ts'
import { useJoinedProjects } from '../projects/joined.ts'
import { projectLook } from '../projects/look.ts'
import type { CommandEntry } from '../shell/CommandMenu.tsx'
import { setTheme, themeNames, themes, useTheme } from '../theme.ts'
import type { IconName } from '../ui/icons.tsx'
import { ProjectTile } from '../ui/ProjectTile.tsx'

export type PlaceCommands = {
  slug: string
  /** Missing where nothing may be made. */
  onNewIssue?: () => void
  onNewProject?: () => void
  onHelp: () => void
}

const themeIcons: Record<(typeof themes)[number], IconName> = {
  system: 'monitor',
  light: 'sun',
  dark: 'moon',
  'light-contrast': 'sun-moon',
  'dark-contrast': 'sun-moon',
}

export const usePlaceCommands = ({
  slug,
  onNewIssue,
  onNewProject,
  onHelp,
}: PlaceCommands): CommandEntry[] => {
  const { me } = useSession()
  const theme = useTheme()
  const projects = useJoinedProjects()
  const navigate = useNavigate()
  const go =
    (address: string): CommandEntry['run'] =>
    ({ newTab }) =>
      newTab ? void window.open(address, '_blank', 'noopener') : void navigate(address)
  const to = (
    id: string,
    label: string,
    icon: IconName,
    path: string,
    more: Partial<CommandEntry> = {},
  ): CommandEntry => ({
    id,
    group: 'Go to',
    label,
    icon,
    run: go(`/${slug}${path}`),
    ...more,
  })
  return [
    ...(onNewIssue
      ? [
          {
            id: 'new',
            group: 'Create',
            label: 'New issue',
            icon: 'square-pen' as const,
            keys: 'c',
            words: ['create add task'],
            run: onNewIssue,
          },
        ]
      : []),
    ...(onNewProject
      ? [
          {
            id: 'project',
            group: 'Create',
            label: 'New project',
            icon: 'plus' as const,
            keys: 'p',
            words: ['create add'],
            run: onNewProject,
          },
        ]
      : []),
    to('your-work', 'Your work', 'circle-user', `/profile/${me?.id}/assigned`, {
      keys: 'g y',
      words: ['my issues assigned to me'],
    }),
    to('drafts', 'Drafts', 'file-pen-line', '/drafts', { keys: 'g d' }),
    to('views', 'All issues', 'layers', '/workspace-views/all-issues', {
      keys: 'g w',
      words: ['views workspace'],
    }),
    to('projects', 'Projects', 'boxes', '/projects', { keys: 'g p' }),
    ...projects.flatMap(project => {
      const at = `/projects/${project.id}`
      const icon = <ProjectTile key={project.id} project={projectLook(project)} />
      const { name, identifier } = project
      const more = { icon, aside: identifier, words: [identifier] }
      return [
        to(`${project.id}issues`, name, 'boxes', `${at}/issues`, { ...more, aside: 'Project' }),
        ...(project.page_view
          ? [to(`${project.id}pages`, `${name}: Pages`, 'file-text', `${at}/pages`, { ...more, typed: true })]
          : []),
        to(`${project.id}archive`, `${name}: Archive`, 'archive', `${at}/archives/issues`, {
          ...more,
          typed: true,
        }),
      ]
    }),
    to('members', 'Members of the workspace', 'user-plus', '/settings/members', {
      words: ['people invite team roles'],
    }),
    ...themes.map(one => ({
      id: `theme-${one}`,
      group: 'Theme',
      label: `Theme: ${themeNames[one].replace(/^./, first => first.toLowerCase())}`,
      icon: themeIcons[one],
      words: ['appearance colour color mode'],
      typed: true,
      ...(one === theme ? { aside: 'Now' } : {}),
      run: () => setTheme(one),
    })),
    {
      id: 'keys',
      group: 'Help',
      label: 'Keyboard shortcuts',
      icon: 'keyboard',
      keys: '?',
      words: ['keys help'],
      run: onHelp,
    },
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
