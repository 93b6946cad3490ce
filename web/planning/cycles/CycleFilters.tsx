import { keysOf } from '#contract/keys.ts'
import { HeaderButton } from '../../shell/Header.tsx'
import { type SpanFilter, useSpanFilters } from '../../shell/spans/SpanFilters.tsx'
import { Menu, type MenuEntry } from '../../ui/popups/Menu.tsx'
import { ChipWord, PlanChips } from '../PlanChips.tsx'
import { favouritesFilter, PlanFilterMenu } from '../PlanFilterMenu.tsx'
import { spansAhead } from '../spansAhead.ts'
import { toggled } from '../usePlanAddress.ts'
import { type CycleQuery, filtersIn, statusNames } from './cycleList.ts'

type CycleFiltersProps = {
  query: CycleQuery
  /** In the archive all are over, and nobody's favourites. */
  ended?: boolean
  onChange: (patch: Record<string, string | null>) => void
}

const spansOf = ({ starts, ends }: CycleQuery): SpanFilter[] => [
  { name: 'starts', label: 'Starts', names: spansAhead, value: starts },
  { name: 'ends', label: 'Ends', names: spansAhead, value: ends },
]

/** The filters of the cycles. */
export const CycleFilters = ({ query, ended = false, onChange }: CycleFiltersProps) => {
  const spans = useSpanFilters(spansOf(query), onChange)
  const entries: MenuEntry[] = ended
    ? spans.entries
    : [
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
        ...spans.entries,
        favouritesFilter(query.favorites, onChange),
      ]
  return (
    <>
      <PlanFilterMenu
        label="Find cycles"
        words={query.words}
        entries={entries}
        count={filtersIn(query)}
        onChange={onChange}
      />
      {!ended && (
        <Menu
          align="end"
          entries={[false, true].map(isManual => ({
            id: isManual ? 'manual' : 'days',
            label: isManual ? 'Manual' : 'By days',
            checked: query.isManual === isManual,
            run: () => onChange({ sort: isManual ? 'manual' : null }),
          }))}
        >
          <HeaderButton icon="sliders-horizontal">{query.isManual ? 'Manual' : 'By days'}</HeaderButton>
        </Menu>
      )}
      {spans.question}
    </>
  )
}

/** What the list is narrowed to. */
export const CycleChips = ({ query, onChange }: CycleFiltersProps) => {
  const known = keysOf(statusNames).filter(one => query.statuses.includes(one))
  return (
    <PlanChips
      sets={[
        {
          name: 'status',
          icon: 'circle-dot',
          label: 'Status',
          words: known.map(one => <ChipWord key={one} name={statusNames[one]} last={one === known.at(-1)} />),
        },
      ]}
      spans={spansOf(query)}
      favorites={query.favorites}
      onChange={onChange}
    />
  )
}
