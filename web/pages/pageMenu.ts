/** The entries of a page's menu for this person: in a row of the list, and on the page itself. */
import { isPublic, type Page } from '#contract/text/pages.ts'
import { pageAddress } from '../editor/pageNames.ts'
import { muteEntry } from '../shell/muteEntry.ts'
import { copyText } from '../ui/copy.ts'
import type { MenuEntry } from '../ui/popups/Menu.tsx'
import {
  archivePage,
  deletePage,
  duplicatePage,
  mayPage,
  toggleAccess,
  toggleFavorite,
  toggleLock,
  unarchivePage,
} from './pageActions.ts'

export const copyPageLink = (page: Page) => copyText(location.origin + pageAddress(page), 'Link')

type Given = {
  page: Page
  favorite: boolean
  go: (href: string) => void
  /** Choosing the page that it is below. */
  onMove?: () => void
}

export const favoriteEntry = ({ page, favorite }: Given): MenuEntry[] =>
  mayPage('page.favor', page)
    ? [
        {
          id: 'favorite',
          label: favorite ? 'Remove from favourites' : 'Add to favourites',
          icon: 'star',
          run: () => void toggleFavorite(page),
        },
      ]
    : []

/** Copying, moving and access. */
export const pageEntries = ({ page, go, onMove }: Given): MenuEntry[] => {
  const isOpen = !page.archived_at
  return [
    { id: 'link', label: 'Copy link', icon: 'link', run: () => void copyPageLink(page) },
    muteEntry({ of: 'page', id: page.id, project: page.project_id }),
    ...(mayPage('page.duplicate', page)
      ? [
          {
            id: 'duplicate',
            label: 'Duplicate',
            icon: 'copy' as const,
            run: () => void duplicatePage(page).then(id => id && go(pageAddress({ ...page, id }))),
          },
        ]
      : []),
    ...(onMove && isOpen && !page.is_locked && mayPage('page.update', page)
      ? [{ id: 'move', label: 'Move to…', icon: 'corner-down-right' as const, run: onMove }]
      : []),
    ...(isOpen && mayPage('page.access', page)
      ? [
          {
            id: 'access',
            label: isPublic(page) ? 'Make private' : 'Make public',
            icon: isPublic(page) ? ('eye-off' as const) : ('globe' as const),
            run: () => toggleAccess(page),
          },
        ]
      : []),
    ...(isOpen && mayPage('page.lock', page)
      ? [
          {
            id: 'lock',
            label: page.is_locked ? 'Unlock page' : 'Lock page',
            icon: page.is_locked ? ('lock-open' as const) : ('lock' as const),
            run: () => void toggleLock(page),
          },
        ]
      : []),
    ...(mayPage('page.archive', page)
      ? [
          {
            id: 'archive',
            label: isOpen ? 'Archive' : 'Restore',
            icon: isOpen ? ('archive' as const) : ('rotate-ccw' as const),
            run: () => (isOpen ? archivePage(page) : unarchivePage(page)),
          },
        ]
      : []),
    ...(!isOpen && mayPage('page.delete', page)
      ? [
          {
            id: 'delete',
            label: 'Delete',
            icon: 'trash-2' as const,
            danger: true,
            run: () => deletePage(page),
          },
        ]
      : []),
  ]
}
