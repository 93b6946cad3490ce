import type { ReactNode } from 'react'
import { FilterBar, FilterChip } from '../shell/FilterBar.tsx'
import { SpanChips, type SpanFilter } from '../shell/spans/SpanFilters.tsx'
import type { IconName } from '../ui/icons.tsx'

type Change = (patch: Record<string, string | null>) => void
/** Values of a field, as they are read: one or several of them. */
export type SetChip = { name: string; icon: IconName; label: string; words: readonly ReactNode[] }

type PlanChipsProps = {
  sets: readonly SetChip[]
  spans: readonly SpanFilter[]
  favorites: boolean
  onChange: Change
}

/** What a list of cycles or modules is narrowed to, each part with its way out. */
export const PlanChips = ({ sets, spans, favorites, onChange }: PlanChipsProps) => {
  const used = sets.filter(({ words }) => words.length > 0)
  const names = [...sets, ...spans].map(({ name }) => name)
  if (used.length === 0 && !favorites && spans.every(({ value }) => value === null)) return null
  return (
    <FilterBar
      onClear={() => onChange(Object.fromEntries([...names, 'favorites'].map(name => [name, null])))}
    >
      {used.map(({ name, icon, label, words }) => (
        <FilterChip
          key={name}
          icon={icon}
          field={label}
          operator={words.length > 1 ? 'is any of' : 'is'}
          value={<span className="flex items-center gap-1.5">{words}</span>}
          onRemove={() => onChange({ [name]: null })}
        />
      ))}
      <SpanChips filters={spans} onChange={onChange} />
      {favorites && (
        <FilterChip
          icon="star"
          field="Favourites"
          operator="is"
          value="Yours"
          onRemove={() => onChange({ favorites: null })}
        />
      )}
    </FilterBar>
  )
}

/** One of several values: with what stands before its name, and a comma behind all but the last. */
export const ChipWord = ({ mark, name, last }: { mark?: ReactNode; name: string; last: boolean }) => (
  <span className="flex items-center gap-1.5">
    {mark}
    {last ? name : `${name},`}
  </span>
)
