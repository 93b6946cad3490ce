/** Filtering by days: what a menu offers, days of one's own, and what says so above the list. */
import { type ReactNode, useState } from 'react'
import { later } from '../../ui/popups/later.tsx'
import type { MenuEntry } from '../../ui/popups/Menu.tsx'
import { FilterChip } from '../FilterBar.tsx'
import { ownDays, ownWord, type SpanNames, spanWord } from './namedSpans.ts'

/** Every list has such filters, and few are asked for days of one's own. */
const DaysDialog = later(
  () => import('../../ui/dates/DaysDialog.tsx').then(module => module.DaysDialog),
  'soon',
)

/** By the word of the address: what is filtered by, the stretches that are offered, and the days that are chosen. */
export type SpanFilter = { name: string; label: string; names: SpanNames; value: string | null }
type Change = (patch: Record<string, string | null>) => void

/** The entries of a menu, and the question that some of them lead to. */
export const useSpanFilters = (
  filters: readonly SpanFilter[],
  onChange: Change,
): { entries: MenuEntry[]; question: ReactNode } => {
  const [asking, setAsking] = useState<string | null>(null)
  const entries = filters.map(
    ({ name, label, names, value }): MenuEntry => ({
      id: name,
      label,
      icon: 'calendar',
      children: [
        ...Object.entries(names).map(([days, words]) => ({
          id: days,
          label: words,
          checked: value === days,
          stays: true,
          run: () => onChange({ [name]: value === days ? null : days }),
        })),
        {
          id: 'own',
          label: 'Custom range…',
          checked: ownDays(value) !== null,
          run: () => setAsking(name),
        },
      ],
    }),
  )
  const asked = filters.find(({ name }) => name === asking)
  const question = asked && (
    <DaysDialog
      title={`${asked.label} on other days`}
      halfOpen
      from={ownDays(asked.value)?.from ?? null}
      to={ownDays(asked.value)?.to ?? null}
      onChange={days => onChange({ [asked.name]: ownWord(days) })}
      onClose={() => setAsking(null)}
    />
  )
  return { entries, question }
}

export const SpanChips = ({ filters, onChange }: { filters: readonly SpanFilter[]; onChange: Change }) =>
  filters.map(
    ({ name, label, names, value }) =>
      value && (
        <FilterChip
          key={name}
          icon="calendar"
          field={label}
          operator="is"
          value={spanWord(value, names)}
          onRemove={() => onChange({ [name]: null })}
        />
      ),
  )
