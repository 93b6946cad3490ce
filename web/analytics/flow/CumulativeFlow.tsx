import type { Cumulative, Figure } from '#contract/planning/insights.ts'
import { stateGroups } from '#contract/work/states.ts'
import { useClock } from '../../data/clock.ts'
import { useHere } from '../../data/viewer.ts'
import { GROUP_NAMES } from '../../issues/fields/choices.tsx'
import { shortDay } from '../../ui/dates/day-words.ts'
import { stateColour } from '../../ui/marks/StateIcon.tsx'
import { later } from '../../ui/popups/later.tsx'
import { Part } from '../parts.tsx'
import { listAddress, type Meant } from '../scopes.ts'
import { weekNameOf } from '../spans.ts'
import { ChartSkeleton } from '../states.tsx'

const TimeChart = later(() => import('../charts/TimeChart.tsx').then(module => module.TimeChart))

export const FLOW_HEIGHT = 372
/** More bands could not be told apart: then those of a group are one. */
const MOST_BANDS = 8

type Band = { id: string; name: string; colour: string; counts: readonly number[]; query: Figure['query'] }
type State = Cumulative['states'][number]

const ofGroup = (group: string, states: readonly State[]): Band => {
  const { state: _, ...words } = states.find(one => one.query !== null)?.query ?? {}
  return {
    id: group,
    name: GROUP_NAMES[group] ?? group,
    colour: stateColour({ group }),
    counts: (states[0]?.counts ?? []).map((_count, n) =>
      states.reduce((sum, state) => sum + (state.counts[n] ?? 0), 0),
    ),
    query: { ...words, state_group: group },
  }
}

/** In the order in which issues pass them; cancelled issues are no part of the flow. */
const bandsOf = ({ states }: Cumulative): Band[] => {
  const flowing = states.filter(state => state.group !== 'cancelled' && state.counts.some(count => count > 0))
  const firstStarted = states.find(state => state.group === 'started')
  if (flowing.length > MOST_BANDS)
    return stateGroups.flatMap(group => {
      const own = flowing.filter(state => state.group === group)
      return own.length > 0 ? [ofGroup(group, own)] : []
    })
  return flowing.map(state => ({
    id: state.ids.join(),
    name: state.name,
    colour: stateColour({ ...state, later: state.group === 'started' && state !== firstStarted }),
    counts: state.counts,
    query: state.query,
  }))
}

export const CumulativeFlow = ({ value, meant }: { value: Cumulative; meant: Meant }) => {
  const { slug } = useHere()
  const { today } = useClock()
  const { days } = value
  const last = days.length - 1
  const passing = bandsOf(value)
  // Done lies at the bottom and grows; the first states lie above.
  const bands = passing.toReversed()
  const isNow = days[last] === today
  const link = ({ counts, query }: Band) =>
    isNow && (counts[last] ?? 0) > 0 ? listAddress(slug, meant.scope, query) : null
  const when = (n: number) => (isNow && n === last ? 'Today' : shortDay(days[n] ?? '', true))
  return (
    <Part
      title="Cumulative flow"
      note="issues by state"
      height={FLOW_HEIGHT}
      table={{
        columns: ['Day', ...passing.map(band => band.name)],
        rows: days
          .map((day, n) => ({
            id: day,
            cells: [
              when(n),
              ...passing.map(band => ({
                value: band.counts[n] ?? 0,
                href: n === last ? link(band) : null,
              })),
            ] as const,
          }))
          .toReversed(),
      }}
    >
      <TimeChart
        meanwhile={<ChartSkeleton height={FLOW_HEIGHT} />}
        stacked
        name="Cumulative flow, issues by state"
        height={FLOW_HEIGHT}
        names={days.map((day, n) =>
          isNow && n === last
            ? { text: 'Today', now: true }
            : value.step === 'day' && n % 7 > 0
              ? { text: '' }
              : weekNameOf(day),
        )}
        lines={bands.map(({ id, name, colour, counts }) => ({
          id,
          name,
          colour,
          values: counts,
          end: `${name} ${counts[last] ?? 0}`,
        }))}
        told={({ n, k }) => ({
          title: `${bands[k]?.name ?? ''}, ${when(n).replace('Today', 'today')}`,
          rows: passing.map(({ name, counts }) => [name, String(counts[n] ?? 0)] as const),
        })}
        href={({ n, k }) => (n === last && bands[k] ? link(bands[k]) : null)}
      />
    </Part>
  )
}
