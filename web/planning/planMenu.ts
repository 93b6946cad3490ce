/** The entries of a cycle's or module's menu, wherever that shows. */
import type { RowTypes } from '../data/entities.ts'
import { copyText } from '../ui/copy.ts'
import type { MenuEntry } from '../ui/popups/Menu.tsx'
import { isFavorite, mayFavor, toggleFavorite } from './favorites.ts'

type Act = () => unknown
type PlanActs = {
  kind: 'cycle' | 'module'
  row: RowTypes['cycle'] | RowTypes['module']
  href: string
  /** Missing where this person may not. */
  edit: Act | null
  archive: Act | null
  restore: Act
  remove: Act | null
  /** Why it cannot go to the archive yet. */
  kept: string | false
}

export const planEntries = ({
  kind,
  row,
  href,
  edit,
  archive,
  restore,
  remove,
  kept,
}: PlanActs): MenuEntry[] => [
  ...(edit ? [{ id: 'edit', label: 'Edit…', icon: 'pencil' as const, run: () => void edit() }] : []),
  ...(mayFavor(kind, row)
    ? [
        {
          id: 'favorite',
          label: isFavorite(kind, row.id) ? 'Remove from favourites' : 'Add to favourites',
          icon: 'star' as const,
          run: () => void toggleFavorite(kind, row),
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
  ...(archive || remove ? [{ id: 'rule', rule: true as const }] : []),
  ...(archive && row.archived_at
    ? [{ id: 'restore', label: 'Restore', icon: 'rotate-ccw' as const, run: () => void restore() }]
    : []),
  ...(archive && !row.archived_at
    ? [
        {
          id: 'archive',
          label: 'Archive',
          icon: 'archive' as const,
          disabled: kept,
          run: () => void archive(),
        },
      ]
    : []),
  ...(remove
    ? [{ id: 'delete', label: 'Delete', icon: 'trash-2' as const, danger: true, run: () => void remove() }]
    : []),
]
