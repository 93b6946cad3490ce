import type { Module } from '#contract/planning/modules.ts'
import { useRow } from '../../data/rows.ts'
import { moduleContext } from '../../issues/view/contexts.ts'
import { useKeys } from '../../shell/keyboard.ts'
import { featuresOf } from '../features.ts'
import { ModulePanel } from './ModulePanel.tsx'
import { moduleAddress } from './moduleMenu.ts'

/** What a module is, beside the list of all of them: its figures lead to its own. */
export const ModulePeek = ({ module, onClose }: { module: Module; onClose: () => void }) => {
  const project = useRow('project', module.project_id)
  useKeys({ esc: { run: onClose, label: 'Close details', group: 'Modules' } })
  if (!project) return null
  return (
    <ModulePanel
      key={module.id}
      module={module}
      context={moduleContext(project.id, featuresOf(project), module.id)}
      leadsTo={moduleAddress(module)}
      onClose={onClose}
    />
  )
}
