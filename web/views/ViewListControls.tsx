import { useState } from 'react'
import { useRowsOf } from '../data/rowsBy.ts'
import { FilterBar, FilterChip } from '../shell/FilterBar.tsx'
import { HeaderButton } from '../shell/Header.tsx'
import { useKeys } from '../shell/keyboard.ts'
import { ListSearch } from '../shell/ListSearch.tsx'
import { anyOf, onlyOne, orderEntries } from '../shell/listMenus.tsx'
import { spansBack } from '../shell/spans/pastSpans.ts'
import { SpanChips, type SpanFilter, useSpanFilters } from '../shell/spans/SpanFilters.tsx'
import { Avatar } from '../ui/marks/Avatar.tsx'
import { Menu, type MenuEntry } from '../ui/popups/Menu.tsx'
import { type Access, accesses, isFiltered, noFilter, orders, type ViewList } from './viewList.ts'

type ControlsProps = {
  list: ViewList
  /** The owners of the views. */
  owners: readonly string[]
  onChange: (change: Partial<ViewList>) => void
}

const spansOf = ({ span }: ViewList): SpanFilter[] => [
  { name: 'span', label: 'Created', names: spansBack, value: span },
]

/** Search, filters and order of a list of views. */
export const ViewListControls = ({ list, owners, onChange }: ControlsProps) => {
  const [isFiltering, setFiltering] = useState(false)
  const people = useRowsOf('user', owners)
  useKeys({ f: { run: () => setFiltering(true), label: 'Filter', group: 'List' } })
  const spans = useSpanFilters(spansOf(list), onChange)
  const filters: MenuEntry[] = [
    {
      id: 'favorites',
      label: 'Favourites',
      icon: 'star',
      checked: list.favorites,
      run: () => onChange({ favorites: !list.favorites }),
    },
    {
      id: 'access',
      label: 'Shown to',
      icon: 'users-round',
      children: onlyOne<Access>(accesses, list.access, access => onChange({ access })),
    },
    ...spans.entries,
    {
      id: 'owner',
      label: 'Owner',
      icon: 'user-round',
      children: anyOf(people, list.owners, owners => onChange({ owners })),
    },
  ]
  const ordering = orderEntries(orders, list, onChange)
  const turned = list.order === 'name' ? '' : list.descending ? ' last' : ' first'
  return (
    <>
      <ListSearch label="Search views" words={list.search} onSearch={search => onChange({ search })} />
      <Menu entries={filters} align="end" open={isFiltering} onOpenChange={setFiltering}>
        <HeaderButton icon="list-filter" on={isFiltered(list)}>
          Filter
        </HeaderButton>
      </Menu>
      {spans.question}
      <Menu entries={ordering} align="end">
        <HeaderButton icon={list.descending ? 'arrow-down' : 'arrow-up'}>
          {`${orders[list.order]}${turned}`}
        </HeaderButton>
      </Menu>
    </>
  )
}

/** The filters of the list as chips. */
export const ViewListChips = ({ list, onChange }: Omit<ControlsProps, 'owners'>) => {
  const owners = useRowsOf('user', list.owners)
  if (!isFiltered(list)) return null
  return (
    <FilterBar onClear={() => onChange(noFilter)}>
      {list.favorites && (
        <FilterChip
          icon="star"
          field="Favourites"
          operator="is"
          value="Yours"
          onRemove={() => onChange({ favorites: false })}
        />
      )}
      {list.access && (
        <FilterChip
          icon="users-round"
          field="Shown to"
          operator="is"
          value={accesses[list.access]}
          onRemove={() => onChange({ access: null })}
        />
      )}
      <SpanChips filters={spansOf(list)} onChange={onChange} />
      {list.owners.length > 0 && (
        <FilterChip
          icon="user-round"
          field="Owner"
          operator={list.owners.length > 1 ? 'is any of' : 'is'}
          value={
            <span className="flex items-center gap-1.5">
              {owners.map(person => (
                <Avatar key={person.id} person={person} size={16} silent />
              ))}
              {owners.map(person => person.display_name).join(', ')}
            </span>
          }
          onRemove={() => onChange({ owners: [] })}
        />
      )}
    </FilterBar>
  )
}
