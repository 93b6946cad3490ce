import { useParams } from 'react-router'
import { useRow } from '../../data/rows.ts'
import { to } from '../../places/address.ts'
import { Tabs } from '../../ui/controls/Tabs.tsx'

/** The archives of a project, by kind; no tabs where it uses issues alone. */
export const ArchiveTabs = () => {
  const { projectId = '', slug = '' } = useParams()
  const project = useRow('project', projectId)
  const at = { slug, projectId }
  const tabs = [
    { label: 'Issues', href: to('archive', at) },
    ...(project?.cycle_view ? [{ label: 'Cycles', href: to('archivedCycles', at) }] : []),
    ...(project?.module_view ? [{ label: 'Modules', href: to('archivedModules', at) }] : []),
    ...(project?.page_view ? [{ label: 'Pages', href: to('archivedPages', at) }] : []),
  ]
  return tabs.length > 1 && <Tabs label="Archive" tabs={tabs} />
}
