import { memo } from 'react'
import { Link } from 'react-router'
import type { Cycle } from '#contract/planning/cycles.ts'
import { useDayIn } from '../../data/clock.ts'
import { useRow } from '../../data/rows.ts'
import { useRowsOf } from '../../data/rowsBy.ts'
import type { Selection } from '../../issues/acts/selection.ts'
import { DropMark } from '../../settings/rows/DropMark.tsx'
import { useRowDrag } from '../../settings/rows/useRowDrag.ts'
import { openCycleForm } from '../../shell/overlays.ts'
import { Behind } from '../../ui/behind.ts'
import { classes } from '../../ui/classes.ts'
import { Checkbox } from '../../ui/controls/Checkbox.tsx'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { Icon } from '../../ui/icons.tsx'
import { AvatarStack } from '../../ui/marks/Avatar.tsx'
import { mayFavor, toggleFavorite } from '../favorites.ts'
import { PlanMenu } from '../PlanMenu.tsx'
import { selectEntry } from '../planMenu.ts'
import { PlanRing } from '../progress/PlanRing.tsx'
import { figureOf, type Measure, plannedOf, progressOf } from '../progress/totals.ts'
import { type Moves, stepped } from '../usePlaces.ts'
import { type Select, selected } from '../usePlanSelection.ts'
import { mayChangeCycle, mayPlaceCycle } from './cycleActions.ts'
import { leftWords, untilWords } from './cycleList.ts'
import { cycleAddress, cycleEntries } from './cycleMenu.ts'
import { spanWords } from './cycleRange.ts'
import { useCycleStatus } from './cycleRows.ts'
import { addedTo, addedWords, totalsOf } from './figures.ts'

/** The columns of the list of cycles, of its strips and of every row. */
export const CYCLE_GRID =
  'grid grid-cols-[16px_minmax(0,1fr)_128px_56px_48px_48px_88px_120px_84px] items-center gap-x-3 max-desk:grid-cols-[16px_minmax(0,1fr)_128px_48px_120px] max-md:grid-cols-[16px_minmax(0,1fr)_64px_32px_32px]'

/** The scale of all bars, and the average done in completed cycles. */
export type Scale = { most: number; average: number | null }

type CycleRowProps = Moves & {
  /** The part of the list that it stands in, and is put elsewhere in. */
  part: string
  cycle: Cycle
  measure: Measure
  scale: Scale
  favorite: boolean
  /** On a phone: a row of a hundred draws nothing that its width does not show. */
  narrow: boolean
  /** Shows what it is beside the list. */
  onPeek?: (id: string) => void
  isSelected: boolean
  /** Missing where nothing is done with many. */
  onSelect?: Select | undefined
  selection?: Selection | undefined
}

export const LeftTag = ({ words }: { words: string }) => (
  <span className="inline-flex h-5 flex-none items-center gap-1 rounded-full bg-warn-tint pr-2 pl-1.5 font-medium text-12 text-warn shadow-[inset_0_0_0_1px_var(--edge)]">
    <Icon name="clock" size={12} />
    {words}
  </span>
)

export const Star = ({ name, on, run }: { name: string; on: boolean; run: () => void }) => (
  <IconButton
    icon="star"
    size="strip"
    tooltip={false}
    label={`${on ? 'Remove' : 'Add'} ${name} ${on ? 'from' : 'to'} favourites`}
    aria-pressed={on}
    onClick={run}
    className={classes(
      'relative z-[1]',
      on
        ? 'text-ink-2 [&_svg]:fill-current'
        : 'opacity-0 focus-visible:opacity-100 group-focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100',
    )}
  />
)

/** Its name leads to it, and makes all of the row a link. */
export const COVERING_LINK = 'row-link cut font-medium max-md:font-normal max-md:text-15'

const UNSEEN =
  'relative z-[1] opacity-0 focus-visible:opacity-100 data-[popup-open]:opacity-100 group-focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100'

/** Where several are chosen the box takes the place of the ring. */
const GIVES_WAY = 'md:group-focus-within:opacity-0 md:group-hover:opacity-0'
const SHOWS_UP = 'opacity-0 focus-within:opacity-100 group-focus-within:opacity-100 group-hover:opacity-100'

