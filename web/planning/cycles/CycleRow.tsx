import { memo } from 'react'
import { Link } from 'react-router'
import type { Cycle } from '#contract/planning/cycles.ts'
import { useDayIn } from '../../data/clock.ts'
import { useRow } from '../../data/rows.ts'
import { useRowsOf } from '../../data/rowsBy.ts'
import { DropMark } from '../../settings/rows/DropMark.tsx'
import { useRowDrag } from '../../settings/rows/useRowDrag.ts'
import { ROW_LINK, Row, RowBox, RowDots, RowStar, SHY } from '../../shell/list/Row.tsx'
import { openCycleForm } from '../../shell/overlays.ts'
import { Behind } from '../../ui/behind.ts'
import { classes } from '../../ui/classes.ts'
import { Icon } from '../../ui/icons.tsx'
import { AvatarStack } from '../../ui/marks/Avatar.tsx'
import { mayFavor, toggleFavorite } from '../favorites.ts'
import { PlanRing } from '../progress/PlanRing.tsx'
import { figureOf, type Measure, plannedOf, progressOf } from '../progress/totals.ts'
import type { Moves } from '../usePlaces.ts'
import { mayArchiveCycle, mayChangeCycle, mayPlaceCycle } from './cycleActions.ts'
import { leftWords, untilWords } from './cycleList.ts'
import { cycleAddress } from './cycleMenu.ts'
import { spanWords } from './cycleRange.ts'
import { useCycleStatus } from './cycleRows.ts'
import { addedTo, addedWords, totalsOf } from './figures.ts'

/** The columns of the list of cycles, of its strips and of every row. */
export const CYCLE_GRID =
  'grid grid-cols-[16px_minmax(0,1fr)_128px_56px_48px_48px_88px_120px_84px] items-center gap-x-3 max-desk:grid-cols-[16px_minmax(0,1fr)_128px_48px_120px] max-md:grid-cols-[16px_minmax(0,1fr)_64px_32px_32px]'

/** The scale of all bars, and the average done in completed cycles. */
export type Scale = { most: number; average: number | null }

type CycleRowProps = {
  /** The part of the list that it stands in, and is put elsewhere in. */
  part: string
  cycle: Cycle
  measure: Measure
  scale: Scale
  favorite: boolean
  /** On a phone: a row of a hundred draws nothing that its width does not show. */
  narrow: boolean
  isSelected: boolean
  onPut?: Moves['onPut']
}

export const LeftTag = ({ words }: { words: string }) => (
  <span className="inline-flex h-5 flex-none items-center gap-1 rounded-full bg-warn-tint pr-2 pl-1.5 font-medium text-12 text-warn shadow-[inset_0_0_0_1px_var(--edge)]">
    <Icon name="clock" size={12} />
    {words}
  </span>
)

/** Where several are chosen the box takes the place of the ring. */
const GIVES_WAY = 'md:group-focus-within:opacity-0 md:group-hover:opacity-0'

export const CycleRow = memo((props: CycleRowProps) => {
  const { cycle, part, measure, scale, favorite, narrow, isSelected, onPut } = props
  const { id, name, description, start_date, end_date } = cycle
  const maySelect = mayArchiveCycle(cycle)
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
  const dates = start_date && end_date ? spanWords(start_date, end_date, 'MMM') : 'No dates'
  const when =
    status === 'upcoming' && start_date ? untilWords(start_date, today) : status === 'draft' ? 'draft' : null
  const carried = status === 'completed' ? planned - done : null
  const hasBegun = status === 'current' || status === 'completed'
  const added = hasBegun ? addedTo(cycle, measure) : 0
  return (
    <Row
      id={id}
      {...{ ref: row, isSelected, isDragged }}
      className={`${CYCLE_GRID} h-9 px-2 max-md:h-16 max-md:px-4`}
    >
      <DropMark spot={over?.spot ?? null} />
      <span className="relative grid place-items-center">
        <span className={classes('grid', maySelect && (isSelected ? 'md:opacity-0' : GIVES_WAY))}>
          <PlanRing
            percent={percent}
            label={`${percent} % done`}
            kind={status === 'draft' ? 'draft' : hasBegun ? 'under way' : 'upcoming'}
          />
        </span>
        {maySelect && !narrow && (
          <span className="absolute z-[1] grid">
            <RowBox {...{ id, name, isSelected }} className={SHY} />
          </span>
        )}
      </span>
      <span className="flex min-w-0 items-center gap-2 max-md:flex-col max-md:items-start max-md:gap-0.5">
        <span className="flex min-w-0 max-w-full items-center gap-2">
          <Link
            to={cycleAddress(cycle)}
            draggable={false}
            className={`${ROW_LINK} font-medium max-md:font-normal`}
          >
            {name}
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
            <span className="cut text-ink-3">{description}</span>
            <span className="ml-auto flex min-w-12 justify-end">
              <Behind now={favorite}>
                {mayFavor('cycle', cycle) && (
                  <RowStar name={name} on={favorite} run={() => void toggleFavorite('cycle', cycle)} />
                )}
                <RowDots name={name} />
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
                aria-label={`Dates of ${name}: ${dates}`}
                onClick={() => openCycleForm({ projectId: cycle.project_id, cycleId: id })}
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
            <RowDots name={name} className="-mr-3 size-11" />
          </span>
        </>
      ) : (
        <span className="justify-self-end max-desk:hidden">
          <AvatarStack people={people} max={3} apart empty={null} />
        </span>
      )}
    </Row>
  )
})

const Figure = ({ value, className }: { value: number | string | null; className?: string }) => (
  <span className={classes('num text-right', className)}>{value}</span>
)
