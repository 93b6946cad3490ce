import { useParams } from 'react-router'
import { useDayIn } from '../../data/clock.ts'
import { useMade, useRow } from '../../data/rows.ts'
import { ArchivedList } from '../ArchivedList.tsx'
import { ModuleStatusIcon } from './ModuleStatusIcon.tsx'
import { deleteModule, restoreModule } from './moduleActions.ts'
import { datesOf } from './moduleList.ts'
import { moduleAddress } from './moduleMenu.ts'
import { mayArchiveModule, mayRemoveModule, modulesIn } from './moduleRows.ts'

export const ArchivedModules = () => {
  const { projectId = '' } = useParams()
  const today = useDayIn(useRow('project', projectId)?.timezone ?? 'UTC')
  const archived = useMade(modulesIn, projectId).filter(module => module.archived_at)
  return (
    <ArchivedList
      what="modules"
      how="A completed or cancelled module can be archived from its menu. Its issues stay where they are."
      rows={archived.map(module => ({
        id: module.id,
        name: module.name,
        archived_at: module.archived_at,
        href: moduleAddress(module),
        mark: <ModuleStatusIcon status={module.status} named />,
        dates: datesOf(module, today) ?? 'No dates',
        onRestore: mayArchiveModule(module) ? () => restoreModule(module) : undefined,
        onDelete: mayRemoveModule(module) ? () => deleteModule(module) : undefined,
      }))}
    />
  )
}
