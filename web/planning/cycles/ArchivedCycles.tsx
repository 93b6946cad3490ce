import { useParams } from 'react-router'
import { useMade } from '../../data/rows.ts'
import { ArchivedList } from '../ArchivedList.tsx'
import { PlanRing } from '../progress/PlanRing.tsx'
import { progressOf } from '../progress/totals.ts'
import { useMeasure } from '../progress/useMeasure.ts'
import { deleteCycle, mayArchiveCycle, mayRemoveCycle, restoreCycle } from './cycleActions.ts'
import { cycleAddress } from './cycleMenu.ts'
import { spanWords } from './cycleRange.ts'
import { cyclesOf } from './cycleRows.ts'
import { totalsOf } from './figures.ts'

export const ArchivedCycles = () => {
  const { projectId = '' } = useParams()
  const { measure } = useMeasure(projectId)
  const archived = useMade(cyclesOf, projectId).filter(cycle => cycle.archived_at)
  return (
    <ArchivedList
      what="cycles"
      how="A completed cycle can be archived from its menu. Its issues stay where they are."
      rows={archived.map(cycle => {
        const totals = totalsOf(cycle, measure)
        const percent = totals ? progressOf('cycle', totals, measure).percent : 0
        const { id, name, archived_at, start_date, end_date } = cycle
        return {
          id,
          name,
          archived_at,
          href: cycleAddress(cycle),
          mark: <PlanRing percent={percent} label={`${percent} % done`} kind="under way" />,
          dates: start_date && end_date ? spanWords(start_date, end_date, 'MMM') : 'No dates',
          onRestore: mayArchiveCycle(cycle) ? () => restoreCycle(cycle) : undefined,
          onDelete: mayRemoveCycle(cycle) ? () => deleteCycle(cycle) : undefined,
        }
      })}
    />
  )
}
