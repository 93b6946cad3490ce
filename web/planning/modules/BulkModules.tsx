import type { Module } from '#contract/planning/modules.ts'
import { SelectionAct, SelectionBar } from '../../shell/SelectionBar.tsx'
import { LeadPicker, StatusPicker } from './ModulePickers.tsx'
import { archiveModules, changeModules, deleteModules } from './moduleActions.ts'
import { isOver, mayArchiveModule, mayRemoveModule } from './moduleRows.ts'

type BulkModulesProps = {
  /** What is selected, of one project; not empty. */
  modules: readonly Module[]
  onClear: () => void
}

const common = <V,>(modules: readonly Module[], of: (module: Module) => V): V | undefined => {
  const [first, ...rest] = modules.map(of)
  return rest.every(one => one === first) ? first : undefined
}

/** What is done with many modules at once, at the foot of their list. */
export const BulkModules = ({ modules, onClear }: BulkModulesProps) => {
  const [first] = modules
  if (!first) return null
  const removable = modules.every(mayRemoveModule)
  return (
    <SelectionBar what="modules" count={modules.length} over="round" onClear={onClear}>
      <StatusPicker
        value={common(modules, module => module.status) ?? null}
        onPick={status => void changeModules(modules, { status })}
      >
        <SelectionAct icon="circle-dot">Status</SelectionAct>
      </StatusPicker>
      <LeadPicker
        projectId={first.project_id}
        value={common(modules, module => module.lead_id)}
        onPick={lead_id => void changeModules(modules, { lead_id })}
      >
        <SelectionAct icon="circle-user">Lead</SelectionAct>
      </LeadPicker>
      {modules.every(mayArchiveModule) && (
        <SelectionAct
          icon="archive"
          held={!modules.every(isOver) && 'Only completed or cancelled modules can be archived'}
          onClick={() => {
            onClear()
            archiveModules(modules)
          }}
        >
          Archive
        </SelectionAct>
      )}
      {removable && (
        <SelectionAct
          variant="danger"
          icon="trash-2"
          onClick={() => {
            onClear()
            deleteModules(modules)
          }}
        >
          Delete
        </SelectionAct>
      )}
    </SelectionBar>
  )
}