export const CycleRow = memo((props: CycleRowProps) => {
  const { cycle, part, measure, scale, favorite, narrow, onPeek, onPut, onStep, stepsOf } = props
  const { isSelected, onSelect, selection } = props
  const { row, isDragged, over } = useRowDrag<HTMLDivElement>({
    id: cycle.id,
    kind: `cycle.${part}`,
    isFixed: !onPut || !mayPlaceCycle(cycle),
    spotFor: (_, spot) => spot,
    onDrop: (dragged, spot) => spot !== 'inside' && onPut?.(dragged, cycle.id, spot),
  })
  const project = useRow('project', cycle.project_id)
  const today = useDayIn(project?.timezone ?? 'UTC')
  const status = useCycleStatus(cycle)
  const progress = useRow('cycle_progress', cycle.id)
  const people = useRowsOf('user', progress?.assignee_ids ?? [])
  const totals = totalsOf(cycle, measure)
  const planned = totals ? plannedOf(totals, measure) : 0
  const done = totals ? figureOf(totals, 'completed', measure) : 0
  const percent = totals ? progressOf('cycle', totals, measure).percent : 0
  const { start_date, end_date } = cycle
  const dates = start_date && end_date ? spanWords(start_date, end_date, 'MMM') : 'No dates'
  const when =
    status === 'upcoming' && start_date ? untilWords(start_date, today) : status === 'draft' ? 'draft' : null
  const carried = status === 'completed' ? planned - done : null
  const hasBegun = status === 'current' || status === 'completed'
  const added = hasBegun ? addedTo(cycle, measure) : 0
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the link inside has the focus
    <div
      ref={row}
      data-plan={cycle.id}
      onKeyDown={event => selected(event, cycle.id, onSelect) || stepped(event, cycle.id, onStep)}
      className={classes(
        CYCLE_GRID,
        'group relative mx-2 h-9 rounded-control px-2 max-md:mx-0 max-md:h-16 max-md:rounded-none max-md:px-4',
        isSelected ? 'bg-accent-tint' : 'hover:bg-hover',
        isDragged && 'opacity-42',
      )}
    >
      <DropMark spot={over?.spot ?? null} />
      <span className="relative grid place-items-center">
        <span className={classes('grid', onSelect && (isSelected ? 'md:opacity-0' : GIVES_WAY))}>
          <PlanRing
            percent={percent}
            label={`${percent} % done`}
            kind={status === 'draft' ? 'draft' : hasBegun ? 'under way' : 'upcoming'}
          />
        </span>
        {onSelect && !narrow && (
          <span className="absolute z-[1] grid">
            <Behind now={isSelected}>
              <Checkbox
                label={`Select ${cycle.name}`}
                checked={isSelected}
                onChange={(_, event) => onSelect(cycle.id, event)}
                className={isSelected ? '' : SHOWS_UP}
              />
            </Behind>
          </span>
        )}
      </span>
      <span className="flex min-w-0 items-center gap-2 max-md:flex-col max-md:items-start max-md:gap-0.5">
        <span className="flex min-w-0 max-w-full items-center gap-2">
          <Link to={cycleAddress(cycle)} draggable={false} className={COVERING_LINK}>
            {cycle.name}
          </Link>
          {status === 'current' && end_date && <LeftTag words={leftWords(end_date, today)} />}
        </span>
        {narrow ? (
          <span className="num cut max-w-full text-12 text-ink-3">
            {[dates, when, carried ? `${carried} carried over` : null].filter(Boolean).join(' · ')}
          </span>
        ) : (
          <>
            {when && <span className="num flex-none text-12 text-ink-3">{when}</span>}
            <span className="cut text-ink-3">{cycle.description}</span>
            <span className="ml-auto flex min-w-12 justify-end">
              <Behind now={favorite}>
                {mayFavor('cycle', cycle) && (
                  <Star name={cycle.name} on={favorite} run={() => void toggleFavorite('cycle', cycle)} />
                )}
                <CycleMenu {...{ cycle, onPeek, selection, stepsOf }} className={UNSEEN} />
              </Behind>
            </span>
          </>
        )}
      </span>
      {!narrow && (
        <>
          <span className="num whitespace-nowrap text-12 text-ink-3">
            {mayChangeCycle(cycle) ? (
              <button
                type="button"
                aria-label={`Dates of ${cycle.name}: ${dates}`}
                onClick={() => openCycleForm({ projectId: cycle.project_id, cycleId: cycle.id })}
                className="relative z-[1] -mx-1.5 rounded-control px-1.5 py-1 hover:bg-press hover:text-ink"
              >
                {dates}
              </button>
            ) : (
              dates
            )}
          </span>
          <Figure value={planned - added} className="max-desk:hidden" />
          <Figure value={hasBegun ? done : null} />
          <Figure value={hasBegun ? addedWords(added) : null} className="max-desk:hidden" />
          <Figure value={carried} className="max-desk:hidden" />
        </>
      )}
      <span aria-hidden="true" className="relative flex h-full items-center">
        <span className="flex h-2 w-full gap-0.5">
          {done > 0 && (
            <span
              className="rounded-[2px] bg-(--st-done)"
              style={{ width: `${(100 * done) / scale.most}%` }}
            />
          )}
          {planned > done && (
            <span
              className="rounded-[2px] bg-(--pr-off)"
              style={{ width: `${(100 * (planned - done)) / scale.most}%` }}
            />
          )}
        </span>
        {scale.average !== null && (
          <span
            className="absolute inset-y-0 border-ink-2 border-l border-dashed"
            style={{ left: `${(100 * scale.average) / scale.most}%` }}
          />
        )}
      </span>
      {narrow ? (
        <>
          <Figure value={hasBegun ? done : planned} />
          <span>
            <CycleMenu {...{ cycle, onPeek, selection, stepsOf }} className="relative z-[1] -mr-3 size-11" />
          </span>
        </>
      ) : (
        <span className="justify-self-end max-desk:hidden">
          <AvatarStack people={people} max={3} apart empty={null} />
        </span>
      )}
    </div>
  )
})

const Figure = ({ value, className }: { value: number | string | null; className?: string }) => (
  <span className={classes('num text-right', className)}>{value}</span>
)

type CycleMenuProps = {
  cycle: Cycle
  onPeek?: ((id: string) => void) | undefined
  /** Where several are chosen. */
  selection?: Selection | undefined
  stepsOf?: Moves['stepsOf']
  className?: string
}

export const CycleMenu = ({ cycle, selection, stepsOf, ...props }: CycleMenuProps) => (
  <PlanMenu
    row={cycle}
    entries={() => [
      ...(mayPlaceCycle(cycle) ? (stepsOf?.(cycle.id) ?? []) : []),
      ...cycleEntries(cycle),
      ...(selection ? [selectEntry(selection, cycle.id)] : []),
    ]}
    {...props}
  />
)
