import { type KeyboardEvent, memo, type PointerEvent, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { Module } from '#contract/planning/modules.ts'
import { useRow } from '../../data/rows.ts'
import { barOf, type Dates, type Grip, pulled, sameDates } from '../../issues/layouts/timeline/bars.ts'
import { ROW } from '../../issues/layouts/timeline/scale.ts'
import { DropMark } from '../../settings/rows/DropMark.tsx'
import { classes } from '../../ui/classes.ts'
import { variables } from '../../ui/colours.ts'
import { dayName, dayNumber } from '../../ui/dates/day-numbers.ts'
import { Icon } from '../../ui/icons.tsx'
import { Avatar } from '../../ui/marks/Avatar.tsx'
import { NO_TOTALS, progressOf } from '../progress/totals.ts'
import type { Moves } from '../usePlaces.ts'
import { ModuleStatusIcon } from './ModuleStatusIcon.tsx'
import { changeModule } from './moduleActions.ts'
import { datesOf } from './moduleList.ts'
import { moduleAddress } from './moduleMenu.ts'
import type { ModulesShown } from './moduleRows.ts'
import { type ModuleStatus, mayChangeModule, statusNames } from './moduleRows.ts'
import { useModuleDrag } from './useModuleDrag.ts'

const colours: Record<ModuleStatus, string> = {
  'in-progress': 'var(--st-started)',
  planned: 'var(--st-todo)',
  backlog: 'var(--st-backlog)',
  paused: 'var(--st-backlog)',
  completed: 'var(--st-done)',
  cancelled: 'var(--st-cancelled)',
}

export type ModuleTimelineRowProps = {
  module: Module
  /** Its distance from the first row. */
  top: number
  measure: ModulesShown['measure']
  today: string
  dayWidth: number
  /** The first day of the canvas. */
  from: number
  onMark: (dates: Dates | null) => void
  moves: Moves
}

/** Moves a module's bar, or one of its ends, by pointer and by key. */
const usePull = ({
  module,
  dayWidth,
  onMark,
}: Pick<ModuleTimelineRowProps, 'module' | 'dayWidth' | 'onMark'>) => {
  const [held, setHeld] = useState<Dates | null>(null)
  const pull = useRef<{ grip: Grip; x: number; moved: boolean } | null>(null)
  const mayPull = mayChangeModule(module)
  const own: Dates = { start_date: module.start_date, target_date: module.target_date }
  const dates = held ?? own
  const keep = (next: Dates) => {
    if (!sameDates(next, own)) void changeModule(module, next)
  }
  const begin = (grip: Grip) => (event: PointerEvent<HTMLElement>) => {
    if (!mayPull || event.button !== 0) return
    event.stopPropagation()
    event.currentTarget.setPointerCapture(event.pointerId)
    pull.current = { grip, x: event.clientX, moved: false }
  }
  const drag = ({ clientX }: PointerEvent) => {
    const { current } = pull
    if (!current) return
    const by = Math.round((clientX - current.x) / dayWidth)
    if (by !== 0) current.moved = true
    const next = pulled(own, current.grip, by, dayWidth)
    setHeld(next)
    onMark(next)
  }
  const end = () => {
    const { current } = pull
    if (!current) return
    pull.current = current.moved ? { ...current, x: Number.NaN } : null
    if (held && current.moved) keep(held)
    setHeld(null)
    onMark(null)
    // The click that follows a pull opens nothing.
    setTimeout(() => {
      pull.current = null
    }, 0)
  }
  const press = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (!by || !event.altKey || !mayPull || !barOf(dates, dayWidth)) return
    event.preventDefault()
    event.stopPropagation()
    keep(pulled(own, event.shiftKey ? 'end' : 'whole', by, dayWidth))
  }
  return { held, dates, keep, wasPulled: () => pull.current?.moved === true, begin, drag, end, press }
}

