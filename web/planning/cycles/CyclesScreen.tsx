import { useNavigate, useParams } from 'react-router'
import { addDays } from '#contract/people/zones.ts'
import type { Cycle } from '#contract/planning/cycles.ts'
import { useDayIn } from '../../data/clock.ts'
import { useRow, useRows } from '../../data/rows.ts'
import { useMay } from '../../data/viewer.ts'
import { to } from '../../places/address.ts'
import { useHeading } from '../../places/heading.ts'
import { FloatingAction, Header, HeaderButton } from '../../shell/Header.tsx'
import { useListAddress } from '../../shell/list/address.ts'
import { narrowed } from '../../shell/list/filters.ts'
import { ListChips, ListFilters } from '../../shell/list/ListFilters.tsx'
import { NoMatch } from '../../shell/list/NoMatch.tsx'
import { RowsBox } from '../../shell/list/RowsBox.tsx'
import { RowsInSight } from '../../shell/list/RowsInSight.tsx'
import { selectEntry, useRowSelection } from '../../shell/list/selection.ts'
import { openCycleForm } from '../../shell/overlays.ts'
import { useShut } from '../../shell/shutGroups.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { dayName, dayNumber, weekStart } from '../../ui/dates/day-numbers.ts'
import { EmptyState } from '../../ui/marks/EmptyState.tsx'
import { later } from '../../ui/popups/later.tsx'
import { Menu } from '../../ui/popups/Menu.tsx'
import { useNarrow } from '../../ui/viewport.ts'
import { useFavorites } from '../favorites.ts'
import { figureOf, plannedOf, unitOf } from '../progress/totals.ts'
import { useMeasure } from '../progress/useMeasure.ts'
import { SectionStrip } from '../SectionStrip.tsx'
import { usePeek } from '../usePeek.ts'
import { type Moves, usePlaces } from '../usePlaces.ts'
import { ActivePanel } from './ActivePanel.tsx'
import { BulkCycles } from './BulkCycles.tsx'
import { BurnDrawing } from './BurnDrawing.tsx'
import { CYCLE_GRID, CycleRow, type Scale } from './CycleRow.tsx'
import { mayArchiveCycle, mayPlaceCycle, placeCycle } from './cycleActions.ts'
import { cycleFilters, shownSections } from './cycleList.ts'
import { cycleEntries } from './cycleMenu.ts'
import { useSections } from './cycleRows.ts'
import { totalsOf } from './figures.ts'

const CyclePeek = later(() => import('./CyclePeek.tsx').then(module => module.CyclePeek), 'soon')

const NAMES = { current: 'Active', upcoming: 'Upcoming', completed: 'Completed' } as const
const ORDERS = { days: 'By days', manual: 'Manual' } as const
const KINDS = ['current', 'upcoming', 'completed'] as const
/** So many of the last say how much is usually done. */
const AVERAGED = 3

const useScale = (
  cycles: readonly Cycle[],
  completed: readonly Cycle[],
  measure: 'issues' | 'estimate_points',
) => {
  useRows('cycle_progress')
  const planned = cycles
    .map(cycle => totalsOf(cycle, measure))
    .map(one => (one ? plannedOf(one, measure) : 0))
  const done = completed
    .slice(0, AVERAGED)
    .map(cycle => totalsOf(cycle, measure))
    .map(one => (one ? figureOf(one, 'completed', measure) : 0))
  const average = done.length > 0 ? done.reduce((sum, one) => sum + one, 0) / done.length : null
  const most = Math.max(1, average ?? 0, ...planned)
  return { most, average }
}

