/** What the menu of a module offers, in the list, on the board and on its page. */
import type { Module } from '#contract/planning/modules.ts'
import { here } from '../../data/viewer.ts'
import { to } from '../../places/address.ts'
import { openModuleForm } from '../../shell/overlays.ts'
import { copyText } from '../../ui/copy.ts'
import type { MenuEntry } from '../../ui/popups/Menu.tsx'
import { isFavorite, mayFavor, toggleFavorite } from '../favorites.ts'
import { archiveModule, deleteModule, restoreModule } from './moduleActions.ts'
import { isOver, mayArchiveModule, mayChangeModule, mayRemoveModule } from './moduleRows.ts'

export const moduleAddress = ({ id, project_id }: Module) =>
  to('module', { slug: here().slug, projectId: project_id, moduleId: id })

export const moduleEntries = (module: Module): MenuEntry[] => {
  const href = moduleAddress(module)
  const [mayArchive, mayRemove] = [mayArchiveModule(module), mayRemoveModule(module)]
  return [
    ...(mayChangeModule(module)
      ? [
          {
            id: 'edit',
            label: 'Edit…',
            icon: 'pencil' as const,
            run: () => openModuleForm({ projectId: module.project_id, moduleId: module.id }),
          },
        ]
      : []),
    ...(mayFavor('module', module)
      ? [
          {
            id: 'favorite',
            label: isFavorite('module', module.id) ? 'Remove from favourites' : 'Add to favourites',
            icon: 'star' as const,
            run: () => void toggleFavorite('module', module),
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
    ...(mayArchive || mayRemove ? [{ id: 'rule', rule: true as const }] : []),
    ...(mayArchive
      ? [
          module.archived_at
            ? {
                id: 'restore',
                label: 'Restore',
                icon: 'rotate-ccw' as const,
                run: () => restoreModule(module),
              }
            : {
                id: 'archive',
                label: 'Archive',
                icon: 'archive' as const,
                disabled: !isOver(module) && 'Only a completed or cancelled module can be archived',
                run: () => archiveModule(module),
              },
        ]
      : []),
    ...(mayRemove
      ? [
          {
            id: 'delete',
            label: 'Delete',
            icon: 'trash-2' as const,
            danger: true,
            run: () => deleteModule(module),
          },
        ]
      : []),
  ]
}
