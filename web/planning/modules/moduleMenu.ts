/** The entries of a module's menu, in the list, on the board and on its page. */
import type { Module } from '#contract/planning/modules.ts'
import { here } from '../../data/viewer.ts'
import { to } from '../../places/address.ts'
import { openModuleForm } from '../../shell/overlays.ts'
import type { MenuEntry } from '../../ui/popups/Menu.tsx'
import { planEntries } from '../planMenu.ts'
import { archiveModule, deleteModule, restoreModule } from './moduleActions.ts'
import { isOver, mayArchiveModule, mayChangeModule, mayRemoveModule } from './moduleRows.ts'

export const moduleAddress = ({ id, project_id }: Module) =>
  to('module', { slug: here().slug, projectId: project_id, moduleId: id })

export const moduleEntries = (module: Module): MenuEntry[] =>
  planEntries({
    kind: 'module',
    row: module,
    href: moduleAddress(module),
    edit: mayChangeModule(module)
      ? () => openModuleForm({ projectId: module.project_id, moduleId: module.id })
      : null,
    archive: mayArchiveModule(module) ? () => archiveModule(module) : null,
    restore: () => restoreModule(module),
    remove: mayRemoveModule(module) ? () => deleteModule(module) : null,
    kept: !isOver(module) && 'Only a completed or cancelled module can be archived',
  })
