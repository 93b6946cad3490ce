import { type ReactNode, useEffect, useState } from 'react'
import { type FilterField, type FilterName, fieldOfFilter } from '#contract/lists/issueFilters.ts'
import type { IssueQuery } from '#contract/lists/issueQuery.ts'
import { FilterBar, FilterChip } from '../../shell/FilterBar.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { later } from '../../ui/popups/later.tsx'
import { Picker } from '../../ui/popups/Picker.tsx'
import type { ListContext } from './contexts.ts'
import {
  DAY_AFTER,
  DAY_BEFORE,
  type FilterLook,
  filterWords,
  useFilterLooks,
  valuesOf,
} from './filterLooks.tsx'
import { TextFilter } from './TextFilter.tsx'
import { chosenFilters, type ViewChange } from './view.ts'

const DatePicker = later(
  () => import('../../ui/dates/DatePicker.tsx').then(module => module.DatePicker),
  'soon',
)

type FiltersProps = {
  context: ListContext
  query: IssueQuery
  change: (changes: ViewChange) => void
  /** True where any filter may be added, or the name of the one that is wanted. */
  open: FilterField | boolean
  onOpenChange: (open: boolean) => void
  /** Nobody changes them here. */
  locked?: boolean
  /** Filters that differ from the saved view's. */
  changed?: ReadonlySet<string>
  /** Keeps them under a name. */
  onSave?: () => void
  /** Shown at the end of the bar, which then is there without any filter. */
  end?: ReactNode
}
type Editing = { name: FilterName; look: FilterLook; anchor: Element | null; side?: 'after' | 'before' }

const flipped = (name: FilterName): FilterName => {
  const { field, not } = fieldOfFilter(name)
  return not ? field : `${field}__not`
}

/** The filters in force, each part a button that changes it; and the picker that adds one. */
export const Filters = (props: FiltersProps) => {
  const { context, query, change, open, onOpenChange, locked, changed, onSave, end } = props
  const looks = useFilterLooks(context.projectId, context.filters)
  const [editing, setEditing] = useState<Editing | null>(null)
  // Known once the bar is drawn, which the first filter brings along with its picker.
  const [plus, setPlus] = useState<HTMLButtonElement | null>(null)
  useEffect(() => {
    const look = looks.find(one => one.field === open)
    if (!look) return
    onOpenChange(false)
    setEditing({ name: look.field, look, anchor: null })
  }, [looks, open, onOpenChange])
  const chosen = chosenFilters(query, context)
  const applied = (Object.keys(chosen) as FilterName[]).flatMap(name => {
    const look = looks.find(one => one.field === fieldOfFilter(name).field)
    return look ? [{ name, look, filter: chosen[name]! }] : []
  })
  if (applied.length === 0 && !open && !editing && !end) return null
  const set = (name: FilterName, values: string[]) => change({ [name]: values.join(',') || null })
  const edit = (name: FilterName, look: FilterLook, anchor: Element | null) =>
    setEditing({ name, look, anchor })
  return (
    <FilterBar
      {...(onSave ? { onSave } : {})}
      end={end}
      add={
        !locked && (
          <>
            {applied.length > 0 || !end ? (
              <IconButton
                ref={setPlus}
                icon="plus"
                size="strip"
                label="Add filter"
                keys="f"
                onClick={() => onOpenChange(true)}
              />
            ) : (
              <Button ref={setPlus} icon="list-filter" size="small" onClick={() => onOpenChange(true)}>
                Add filter
              </Button>
            )}
            <Picker
              label="Filter by"
              hint="Filter by…"
              keys="f"
              open={open === true}
              onOpenChange={onOpenChange}
              anchor={plus}
              value={[]}
              options={looks.map(({ field, name }) => ({ id: field, name }))}
              onPick={([field]) => {
                onOpenChange(false)
                const look = looks.find(one => one.field === field)
                // At once: a bar without filters is not there, and neither would be what the next picker is beside.
                if (look) edit(look.field, look, null)
              }}
            />
          </>
        )
      }
      {...(applied.length > 0 && !locked
        ? { onClear: () => change(Object.fromEntries(applied.map(({ name }) => [name, null]))) }
        : {})}
    >
      {applied.map(({ name, look, filter }) => (
        <FilterChip
          key={name}
          icon={look.icon}
          {...filterWords(name, filter, look)}
          changed={changed?.has(name)}
          {...(!locked && {
            onOperator: () => change({ [name]: null, [flipped(name)]: valuesOf(filter).join(',') }),
            onValue: anchor => edit(name, look, anchor),
            onRemove: () => set(name, []),
          })}
        />
      ))}
      {editing && (
        <FilterEditor
          {...editing}
          anchor={editing.anchor ?? plus}
          values={valuesOf(query.filters[editing.name])}
          onPick={values => set(editing.name, values)}
          onSide={side => setEditing({ ...editing, side })}
          onClose={() => setEditing(null)}
        />
      )}
    </FilterBar>
  )
}

type EditorProps = Editing & {
  values: string[]
  onPick: (values: string[]) => void
  onSide: (side: 'after' | 'before') => void
  onClose: () => void
}

const isDayTerm = (term: string) => /^\d{4}-\d\d-\d\d;/.test(term)

/** The editor of a filter: a list of choices, a day, or words. */
const FilterEditor = ({ look, anchor, values, side, onPick, onSide, onClose }: EditorProps) => {
  const frame = { open: true, onOpenChange: (next: boolean) => next || onClose(), anchor }
  if (look.kind === 'text')
    return (
      <TextFilter
        {...frame}
        label={look.name}
        value={values[0] ?? ''}
        onChange={text => onPick(text ? [text] : [])}
      />
    )
  if (side)
    return (
      <DatePicker
        {...frame}
        label={`${look.name} on or ${side}`}
        value={values.find(term => term.endsWith(`;${side}`) && isDayTerm(term))?.slice(0, 10) ?? null}
        onPick={day => {
          // Two days make a range; anything else is replaced by the day.
          const other = values.filter(term => isDayTerm(term) && !term.endsWith(`;${side}`))
          onPick(day ? [...other, `${day};${side}`] : other)
        }}
      />
    )
  if (look.kind === 'day')
    return (
      <DatePicker
        {...frame}
        label={look.name}
        value={values[0] ?? null}
        onPick={day => onPick(day ? [day] : [])}
      />
    )
  const isDate = look.kind === 'date'
  return (
    <Picker
      {...frame}
      label={look.name}
      hint={`${look.name} is…`}
      multiple={!isDate}
      value={values}
      options={look.options}
      onPick={picked => {
        const last = picked.at(-1)
        if (isDate && (last === DAY_AFTER || last === DAY_BEFORE)) setTimeout(() => onSide(last))
        else onPick(picked)
      }}
    />
  )
}
