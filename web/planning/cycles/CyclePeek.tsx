import type { Cycle } from '#contract/planning/cycles.ts'
import { useRow } from '../../data/rows.ts'
import { cycleContext } from '../../issues/view/contexts.ts'
import { useKeys } from '../../shell/keyboard.ts'
import { featuresOf } from '../features.ts'
import { CyclePanel } from './CyclePanel.tsx'
import { cycleAddress } from './cycleMenu.ts'

/** What a cycle is, beside the list of all of them: its figures lead to its own. */
export const CyclePeek = ({ cycle, onClose }: { cycle: Cycle; onClose: () => void }) => {
  const project = useRow('project', cycle.project_id)
  useKeys({ esc: { run: onClose, label: 'Close details', group: 'Cycles' } })
  if (!project) return null
  return (
    <CyclePanel
      key={cycle.id}
      cycle={cycle}
      context={cycleContext(project.id, featuresOf(project), cycle.id, true)}
      leadsTo={cycleAddress(cycle)}
      onClose={onClose}
    />
  )
}