/** The cycles of a project: the current one with its progress, upcoming and completed ones. */
export const CyclesScreen = () => {
  const { projectId = '', slug = '' } = useParams()
  const go = useNavigate()
  const project = useRow('project', projectId)
  const zone = project?.timezone ?? 'UTC'
  const today = useDayIn(zone)
  const sections = useSections(projectId)
  const favorites = useFavorites('cycle')
  const { measure } = useMeasure(projectId)
  const { shut, toggle } = useShut(`cycles.${projectId}`)
  const [address, change] = useListAddress()
  const isManual = address.get('sort') === 'manual'
  const narrowing = narrowed(cycleFilters({ today, favorites }), address, change)
  const heading = useHeading()
  const mayDo = useMay()
  const all = [...sections.current, ...sections.upcoming, ...sections.completed]
  const scale = useScale(all, sections.completed, measure)
  const shown = shownSections(sections, narrowing, isManual)
  const moves = usePlaces(
    KINDS.map(kind => shown[kind]),
    isManual,
    placeCycle,
  )
  const { peeked, entryOf, onClose } = usePeek(all, 'peekCycle')
  const { selection, chosen, meant, onSelect } = useRowSelection(
    KINDS.flatMap(kind => (shut.has(kind) ? [] : shown[kind])),
    mayArchiveCycle,
  )
  const entriesOf = (cycle: Cycle) => [
    entryOf(cycle.id),
    ...(mayPlaceCycle(cycle) ? (moves.stepsOf?.(cycle.id) ?? []) : []),
    ...cycleEntries(cycle),
    ...(mayArchiveCycle(cycle) ? [selectEntry(selection, cycle.id)] : []),
  ]
  const isNothing = KINDS.every(kind => shown[kind].length === 0)
  const primary =
    project && mayDo('cycle.create', {}, { workspace: project.workspace, project: projectId })
      ? { label: 'New cycle', keys: 'q', run: () => openCycleForm({ projectId }) }
      : undefined
  if (all.length === 0)
    return (
      <>
        <Header {...heading} {...(primary ? { primary } : {})} />
        <NoCycles run={primary?.run} {...{ projectId, today }} />
      </>
    )
  return (
    <>
      <Header
        {...heading}
        count={all.length}
        controls={
          <>
            <ListFilters narrowing={narrowing} label="Find cycles" />
            <Menu
              align="end"
              entries={Object.entries(ORDERS).map(([id, label]) => ({
                id,
                label,
                checked: isManual === (id === 'manual'),
                run: () => change({ sort: id === 'manual' ? id : null }),
              }))}
            >
              <HeaderButton icon="sliders-horizontal">{isManual ? ORDERS.manual : ORDERS.days}</HeaderButton>
            </Menu>
            {project && mayDo('cycle.fill', {}, { workspace: project.workspace, project: projectId }) && (
              <HeaderButton icon="list-checks" onClick={() => void go(to('planner', { slug, projectId }))}>
                Plan next
              </HeaderButton>
            )}
          </>
        }
        {...(primary ? { primary } : {})}
      />
      <ListChips narrowing={narrowing} />
      <div className="relative flex min-h-0 flex-1">
        <RowsBox
          className="min-h-0 min-w-0 flex-1 overflow-y-auto bg-bg pb-16 max-md:pb-24"
          entriesOf={id => all.filter(cycle => cycle.id === id).flatMap(entriesOf)}
          onSelect={onSelect}
          onStep={moves.onStep}
        >
          {isNothing ? (
            <NoMatch what="cycles" narrowing={narrowing} />
          ) : (
            KINDS.filter(kind => shown[kind].length > 0 || (kind === 'current' && !narrowing.isNarrowed)).map(
              (kind, nth) => (
                <Section
                  key={kind}
                  name={NAMES[kind]}
                  isFirst={nth === 0}
                  cycles={shown[kind]}
                  shut={shut.has(kind)}
                  onToggle={() => toggle(kind)}
                  isActive={kind === 'current'}
                  {...{ measure, scale, favorites, chosen }}
                  onPut={moves.onPut}
                />
              ),
            )
          )}
        </RowsBox>
        {meant.length > 0 && <BulkCycles cycles={meant} onClear={selection.clear} />}
        {peeked && <CyclePeek cycle={peeked} onClose={onClose} />}
      </div>
      {primary && <FloatingAction label="New cycle" run={primary.run} />}
    </>
  )
}

type NoCyclesProps = { projectId: string; today: string; run: (() => void) | undefined }

const NoCycles = ({ projectId, today, run }: NoCyclesProps) => {
  const monday = addDays(dayName(weekStart(dayNumber(today))), 7)
  return (
    <EmptyState
      drawing={<BurnDrawing />}
      title="Work in fixed periods"
      actions={
        run && (
          <>
            <Button variant="primary" size="large" keys="q" onClick={run}>
              New cycle
            </Button>
            <Button
              variant="neutral"
              size="large"
              onClick={() => openCycleForm({ projectId, start: monday })}
            >
              2 weeks from Monday
            </Button>
          </>
        )
      }
    >
      A cycle is a fixed period with planned issues and a burndown.
    </EmptyState>
  )
}

type SectionProps = {
  name: string
  isFirst: boolean
  isActive: boolean
  cycles: readonly Cycle[]
  shut: boolean
  onToggle: () => void
  measure: 'issues' | 'estimate_points'
  scale: Scale
  favorites: ReadonlySet<string>
  onPut: Moves['onPut']
  chosen: readonly string[]
}

const Section = (props: SectionProps) => {
  const { name, isFirst, isActive, cycles, shut, onToggle, measure, scale, favorites, onPut, chosen } = props
  const narrow = useNarrow()
  return (
    <section aria-label={name} className="mt-1.5 first:mt-0">
      <SectionStrip
        name={name}
        count={cycles.length}
        shut={shut}
        onToggle={onToggle}
        grid={CYCLE_GRID}
        columns={isFirst && <Columns {...{ measure, scale }} />}
      />
      {!shut && isActive && cycles.length === 0 && (
        <p className="px-4 py-2 text-ink-3">No cycle is in progress. A cycle starts on its first day.</p>
      )}
      {!shut && (
        <RowsInSight rows={cycles}>
          {cycle => (
            <CycleRow
              favorite={favorites.has(cycle.id)}
              part={name}
              isSelected={chosen.includes(cycle.id)}
              {...{ cycle, measure, scale, narrow, onPut }}
            />
          )}
        </RowsInSight>
      )}
      {!shut && isActive && cycles.map(cycle => <ActivePanel key={cycle.id} cycle={cycle} />)}
    </section>
  )
}

const Columns = ({ measure, scale }: Pick<SectionProps, 'measure' | 'scale'>) => (
  <>
    <span className="max-md:hidden" />
    <span className="text-right text-12 text-ink-3 max-desk:hidden">Planned</span>
    <span className="text-right text-12 text-ink-3 max-md:hidden">Done</span>
    <span className="text-right text-12 text-ink-3 max-desk:hidden">Added</span>
    <span className="text-right text-12 text-ink-3 max-desk:hidden">Carried over</span>
    <span className="num whitespace-nowrap text-right text-12 text-ink-3 max-md:hidden">
      {scale.average === null ? '' : `Average ${Math.round(scale.average)} ${unitOf(measure)}`}
    </span>
  </>
)
