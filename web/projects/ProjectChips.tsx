import type { RowTypes } from '../data/entities.ts'
import { FilterBar, FilterChip } from '../shell/FilterBar.tsx'
import { SpanChips } from '../shell/spans/SpanFilters.tsx'
import { accesses, filtersIn, type ListQuery, type Narrowing, noFilter, spansOf } from './projectList.ts'

type ProjectChipsProps = {
  query: ListQuery
  people: readonly RowTypes['user'][]
  found: number
  all: number
  onChange: (patch: Narrowing) => void
}

/** What the list is narrowed to, each part with its way out, and how many are left of all. */
export const ProjectChips = ({ query, people, found, all, onChange }: ProjectChipsProps) => {
  if (filtersIn(query) === 0) return null
  const names = new Map([
    ['none', 'No lead'],
    ...accesses.map(one => [one.id, one.label] as const),
    ...people.map(person => [person.id, person.display_name] as const),
  ])
  const sets = [
    { name: 'access', icon: 'lock', field: 'Access', held: query.access },
    { name: 'lead', icon: 'circle-user', field: 'Lead', held: query.leads },
    { name: 'member', icon: 'users-round', field: 'Members', held: query.members },
  ] as const
  return (
    <FilterBar onClear={() => onChange(noFilter)}>
      {sets.map(
        ({ name, icon, field, held }) =>
          held.length > 0 && (
            <FilterChip
              key={name}
              icon={icon}
              field={field}
              operator={held.length > 1 ? 'is any of' : 'is'}
              value={held.flatMap(id => names.get(id) ?? []).join(', ')}
              onRemove={() => onChange({ [name]: null })}
            />
          ),
      )}
      <SpanChips filters={spansOf(query)} onChange={onChange} />
      <span role="status" className="text-12 text-ink-3">
        {`${found} of ${all} projects`}
      </span>
    </FilterBar>
  )
}
