/** What can be done with a project, in the sidebar and in the list of all. */
import type { RowTypes } from '../data/entities.ts'
import { here } from '../data/viewer.ts'
import { to } from '../places/address.ts'
import { copyText } from '../ui/copy.ts'
import type { MenuEntry } from '../ui/Menu.tsx'
import { isFavoriteProject, mayFavor, toggleFavoriteProject } from './favorites.ts'

export const projectEntries = (project: RowTypes['project'], href: string): MenuEntry[] => [
  ...(mayFavor(project)
    ? [
        {
          id: 'favorite',
          label: isFavoriteProject(project.id) ? 'Remove from favourites' : 'Add to favourites',
          icon: 'star' as const,
          run: () => void toggleFavoriteProject(project),
        },
      ]
    : []),
  { id: 'link', label: 'Copy link', icon: 'link', run: () => void copyText(location.origin + href, 'Link') },
  {
    id: 'tab',
    label: 'Open in new tab',
    icon: 'external-link',
    run: () => void window.open(href, '_blank', 'noopener'),
  },
  { id: 'rule', rule: true },
  {
    id: 'archive',
    label: 'Archived issues',
    icon: 'archive',
    href: to('archive', { slug: here().slug, projectId: project.id }),
  },
]
