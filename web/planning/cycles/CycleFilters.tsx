import { useState } from 'react'
import { HeaderButton } from '../../shell/Header.tsx'
import { useKeys } from '../../shell/keyboard.ts'
import { SearchField } from '../../ui/controls/SearchField.tsx'
import { Menu, type MenuEntry } from '../../ui/popups/Menu.tsx'
import { toggled } from '../usePlanAddress.ts'
import { type CycleQuery, filtersIn, spans, statusNames } from './cycleList.ts'

type CycleFiltersProps = { query: CycleQuery; onChange: (patch: Record<string, string | null>) => void }

/** The filters of the cycles. */
export const CycleFilters = ({ query, onChange }: CycleFiltersProps) => {
  const [isOpen, setOpen] = useState(false)
  useKeys({ f: { run: () => setOpen(true), label: 'Filter', group: 'List' } })
  const spanEntries = (name: 'starts' | 'ends'): MenuEntry[] =>
    Object.entries(spans).map(([days, label]) => ({
      id: days,
      label,
      checked: String(query[name]) === days,
      stays: true,
      run: () => onChange({ [name]: String(query[name]) === days ? null : days }),
    }))
  const entries: MenuEntry[] = [
    {
      id: 'status',
      label: 'Status',
      icon: 'circle-dot',
      children: Object.entries(statusNames).map(([status, label]) => ({
        id: status,
        label,
        checked: query.statuses.includes(status),
        stays: true,
        run: () => onChange({ status: toggled(query.statuses, status) }),
      })),
    },
    { id: 'starts', label: 'Starts', icon: 'calendar', children: spanEntries('starts') },
    { id: 'ends', label: 'Ends', icon: 'calendar', children: spanEntries('ends') },
    {
      id: 'favorites',
      label: 'Favourites',
      icon: 'star',
      checked: query.favorites,
      stays: true,
      run: () => onChange({ favorites: query.favorites ? null : 'true' }),
    },
  ]
  const count = filtersIn(query)
  return (
    <>
      <SearchField
        label="Find cycles"
        placeholder="Name"
        value={query.words}
        onChange={words => onChange({ q: words || null })}
      />
      <Menu entries={entries} align="end" open={isOpen} onOpenChange={setOpen}>
        <HeaderButton icon="list-filter" on={count > 0}>
          {count > 0 ? `Filter ${count}` : 'Filter'}
        </HeaderButton>
      </Menu>
    </>
  )
}
