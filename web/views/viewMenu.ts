/** The entries of a saved view's menu for this person: in a row of the list, in its tab, and on the view itself. */
import type { View } from '#contract/planning/views.ts'
import { isFavorite } from '../data/favorites.ts'
import { fromRow } from '../issues/view/storedView.ts'
import { openViewForm } from '../shell/overlays.ts'
import type { MenuEntry } from '../ui/popups/Menu.tsx'
import {
  copyViewLink,
  deleteView,
  isPublic,
  mayCreateBeside,
  mayView,
  toggleAccess,
  toggleFavoriteView,
  toggleLock,
} from './viewActions.ts'
import { viewAddress } from './viewAddress.ts'

export const viewEntries = (view: View): MenuEntry[] => [
  ...(mayView('view.update', view) && !view.is_locked
    ? [
        {
          id: 'edit',
          label: 'Edit…',
          icon: 'pencil' as const,
          run: () => openViewForm({ projectId: view.project, viewId: view.id }),
        },
      ]
    : []),
  ...(mayCreateBeside(view)
    ? [
        {
          id: 'duplicate',
          label: 'Duplicate…',
          icon: 'copy' as const,
          run: () => openViewForm({ projectId: view.project, name: `${view.name} 2`, look: fromRow(view) }),
        },
      ]
    : []),
  ...(mayView('view.favor', view)
    ? [
        {
          id: 'favorite',
          label: isFavorite({ type: 'view', id: view.id }) ? 'Remove from favourites' : 'Add to favourites',
          icon: 'star' as const,
          run: () => toggleFavoriteView(view),
        },
      ]
    : []),
  { id: 'link', label: 'Copy link', icon: 'link', run: () => void copyViewLink(view) },
  {
    id: 'open',
    label: 'Open in new tab',
    icon: 'external-link',
    run: () => void window.open(viewAddress(view), '_blank', 'noopener'),
  },
  ...(mayView('view.lock', view)
    ? [
        {
          id: 'lock',
          label: view.is_locked ? 'Unlock view' : 'Lock view',
          icon: view.is_locked ? ('lock-open' as const) : ('lock' as const),
          run: () => toggleLock(view),
        },
      ]
    : []),
  ...(mayView('view.access', view)
    ? [
        {
          id: 'access',
          label: isPublic(view) ? 'Make private' : 'Make public',
          icon: isPublic(view) ? ('eye-off' as const) : ('globe' as const),
          run: () => toggleAccess(view),
        },
      ]
    : []),
  ...(mayView('view.delete', view)
    ? [
        { id: 'rule', rule: true as const },
        {
          id: 'delete',
          label: 'Delete',
          icon: 'trash-2' as const,
          danger: true,
          run: () => deleteView(view),
        },
      ]
    : []),
]
