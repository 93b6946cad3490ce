import { useState } from 'react'
import { useRows } from '../../data/rows.ts'
import { HeaderButton } from '../../shell/Header.tsx'
import { useKeys } from '../../shell/keyboard.ts'
import { ListSearch } from '../../shell/ListSearch.tsx'
import { Avatar } from '../../ui/marks/Avatar.tsx'
import { Menu, type MenuEntry } from '../../ui/popups/Menu.tsx'
import { type Order, orders, type PageList, type Span, spans } from './pageList.ts'

type ListControlsProps = { list: PageList; projectId: string; onChange: (change: Partial<PageList>) => void }

/** Search, filters and order of the list. */
export const ListControls = ({ list, projectId, onChange }: ListControlsProps) => {
  const [isFiltering, setFiltering] = useState(false)
  const people = usePeople()
  useKeys({ f: { run: () => setFiltering(true), label: 'Filter', group: 'List' } })
  const filters: MenuEntry[] = [
    {
      id: 'favorites',
      label: 'Favourites',
      icon: 'star',
      checked: list.favorites,
      stays: true,
      run: () => onChange({ favorites: !list.favorites }),
    },
    {
      id: 'created',
      label: 'Created',
      icon: 'calendar',
      children: Object.entries(spans).map(([span, label]) => ({
        id: span,
        label,
        checked: list.span === Number(span),
        run: () => onChange({ span: list.span === Number(span) ? null : (Number(span) as Span) }),
      })),
    },
    {
      id: 'creators',
      label: 'Creator',
      icon: 'user-round',
      children: people.map(person => ({
        id: person.id,
        label: person.display_name,
        icon: <Avatar person={person} silent />,
        checked: list.creators.includes(person.id),
        stays: true,
        run: () =>
          onChange({
            creators: list.creators.includes(person.id)
              ? list.creators.filter(id => id !== person.id)
              : [...list.creators, person.id],
          }),
      })),
    },
  ]
  const order: MenuEntry[] = [
    ...Object.entries(orders).map(([id, label]) => ({
      id,
      label,
      checked: list.order === id,
      stays: true,
      // Names from their beginning, dates from the latest.
      run: () => id !== list.order && onChange({ order: id as Order, descending: id !== 'name' }),
    })),
    { id: 'rule', rule: true },
    ...[false, true].map(descending => ({
      id: descending ? 'desc' : 'asc',
      label: descending ? 'Descending' : 'Ascending',
      checked: list.descending === descending,
      stays: true,
      run: () => onChange({ descending }),
    })),
  ]
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
      <Menu entries={order} align="end">
        <HeaderButton icon="sliders-horizontal">{orders[list.order]}</HeaderButton>
      </Menu>
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
