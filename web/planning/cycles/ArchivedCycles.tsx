import { useParams } from 'react-router'
import { useDayIn } from '../../data/clock.ts'
import { useMade, useRow } from '../../data/rows.ts'
import { useListAddress } from '../../shell/list/address.ts'
import { narrowed } from '../../shell/list/filters.ts'
import { agoText } from '../../ui/dates/day-words.ts'
import { ArchivedList } from '../ArchivedList.tsx'
import { PlanRing } from '../progress/PlanRing.tsx'
import { progressOf } from '../progress/totals.ts'
import { useMeasure } from '../progress/useMeasure.ts'
import { usePeek } from '../usePeek.ts'
import { CyclePeek } from './CyclePeek.tsx'
import { deleteCycles, mayArchiveCycle, mayRemoveCycle, restoreCycles } from './cycleActions.ts'
import { cycleDays } from './cycleList.ts'
import { cycleAddress, cycleEntries } from './cycleMenu.ts'
import { spanWords } from './cycleRange.ts'
import { cyclesOf } from './cycleRows.ts'
import { totalsOf } from './figures.ts'

/** Cycles of a project that were put away: read, brought back or deleted. */
export const ArchivedCycles = () => {
  const { projectId = '' } = useParams()
  const today = useDayIn(useRow('project', projectId)?.timezone ?? 'UTC')
  const { measure } = useMeasure(projectId)
  const [address, change] = useListAddress()
  const narrowing = narrowed(cycleDays(today), address, change)
  const archived = useMade(cyclesOf, projectId).filter(cycle => cycle.archived_at)
  const shown = archived.filter(cycle => narrowing.finds(cycle.name) && narrowing.passes(cycle))
  const of = (ids: readonly string[]) => archived.filter(({ id }) => ids.includes(id))
  const { peeked, onPeek, entryOf, onClose } = usePeek(archived, 'peekCycle')
  return (
    <ArchivedList
      what="cycles"
      how="A completed cycle can be archived from its menu. Its issues stay where they are."
      total={archived.length}
      narrowing={narrowing}
      onRestore={ids => restoreCycles(of(ids))}
      onRemove={ids => deleteCycles(of(ids))}
      onPeek={onPeek}
      peek={peeked && <CyclePeek cycle={peeked} onClose={onClose} />}
      entriesOf={id => [entryOf(id), ...of([id]).flatMap(cycleEntries)]}
      rows={shown.map(cycle => {
        const totals = totalsOf(cycle, measure)
        const percent = totals ? progressOf('cycle', totals, measure).percent : 0
        const { id, name, archived_at, archived_by, start_date, end_date } = cycle
        return {
          id,
          name,
          archived_at,
          archived_by,
          ago: agoText(archived_at ?? ''),
          href: cycleAddress(cycle),
          mark: <PlanRing percent={percent} label={`${percent} % done`} kind="under way" />,
          dates: start_date && end_date ? spanWords(start_date, end_date, 'MMM') : 'No dates',
          mayRestore: mayArchiveCycle(cycle),
          mayRemove: mayRemoveCycle(cycle),
        }
      })}
    />
  )
}
