import { useParams } from 'react-router'
import { useDayIn } from '../../data/clock.ts'
import { useMade, useRow } from '../../data/rows.ts'
import { agoText } from '../../ui/dates/day-words.ts'
import { ArchivedList } from '../ArchivedList.tsx'
import { NO_TOTALS } from '../progress/totals.ts'
import { usePlanAddress } from '../usePlanAddress.ts'
import { usePlanPeek } from '../usePlanList.tsx'
import { ModuleChips, ModuleFilterMenu } from './ModuleFilters.tsx'
import { ModulePeek } from './ModulePeek.tsx'
import { ModuleStatusIcon } from './ModuleStatusIcon.tsx'
import { deleteModules, restoreModules } from './moduleActions.ts'
import { datesOf, FILTERS, readQuery, shownModules } from './moduleList.ts'
import { moduleAddress, moduleEntries } from './moduleMenu.ts'
import { mayArchiveModule, mayRemoveModule, modulesIn } from './moduleRows.ts'

const NONE: ReadonlySet<string> = new Set()

/** Modules of a project that were put away: read, brought back or deleted. */
export const ArchivedModules = () => {
  const { projectId = '' } = useParams()
  const today = useDayIn(useRow('project', projectId)?.timezone ?? 'UTC')
  const [address, change] = usePlanAddress()
  const query = { ...readQuery(address), sort: 'name' as const, favorites: false }
  const archived = useMade(modulesIn, projectId).filter(module => module.archived_at)
  const shown = shownModules(archived, query, { today, favorites: NONE, totalsOf: () => NO_TOTALS })
  const of = (ids: readonly string[]) => archived.filter(({ id }) => ids.includes(id))
  const { peeked, onPeek, onClose } = usePlanPeek(archived, 'peekModule')
  return (
    <ArchivedList
      what="modules"
      how="A completed or cancelled module can be archived from its menu. Its issues stay where they are."
      total={archived.length}
      words={query.words}
      filters={<ModuleFilterMenu ended projectId={projectId} query={query} onChange={change} />}
      chips={<ModuleChips query={query} onChange={change} />}
      onClear={() => change(Object.fromEntries(['q', ...FILTERS].map(name => [name, null])))}
      onRestore={ids => restoreModules(of(ids))}
      onRemove={ids => deleteModules(of(ids))}
      onPeek={onPeek}
      peek={peeked && <ModulePeek module={peeked} onClose={onClose} />}
      entriesOf={id => of([id]).flatMap(moduleEntries)}
      rows={shown.map(module => ({
        id: module.id,
        name: module.name,
        archived_at: module.archived_at,
        archived_by: module.archived_by,
        ago: agoText(module.archived_at ?? ''),
        href: moduleAddress(module),
        mark: <ModuleStatusIcon status={module.status} named />,
        dates: datesOf(module, today) ?? 'No dates',
        mayRestore: mayArchiveModule(module),
        mayRemove: mayRemoveModule(module),
      }))}
    />
  )
}
