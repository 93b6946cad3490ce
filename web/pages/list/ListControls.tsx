import { useState } from 'react'
import { useRows } from '../../data/rows.ts'
import { HeaderButton } from '../../shell/Header.tsx'
import { useKeys } from '../../shell/keyboard.ts'
import { ListSearch } from '../../shell/ListSearch.tsx'
import { anyOf, orderEntries } from '../../shell/listMenus.tsx'
import { spansBack } from '../../shell/spans/pastSpans.ts'
import { useSpanFilters } from '../../shell/spans/SpanFilters.tsx'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { later } from '../../ui/popups/later.tsx'
import { Menu, type MenuEntry } from '../../ui/popups/Menu.tsx'
import { orders, type PageList } from './pageList.ts'

const ExportPages = later(() => import('./ExportPages.tsx').then(module => module.ExportPages))

type ListControlsProps = { list: PageList; projectId: string; onChange: (change: Partial<PageList>) => void }

/** Search, filters and order of the list. */
export const ListControls = ({ list, projectId, onChange }: ListControlsProps) => {
  const [isFiltering, setFiltering] = useState(false)
  const [isExporting, setExporting] = useState(false)
  const people = usePeople()
  useKeys({ f: { run: () => setFiltering(true), label: 'Filter', group: 'List' } })
  const spans = useSpanFilters(
    [{ name: 'span', label: 'Created', names: spansBack, value: list.span }],
    onChange,
  )
  const filters: MenuEntry[] = [
    {
      id: 'favorites',
      label: 'Favourites',
      icon: 'star',
      checked: list.favorites,
      stays: true,
      run: () => onChange({ favorites: !list.favorites }),
    },
    ...spans.entries,
    {
      id: 'creators',
      label: 'Creator',
      icon: 'user-round',
      children: anyOf(people, list.creators, creators => onChange({ creators })),
    },
  ]
  const more: MenuEntry[] = [
    { id: 'export', label: 'Export pages…', icon: 'download', run: () => setExporting(true) },
  ]
  const order = orderEntries(orders, list, onChange, { stays: true })
  return (
    <>
      <ListSearch
        key={projectId}
        label="Search pages"
        words={list.search}
        onSearch={search => onChange({ search })}
      />
      <Menu entries={filters} align="end" open={isFiltering} onOpenChange={setFiltering}>
        <HeaderButton icon="list-filter">Filter</HeaderButton>
      </Menu>
      {spans.question}
      <Menu entries={order} align="end">
        <HeaderButton icon="sliders-horizontal">{orders[list.order]}</HeaderButton>
      </Menu>
      <Menu entries={more} align="end">
        <IconButton icon="ellipsis" label="More" className="max-md:size-11" />
      </Menu>
      {isExporting && <ExportPages projectId={projectId} onClose={() => setExporting(false)} />}
    </>
  )
}

/** People of the workspace: a former member of the project may have left pages. */
const usePeople = () => {
  const members = new Set(useRows('workspace_member').flatMap(one => (one.is_active ? [one.member_id] : [])))
  return useRows('user')
    .filter(user => members.has(user.id))
    .sort((a, b) => a.display_name.localeCompare(b.display_name))
}
