import { useParams } from 'react-router'
import { fold } from '#contract/lists/folding.ts'
import { useDayIn } from '../../data/clock.ts'
import { useMade, useRow } from '../../data/rows.ts'
import { agoText } from '../../ui/dates/day-words.ts'
import { ArchivedList } from '../ArchivedList.tsx'
import { PlanRing } from '../progress/PlanRing.tsx'
import { progressOf } from '../progress/totals.ts'
import { useMeasure } from '../progress/useMeasure.ts'
import { isWithin } from '../spansAhead.ts'
import { usePlanAddress } from '../usePlanAddress.ts'
import { usePlanPeek } from '../usePlanList.tsx'
import { CycleChips, CycleFilters } from './CycleFilters.tsx'
import { CyclePeek } from './CyclePeek.tsx'
import { deleteCycles, mayArchiveCycle, mayRemoveCycle, restoreCycles } from './cycleActions.ts'
import { FILTERS, readQuery } from './cycleList.ts'
import { cycleAddress, cycleEntries } from './cycleMenu.ts'
import { spanWords } from './cycleRange.ts'
import { cyclesOf } from './cycleRows.ts'
import { totalsOf } from './figures.ts'

/** Cycles of a project that were put away: read, brought back or deleted. */
export const ArchivedCycles = () => {
  const { projectId = '' } = useParams()
  const today = useDayIn(useRow('project', projectId)?.timezone ?? 'UTC')
  const { measure } = useMeasure(projectId)
  const [address, change] = usePlanAddress()
  const query = readQuery(address)
  const archived = useMade(cyclesOf, projectId).filter(cycle => cycle.archived_at)
  const named = fold(query.words.trim())
  const shown = archived.filter(
    ({ name, start_date, end_date }) =>
      fold(name).includes(named) &&
      isWithin(start_date, query.starts, today) &&
      isWithin(end_date, query.ends, today),
  )
  const of = (ids: readonly string[]) => archived.filter(({ id }) => ids.includes(id))
  const { peeked, onPeek, onClose } = usePlanPeek(archived, 'peekCycle')
  return (
    <ArchivedList
      what="cycles"
      how="A completed cycle can be archived from its menu. Its issues stay where they are."
      total={archived.length}
      words={query.words}
      filters={<CycleFilters ended query={query} onChange={change} />}
      chips={<CycleChips query={query} onChange={change} />}
      onClear={() => change(Object.fromEntries(['q', ...FILTERS].map(name => [name, null])))}
      onRestore={ids => restoreCycles(of(ids))}
      onRemove={ids => deleteCycles(of(ids))}
      onPeek={onPeek}
      peek={peeked && <CyclePeek cycle={peeked} onClose={onClose} />}
      entriesOf={id => of([id]).flatMap(cycleEntries)}
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
