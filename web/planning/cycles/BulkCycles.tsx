import type { Cycle } from '#contract/planning/cycles.ts'
import { SelectionBar } from '../../shell/SelectionBar.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { HeldButton } from '../../ui/controls/HeldButton.tsx'
import { archiveCycles, deleteCycles, mayArchiveCycle, mayDeleteCycle } from './cycleActions.ts'
import { statusOf } from './cycleRows.ts'

type BulkCyclesProps = {
  /** What is selected; not empty. */
  cycles: readonly Cycle[]
  onClear: () => void
}

/** What is done with many cycles at once, at the foot of their list: each only where it may be done with all of them. */
export const BulkCycles = ({ cycles, onClear }: BulkCyclesProps) => {
  const isOver = cycles.every(cycle => statusOf(cycle) === 'completed')
  const on = (act: (cycles: readonly Cycle[]) => void) => () => {
    onClear()
    act(cycles)
  }
  return (
    <SelectionBar what="cycles" count={cycles.length} over="round" onClear={onClear}>
      {cycles.every(mayArchiveCycle) && (
        <HeldButton
          icon="archive"
          held={!isOver && 'Only completed cycles can be archived'}
          onClick={on(archiveCycles)}
        >
          Archive
        </HeldButton>
      )}
      {cycles.every(mayDeleteCycle) && (
        <Button variant="danger" icon="trash-2" onClick={on(deleteCycles)}>
          Delete
        </Button>
      )}
    </SelectionBar>
  )
}
