/** What the menu of a cycle offers, in the list and on its page. */
import type { Cycle } from '#contract/planning/cycles.ts'
import { here } from '../../data/viewer.ts'
import { to } from '../../places/address.ts'
import { openCycleForm } from '../../shell/overlays.ts'
import { copyText } from '../../ui/copy.ts'
import type { MenuEntry } from '../../ui/popups/Menu.tsx'
import { isFavorite, mayFavor, toggleFavorite } from '../favorites.ts'
import {
  archiveCycle,
  deleteCycle,
  mayArchiveCycle,
  mayChangeCycle,
  mayDeleteCycle,
  restoreCycle,
} from './cycleActions.ts'
import { statusOf } from './cycleRows.ts'

export const cycleAddress = ({ id, project_id }: Cycle) =>
  to('cycle', { slug: here().slug, projectId: project_id, cycleId: id })

export const cycleEntries = (cycle: Cycle): MenuEntry[] => {
  const href = cycleAddress(cycle)
  const mayArchive = mayArchiveCycle(cycle)
  return [
    ...(mayChangeCycle(cycle)
      ? [
          {
            id: 'edit',
            label: 'Edit…',
            icon: 'pencil' as const,
            run: () => openCycleForm({ projectId: cycle.project_id, cycleId: cycle.id }),
          },
        ]
      : []),
    ...(mayFavor('cycle', cycle)
      ? [
          {
            id: 'favorite',
            label: isFavorite('cycle', cycle.id) ? 'Remove from favourites' : 'Add to favourites',
            icon: 'star' as const,
            run: () => void toggleFavorite('cycle', cycle),
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
    ...(mayArchive || mayDeleteCycle(cycle) ? [{ id: 'rule', rule: true as const }] : []),
    ...(mayArchive && cycle.archived_at
      ? [
          {
            id: 'restore',
            label: 'Restore',
            icon: 'rotate-ccw' as const,
            run: () => restoreCycle(cycle),
          },
        ]
      : []),
    ...(mayArchive && !cycle.archived_at
      ? [
          {
            id: 'archive',
            label: 'Archive',
            icon: 'archive' as const,
            disabled: statusOf(cycle) !== 'completed' && 'Only a completed cycle can be archived',
            run: () => archiveCycle(cycle),
          },
        ]
      : []),
    ...(mayDeleteCycle(cycle)
      ? [
          {
            id: 'delete',
            label: 'Delete',
            icon: 'trash-2' as const,
            danger: true,
            run: () => deleteCycle(cycle),
          },
        ]
      : []),
  ]
}
