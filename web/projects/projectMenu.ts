/** The actions on a project, in the sidebar and in the list of all. */
import type { RowTypes } from '../data/entities.ts'
import { here, may, viewer } from '../data/viewer.ts'
import { placesIn } from '../places/offers.ts'
import { openLeave } from '../shell/overlays.ts'
import { copyText } from '../ui/copy.ts'
import type { MenuEntry } from '../ui/popups/Menu.tsx'
import { isFavoriteProject, mayFavor, toggleFavoriteProject } from './favorites.ts'

/** They come when one of them is asked for. */
const acts = () => import('./settings/projectActs.ts')

const placeEntries = (project: RowTypes['project']): MenuEntry[] => {
  const places = placesIn('projectMenu', { ...here(), me: viewer()?.id ?? '', project })
  return places.map(({ id, label, called = label, icon, href }) => ({ id, label: called, icon, href }))
}

export const projectEntries = (project: RowTypes['project'], href: string): MenuEntry[] => {
  const places = placeEntries(project)
  return [
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
    {
      id: 'link',
      label: 'Copy link',
      icon: 'link',
      run: () => void copyText(location.origin + href, 'Link'),
    },
    {
      id: 'tab',
      label: 'Open in new tab',
      icon: 'external-link',
      run: () => void window.open(href, '_blank', 'noopener'),
    },
    ...(places.length > 0 ? [{ id: 'rule', rule: true as const }, ...places] : []),
    { id: 'end', rule: true },
    ...(may('project.archive', project, { workspace: project.workspace, project: project.id })
      ? [
          {
            id: 'archive',
            label: 'Archive',
            icon: 'archive' as const,
            run: () => void acts().then(({ archiveProject }) => archiveProject(project)),
          },
        ]
      : []),
    { id: 'leave', label: 'Leave…', icon: 'log-out', run: () => openLeave(project.id) },
  ]
}
