import { type ReactElement, useState } from 'react'
import { entriesOf } from '#contract/keys.ts'
import type { RowTypes } from '../data/entities.ts'
import { HeaderButton } from '../shell/Header.tsx'
import { useKeys } from '../shell/keyboard.ts'
import { useSpanFilters } from '../shell/spans/SpanFilters.tsx'
import { Button } from '../ui/controls/Button.tsx'
import { Avatar } from '../ui/marks/Avatar.tsx'
import { Menu, type MenuEntry } from '../ui/popups/Menu.tsx'
import { accesses, filtersIn, type ListQuery, type Narrowing, sorts, spansOf } from './projectList.ts'

type ProjectFiltersProps = {
  query: ListQuery
  people: readonly RowTypes['user'][]
  isArchive: boolean
  onChange: (patch: Narrowing) => void
}

const toggled = (list: readonly string[], one: string) =>
  (list.includes(one) ? list.filter(other => other !== one) : [...list, one]).join(',') || null

/** The filters and the order of the projects. */
export const ProjectFilters = ({ query, people, isArchive, onChange }: ProjectFiltersProps) => {
  const [isFiltering, setFiltering] = useState(false)
  const spans = useSpanFilters(spansOf(query), onChange)
  useKeys({ f: { run: () => setFiltering(true), label: 'Filter', group: 'List' } })
  const choices = (
    name: string,
    held: readonly string[],
    options: readonly {
      id: string
      label: string
      icon?: ReactElement
    }[],
  ): MenuEntry[] =>
    options.map(option => ({
      ...option,
      stays: true,
      checked: held.includes(option.id),
      run: () => onChange({ [name]: toggled(held, option.id) }),
    }))
  const faces = people.map(person => ({
    id: person.id,
    label: person.display_name,
    icon: <Avatar person={person} silent />,
  }))
  const filters: MenuEntry[] = [
    {
      id: 'access',
      label: 'Access',
      icon: 'lock',
      children: choices('access', query.access, accesses),
    },
    {
      id: 'lead',
      label: 'Lead',
      icon: 'circle-user',
      children: choices('lead', query.leads, [{ id: 'none', label: 'No lead' }, ...faces]),
    },
    {
      id: 'member',
      label: 'Members',
      icon: 'users-round',
      children: choices('member', query.members, faces),
    },
    ...spans.entries,
  ]
  const orders: MenuEntry[] = [
    { id: 'by', heading: 'Order' },
    ...entriesOf(sorts).map(([id, label]) => ({
      id,
      label: id === 'updated' && isArchive ? 'Archived' : label,
      checked: query.sort === id,
      run: () => onChange({ sort: id === 'name' ? null : id }),
    })),
    { id: 'rule', rule: true },
    {
      id: 'turned',
      label: 'Reverse order',
      checked: query.isTurned,
      disabled: query.sort === 'manual' && 'Manual order cannot be reversed',
      run: () => onChange({ turned: query.isTurned ? null : 'true' }),
    },
  ]
  const count = filtersIn(query)
  return (
    <>
      <Menu entries={filters} align="end" open={isFiltering} onOpenChange={setFiltering}>
        <HeaderButton icon="list-filter" on={count > 0}>
          {count > 0 ? `Filter ${count}` : 'Filter'}
        </HeaderButton>
      </Menu>
      <Menu entries={orders} align="end">
        <HeaderButton icon="sliders-horizontal">Display</HeaderButton>
      </Menu>
      {spans.question}
    </>
  )
}

type NothingFoundProps = { words: string; onClear: () => void }

export const NothingFound = ({ words, onClear }: NothingFoundProps) => (
  <div className="flex items-center gap-2 px-4 py-3 text-ink-3">
    {words ? `No projects match “${words}”.` : 'No projects match these filters.'}
    <Button variant="neutral" onClick={onClear} className="max-md:h-11">
      Clear all
    </Button>
  </div>
)
