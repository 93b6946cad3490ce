import { useState } from 'react'
import { useProjectPeople } from '../../issues/fields/projectRows.ts'
import { HeaderButton } from '../../shell/Header.tsx'
import { useKeys } from '../../shell/keyboard.ts'
import { SearchField } from '../../ui/controls/SearchField.tsx'
import { Avatar } from '../../ui/marks/Avatar.tsx'
import { Menu, type MenuEntry } from '../../ui/popups/Menu.tsx'
import { toggled } from '../usePlanAddress.ts'
import { ModuleStatusIcon } from './ModuleStatusIcon.tsx'
import { filtersIn, type ModuleQuery, moduleLayouts, type Sort, sorts, spans } from './moduleList.ts'
import { statusNames, statusOrder } from './moduleRows.ts'

type ModuleFiltersProps = {
  projectId: string
  query: ModuleQuery
  narrow: boolean
  onChange: (patch: Record<string, string | null>) => void
}

export const layoutNames = { list: 'List', board: 'Board', timeline: 'Timeline' } as const

/** The filters and the order of the modules. */
export const ModuleFilters = ({ projectId, query, narrow, onChange }: ModuleFiltersProps) => {
  const [isOpen, setOpen] = useState(false)
  const people = useProjectPeople(projectId)
  useKeys({ f: { run: () => setOpen(true), label: 'Filter', group: 'List' } })
  const spanEntries = (name: 'starts' | 'due'): MenuEntry[] =>
    Object.entries(spans).map(([days, label]) => ({
      id: days,
      label,
      checked: query[name] === days,
      stays: true,
      run: () => onChange({ [name]: query[name] === days ? null : days }),
    }))
  const faces = (name: 'lead' | 'member', held: readonly string[]): MenuEntry[] =>
    people.map(person => ({
      id: person.id,
      label: person.display_name,
      icon: <Avatar person={person} silent />,
      checked: held.includes(person.id),
      stays: true,
      run: () => onChange({ [name]: toggled(held, person.id) }),
    }))
  const filters: MenuEntry[] = [
    {
      id: 'status',
      label: 'Status',
      icon: 'circle-dot',
      children: statusOrder.map(status => ({
        id: status,
        label: statusNames[status],
        icon: <ModuleStatusIcon status={status} />,
        checked: query.statuses.includes(status),
        stays: true,
        run: () => onChange({ status: toggled(query.statuses, status) }),
      })),
    },
    {
      id: 'lead',
      label: 'Lead',
      icon: 'circle-user',
      children: [
        {
          id: 'none',
          label: 'No lead',
          checked: query.leads.includes('none'),
          stays: true,
          run: () => onChange({ lead: toggled(query.leads, 'none') }),
        },
        ...faces('lead', query.leads),
      ],
    },
    { id: 'member', label: 'Members', icon: 'users-round', children: faces('member', query.members) },
    { id: 'starts', label: 'Starts', icon: 'calendar', children: spanEntries('starts') },
    { id: 'due', label: 'Due', icon: 'calendar', children: spanEntries('due') },
    {
      id: 'favorites',
      label: 'Favourites',
      icon: 'star',
      checked: query.favorites,
      stays: true,
      run: () => onChange({ favorites: query.favorites ? null : 'true' }),
    },
  ]
  const display: MenuEntry[] = [
    ...(narrow
      ? [
          ...moduleLayouts.map(layout => ({
            id: layout,
            label: layoutNames[layout],
            checked: query.layout === layout,
            run: () => onChange({ layout: layout === 'list' ? null : layout }),
          })),
          { id: 'end', rule: true as const },
        ]
      : []),
    { id: 'by', heading: 'Order' },
    ...(Object.entries(sorts) as [Sort, string][]).map(([id, label]) => ({
      id,
      label,
      checked: query.sort === id,
      stays: true,
      run: () => onChange({ sort: id === 'name' ? null : id }),
    })),
    ...(query.sort === 'manual'
      ? []
      : [
          { id: 'rule', rule: true as const },
          ...[false, true].map(isTurned => ({
            id: isTurned ? 'desc' : 'asc',
            label: isTurned ? 'Descending' : 'Ascending',
            checked: query.isTurned === isTurned,
            stays: true,
            run: () => onChange({ turned: isTurned ? 'true' : null }),
          })),
        ]),
  ]
  const count = filtersIn(query)
  return (
    <>
      <SearchField
        label="Find modules"
        placeholder="Name"
        value={query.words}
        onChange={words => onChange({ q: words || null })}
      />
      <Menu entries={filters} align="end" open={isOpen} onOpenChange={setOpen}>
        <HeaderButton icon="list-filter" on={count > 0}>
          {count > 0 ? `Filter ${count}` : 'Filter'}
        </HeaderButton>
      </Menu>
      <Menu entries={display} align="end">
        <HeaderButton icon="sliders-horizontal">Display</HeaderButton>
      </Menu>
    </>
  )
}
