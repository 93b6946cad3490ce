/** The filters of a list of a noun, drawn from their table: the menu that chooses, and the chips of what is chosen. */
import { type ReactNode, useState } from 'react'
import { Avatar } from '../../ui/marks/Avatar.tsx'
import { later } from '../../ui/popups/later.tsx'
import { Menu, type MenuEntry } from '../../ui/popups/Menu.tsx'
import { FilterBar, FilterChip } from '../FilterBar.tsx'
import { HeaderButton } from '../Header.tsx'
import { useKeys } from '../keyboard.ts'
import type { ListFilter, Narrowing } from './filters.ts'
import { ListSearch } from './ListSearch.tsx'
import { ownDays, ownWord, spanWord } from './spans.ts'

/** Every list has filters by days, and few people ask for days of their own. */
const DaysDialog = later(
  () => import('../../ui/dates/DaysDialog.tsx').then(module => module.DaysDialog),
  'soon',
)

const toggled = (list: readonly string[], one: string) =>
  list.includes(one) ? list.filter(other => other !== one) : [...list, one]

type MenuParts = {
  /** F opens it. */
  isOpen: boolean
  setOpen: (next: boolean) => void
  entries: () => MenuEntry[]
  /** Asks for days of one's own. */
  question: ReactNode
}

export const useFilterMenu = ({ table, chosen, change }: Narrowing<never>): MenuParts => {
  const [isOpen, setOpen] = useState(false)
  const [asking, setAsking] = useState<string | null>(null)
  useKeys({ f: { run: () => setOpen(true), label: 'Filter', group: 'List' } })
  const entryOf = (filter: ListFilter<never>): MenuEntry => {
    const { name, label, icon } = filter
    const held = chosen[name] ?? []
    const put = (ids: readonly string[]) => change({ [name]: ids.join() })
    const only = (id: string) => put(held.includes(id) ? [] : [id])
    if ('mine' in filter)
      return { id: name, label, icon, checked: held.length > 0, stays: true, run: () => only('true') }
    if ('spans' in filter)
      return {
        id: name,
        label,
        icon,
        children: [
          ...Object.entries(filter.spans).map(([id, words]) => ({
            id,
            label: words,
            checked: held.includes(id),
            stays: true,
            run: () => only(id),
          })),
          {
            id: 'own',
            label: 'Custom range…',
            checked: ownDays(held[0] ?? null) !== null,
            run: () => setAsking(name),
          },
        ],
      }
    return {
      id: name,
      label,
      icon,
      children: filter.choices.map(({ id, person, ...one }) => ({
        id,
        ...(person && { icon: <Avatar person={person} silent /> }),
        ...one,
        checked: held.includes(id),
        stays: !filter.isSingle,
        run: () => (filter.isSingle ? only(id) : put(toggled(held, id))),
      })),
    }
  }
  const asked = table.find(({ name }) => name === asking)
  const own = asked ? ownDays(chosen[asked.name]?.[0] ?? null) : null
  return {
    isOpen,
    setOpen,
    entries: () => table.map(entryOf),
    question: asked && (
      <DaysDialog
        title={`${asked.label} on other days`}
        halfOpen
        from={own?.from ?? null}
        to={own?.to ?? null}
        onChange={days => change({ [asked.name]: ownWord(days) })}
        onClose={() => setAsking(null)}
      />
    ),
  }
}

/** The button of the filters, with how many narrow the list. */
export const FilterMenu = ({ narrowing }: { narrowing: Narrowing<never> }) => {
  const { isOpen, setOpen, entries, question } = useFilterMenu(narrowing)
  const { count } = narrowing
  return (
    <>
      <Menu entries={entries} align="end" open={isOpen} onOpenChange={setOpen}>
        <HeaderButton icon="list-filter" on={count > 0}>
          {count > 0 ? `Filter ${count}` : 'Filter'}
        </HeaderButton>
      </Menu>
      {question}
    </>
  )
}

type ListFiltersProps = { narrowing: Narrowing<never>; label: string }

/** The search of a list, by its label, and its filters. */
export const ListFilters = ({ narrowing, label }: ListFiltersProps) => (
  <>
    <ListSearch label={label} words={narrowing.words} onSearch={narrowing.find} />
    {narrowing.table.length > 0 && <FilterMenu narrowing={narrowing} />}
  </>
)

const wordsOf = (filter: ListFilter<never>, held: readonly string[]): ReactNode => {
  if ('mine' in filter) return 'Yours'
  if ('spans' in filter) return spanWord(held[0] ?? '', filter.spans)
  const known = filter.choices.filter(({ id }) => held.includes(id))
  return (
    <span className="flex items-center gap-1.5">
      {known.map(({ id, label, person }) => (
        <span key={id} className="flex items-center gap-1.5">
          {person && <Avatar person={person} size={16} silent />}
          {id === known.at(-1)?.id ? label : `${label},`}
        </span>
      ))}
    </span>
  )
}

type ListChipsProps = {
  narrowing: Narrowing<never>
  /** Behind the chips. */
  children?: ReactNode
}

/** What a list is narrowed to, each part with its way out. */
export const ListChips = ({ narrowing: { table, chosen, count, change, clear }, children }: ListChipsProps) =>
  count > 0 && (
    <FilterBar onClear={clear}>
      {table.map(filter => {
        const held = chosen[filter.name]
        return (
          held && (
            <FilterChip
              key={filter.name}
              icon={filter.icon}
              field={filter.label}
              operator={held.length > 1 ? 'is any of' : 'is'}
              value={wordsOf(filter, held)}
              onRemove={() => change({ [filter.name]: null })}
            />
          )
        )
      })}
      {children}
    </FilterBar>
  )
