import { useState } from 'react'
import type { Page } from '#contract/text/pages.ts'
import { useRows } from '../../data/rows.ts'
import { HeaderButton } from '../../shell/Header.tsx'
import type { Narrowing } from '../../shell/list/filters.ts'
import { ListFilters } from '../../shell/list/ListFilters.tsx'
import { type Ordering, orderEntries } from '../../shell/list/order.ts'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { later } from '../../ui/popups/later.tsx'
import { Menu, type MenuEntry } from '../../ui/popups/Menu.tsx'
import { type Order, orders, USUAL } from './pageList.ts'

const ExportPages = later(() => import('./ExportPages.tsx').then(module => module.ExportPages))

type ListControlsProps = { narrowing: Narrowing<Page>; ordering: Ordering<Order>; projectId: string }

/** Search, filters and order of the list. */
export const ListControls = ({ narrowing, ordering, projectId }: ListControlsProps) => {
  const [isExporting, setExporting] = useState(false)
  const more: MenuEntry[] = [
    { id: 'export', label: 'Export pages…', icon: 'download', run: () => setExporting(true) },
  ]
  return (
    <>
      <ListFilters key={projectId} narrowing={narrowing} label="Search pages" />
      <Menu entries={orderEntries(orders, ordering, USUAL, narrowing.change)} align="end">
        <HeaderButton icon="sliders-horizontal">{orders[ordering.order]}</HeaderButton>
      </Menu>
      <Menu entries={more} align="end">
        <IconButton icon="ellipsis" label="More" className="max-md:size-11" />
      </Menu>
      {isExporting && <ExportPages projectId={projectId} onClose={() => setExporting(false)} />}
    </>
  )
}

/** People of the workspace: a former member of the project may have left pages. */
export const usePeople = () => {
  const members = new Set(useRows('workspace_member').flatMap(one => (one.is_active ? [one.member_id] : [])))
  return useRows('user')
    .filter(user => members.has(user.id))
    .sort((a, b) => a.display_name.localeCompare(b.display_name))
}
