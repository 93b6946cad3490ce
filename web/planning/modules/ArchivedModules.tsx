import { useParams } from 'react-router'
import { useDayIn } from '../../data/clock.ts'
import { useMade, useRow } from '../../data/rows.ts'
import { useListAddress } from '../../shell/list/address.ts'
import { narrowed } from '../../shell/list/filters.ts'
import { agoText } from '../../ui/dates/day-words.ts'
import { ArchivedList } from '../ArchivedList.tsx'
import { usePeek } from '../usePeek.ts'
import { useModuleFilters } from './ModuleFilters.tsx'
import { ModulePeek } from './ModulePeek.tsx'
import { ModuleStatusIcon } from './ModuleStatusIcon.tsx'
import { deleteModules, restoreModules } from './moduleActions.ts'
import { datesOf } from './moduleList.ts'
import { moduleAddress, moduleEntries } from './moduleMenu.ts'
import { mayArchiveModule, mayRemoveModule, modulesIn } from './moduleRows.ts'

/** Modules of a project that were put away: read, brought back or deleted. */
export const ArchivedModules = () => {
  const { projectId = '' } = useParams()
  const today = useDayIn(useRow('project', projectId)?.timezone ?? 'UTC')
  const [address, change] = useListAddress()
  const narrowing = narrowed(useModuleFilters(projectId, today, null), address, change)
  const archived = useMade(modulesIn, projectId).filter(module => module.archived_at)
  const shown = archived.filter(module => narrowing.finds(module.name) && narrowing.passes(module))
  const of = (ids: readonly string[]) => archived.filter(({ id }) => ids.includes(id))
  const { peeked, onPeek, entryOf, onClose } = usePeek(archived, 'peekModule')
  return (
    <ArchivedList
      what="modules"
      how="A completed or cancelled module can be archived from its menu. Its issues stay where they are."
      total={archived.length}
      narrowing={narrowing}
      onRestore={ids => restoreModules(of(ids))}
      onRemove={ids => deleteModules(of(ids))}
      onPeek={onPeek}
      peek={peeked && <ModulePeek module={peeked} onClose={onClose} />}
      entriesOf={id => [entryOf(id), ...of([id]).flatMap(moduleEntries)]}
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