/** A module beside the days, and its bar over them. */
export const ModuleTimelineRow = memo(
  ({ module, measure, today, dayWidth, from, onMark, moves, top }: ModuleTimelineRowProps) => {
    const totals = useRow('module_progress', module.id) ?? NO_TOTALS
    const lead = useRow('user', module.lead_id)
    const mayPull = mayChangeModule(module)
    const { held, dates, keep, wasPulled, begin, drag, end, press } = usePull({ module, dayWidth, onMark })
    const bar = barOf(dates, dayWidth)
    const { percent } = progressOf('module', totals, measure)
    const said = datesOf({ ...module, ...dates }, today) ?? 'no dates'
    return (
      <li data-row={module.id} className="group absolute inset-x-0 flex" style={{ height: ROW, top }}>
        <Name {...{ module, percent, moves }} />
        <div className="relative min-w-0 flex-1">
          {bar ? (
            <Link
              to={moduleAddress(module)}
              draggable={false}
              aria-label={`${module.name}, ${statusNames[module.status]}, ${said}, ${percent}% done`}
              onKeyDown={press}
              onPointerDown={begin('whole')}
              onPointerMove={drag}
              onPointerUp={end}
              onPointerCancel={end}
              onClick={event => wasPulled() && event.preventDefault()}
              className={classes(
                'absolute top-1.5 flex h-6 touch-none items-center overflow-clip rounded-control px-1',
                mayPull && 'cursor-grab active:cursor-grabbing',
                bar.open === 'end' && '[mask-image:linear-gradient(90deg,#000_60%,transparent)]',
                bar.open === 'start' && '[mask-image:linear-gradient(270deg,#000_60%,transparent)]',
              )}
              style={{
                ...variables({ '--left': `${(bar.from - from) * dayWidth}px` }),
                left: (bar.from - from) * dayWidth,
                width: Math.max(6, (bar.until - bar.from) * dayWidth),
                background: `color-mix(in srgb, ${colours[module.status]} 24%, var(--bg))`,
              }}
            >
              <span
                aria-hidden="true"
                className="absolute inset-y-0 left-0"
                style={{
                  width: `${percent}%`,
                  background: `color-mix(in srgb, ${colours[module.status]} 34%, transparent)`,
                }}
              />
              <span className="bar-words relative flex min-w-0 items-center gap-1.5">
                {lead && <Avatar person={lead} silent />}
                <span className="cut text-12">{module.name}</span>
              </span>
              {mayPull &&
                (['start', 'end'] as const).map(grip => (
                  <span
                    key={grip}
                    aria-hidden="true"
                    onPointerDown={begin(grip)}
                    onPointerMove={drag}
                    onPointerUp={end}
                    onPointerCancel={end}
                    className={classes(
                      'absolute inset-y-0 w-1.5 cursor-ew-resize opacity-0 group-hover:opacity-60',
                      grip === 'start' ? 'left-0' : 'right-0',
                    )}
                    style={{ background: colours[module.status] }}
                  />
                ))}
            </Link>
          ) : (
            mayPull && (
              <button
                type="button"
                aria-label={`Give ${module.name} dates from today`}
                onClick={() => keep({ start_date: today, target_date: dayName(dayNumber(today) + 13) })}
                className="absolute top-1.5 grid h-6 w-10 place-items-center rounded-control bg-press text-ink-2 opacity-0 focus-visible:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100"
                style={{ left: (dayNumber(today) - from) * dayWidth }}
              >
                <Icon name="plus" size={14} />
              </button>
            )
          )}
          {held && bar && (
            <span
              className="floats num pointer-events-none absolute top-8 z-[3] whitespace-nowrap px-2 py-1 text-12"
              style={{ left: (bar.from - from) * dayWidth }}
            >
              {said}
            </span>
          )}
        </div>
      </li>
    )
  },
)
ModuleTimelineRow.displayName = 'ModuleTimelineRow'

/** Beside the days, where it is while these scroll; in an order of its own it is put elsewhere by it. */
const Name = ({
  module,
  percent,
  moves,
}: Pick<ModuleTimelineRowProps, 'module' | 'moves'> & { percent: number }) => {
  const { row, isDragged, over } = useModuleDrag(module, moves.onPut)
  return (
    <div
      ref={row}
      className={classes(
        'sticky left-0 z-[2] flex w-(--side) flex-none items-center gap-2 bg-bg pr-4 pl-4 shadow-[inset_-1px_0_0_var(--line)] max-md:pl-3',
        isDragged && 'opacity-42',
      )}
    >
      <DropMark spot={over?.spot ?? null} />
      <ModuleStatusIcon status={module.status} named />
      <Link
        to={moduleAddress(module)}
        draggable={false}
        className="cut rounded-tag font-medium hover:underline"
      >
        {module.name}
      </Link>
      <span className="num ml-auto flex-none text-12 text-ink-3 max-md:hidden">{percent}%</span>
    </div>
  )
}
