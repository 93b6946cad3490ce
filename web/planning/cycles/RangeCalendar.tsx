import { type KeyboardEvent, useRef, useState } from 'react'
import { classes } from '../../ui/classes.ts'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import {
  dayName,
  dayNumber,
  firstWeekday,
  monthStart,
  weekdayOf,
  weekStart,
} from '../../ui/dates/day-numbers.ts'
import { dayWords } from '../../ui/dates/shaped-day.ts'
import type { Clash, Range, Taken } from './cycleRange.ts'

type RangeCalendarProps = {
  start: string | null
  end: string | null
  taken: readonly Taken[]
  clashes: readonly Clash[]
  today: string
  onPick: (start: string, end: string | null) => void
}

const STEPS: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }
const WEEK = [0, 1, 2, 3, 4, 5, 6]
const within = (day: string, { start, end }: Range) => start <= day && day <= end

/** Two months beside each other: the first click is the beginning, the second the end. Days of other cycles are marked. */
export const RangeCalendar = ({ start, end, taken, clashes, today, onPick }: RangeCalendarProps) => {
  const [month, setMonth] = useState(() => monthStart(dayNumber(start ?? today)))
  const [shown, setShown] = useState(start)
  const [at, setAt] = useState(() => dayNumber(start ?? today))
  const box = useRef<HTMLDivElement>(null)
  if (start !== shown) {
    setShown(start)
    const wanted = start ? dayNumber(start) : null
    if (wanted !== null && (wanted < month || wanted >= monthStart(month, 2))) setMonth(monthStart(wanted))
    if (wanted !== null) setAt(wanted)
  }
  const inSight = at >= month && at < monthStart(month, 2) ? at : month
  const pick = (day: string) => {
    if (start && !end && day >= start) onPick(start, day)
    else onPick(day, null)
  }
  const press = (event: KeyboardEvent) => {
    const by = STEPS[event.key]
    if (!by) return
    event.preventDefault()
    event.stopPropagation()
    const next = inSight + by
    setAt(next)
    if (next < month) setMonth(monthStart(month, -1))
    if (next >= monthStart(month, 2)) setMonth(monthStart(month, 1))
    requestAnimationFrame(() => box.current?.querySelector<HTMLElement>(`[data-day="${next}"]`)?.focus())
  }
  const months = [month, monthStart(month, 1)]
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the days have the focus, their keys are the calendar's
    <div ref={box} className="relative flex gap-6 max-md:flex-col" onKeyDown={press}>
      {months.map((first, nth) => (
        <Month
          key={first}
          first={first}
          focus={inSight}
          {...{ start, end, taken, clashes, today }}
          onPick={n => {
            setAt(n)
            pick(dayName(n))
          }}
          nav={
            nth === 0 ? (
              <span className="absolute top-0 right-0 flex">
                <IconButton
                  icon="chevron-left"
                  size="strip"
                  label="Earlier month"
                  className="max-md:size-11"
                  onClick={() => setMonth(monthStart(month, -1))}
                />
                <IconButton
                  icon="chevron-right"
                  size="strip"
                  label="Later month"
                  className="max-md:size-11"
                  onClick={() => setMonth(monthStart(month, 1))}
                />
              </span>
            ) : null
          }
        />
      ))}
    </div>
  )
}

type MonthProps = Omit<RangeCalendarProps, 'onPick'> & {
  first: number
  /** The day that keys start from. */
  focus: number
  onPick: (n: number) => void
  nav: React.ReactNode
}

const Month = ({ first, focus, start, end, taken, clashes, today, onPick, nav }: MonthProps) => {
  const next = monthStart(first, 1)
  const from = weekStart(first, firstWeekday())
  const weeks = Array.from({ length: Math.ceil((next - from) / 7) }, (_, week) => from + week * 7)
  const name = dayWords(first, 'MMMM yyyy')
  return (
    <div className="w-[252px] max-md:w-full">
      {nav}
      <table className="max-md:w-full max-md:table-fixed">
        <caption className="h-7 text-left font-medium max-md:h-11 max-md:leading-11">{name}</caption>
        <thead>
          <tr>
            {WEEK.map(day => (
              <th
                key={day}
                scope="col"
                abbr={dayWords(from + day, 'EEEE')}
                className="h-6 w-7 text-center font-normal text-11 text-ink-3 max-md:w-auto"
              >
                {dayWords(from + day, 'EEEEE')}
              </th>
            ))}
            {/* Room for the names of cycles, where the days share the width. */}
            <td className="w-14 md:hidden" />
          </tr>
        </thead>
        <tbody>
          {weeks.map(week => {
            const days = WEEK.map(day => week + day).filter(n => n >= first && n < next)
            const named = taken.findLast(range => days.some(n => within(dayName(n), range)))
            const clash = clashes.findLast(({ from, to }) =>
              days.some(n => within(dayName(n), { start: from, end: to })),
            )
            return (
              <tr key={week}>
                {WEEK.map(day => week + day).map(n => (
                  <td key={n} className="h-[29px] p-0 align-bottom">
                    {n >= first && n < next && (
                      <Day
                        n={n}
                        tabbed={n === focus}
                        {...{ start, end, taken, today }}
                        onPick={() => onPick(n)}
                      />
                    )}
                  </td>
                ))}
                <td className="p-0 align-bottom">
                  {named && (
                    <span
                      aria-hidden="true"
                      className={classes(
                        'cut ml-1.5 block w-12 text-11 leading-7 max-md:w-auto max-md:leading-11',
                        clash ? 'text-danger' : 'text-ink-3',
                      )}
                    >
                      {(clash ?? named).name}
                    </span>
                  )}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

type DayProps = Omit<MonthProps, 'first' | 'focus' | 'nav' | 'onPick' | 'clashes'> & {
  n: number
  tabbed: boolean
  onPick: () => void
}

const Day = ({ n, tabbed, start, end, taken, today, onPick }: DayProps) => {
  const day = dayName(n)
  const owner = taken.find(range => within(day, range))
  const isIn = start !== null && (end ? within(day, { start, end }) : day === start)
  const isClashing = isIn && owner !== undefined
  const isLast = day === end || (day === start && !end)
  // A stretch is one shape within its week.
  const isMarked = (of: number) => {
    const other = dayName(of)
    return (
      (start !== null && (end ? within(other, { start, end }) : other === start)) ||
      taken.some(range => within(other, range))
    )
  }
  const own = isMarked(n)
  const column = weekdayOf(n - firstWeekday())
  const isFirstOfShape = own && (column === 0 || !isMarked(n - 1))
  const isLastOfShape = own && (column === 6 || !isMarked(n + 1))
  return (
    <button
      type="button"
      data-day={n}
      tabIndex={tabbed ? 0 : -1}
      aria-pressed={isIn}
      disabled={day < today && day !== start && day !== end}
      aria-label={`${dayWords(n, 'EEEE d MMMM yyyy')}${day === today ? ', today' : ''}${owner ? `, in ${owner.name}` : ''}`}
      onClick={onPick}
      className={classes(
        'num grid size-7 place-items-center disabled:text-ink-3 max-md:h-11 max-md:w-full',
        isFirstOfShape && 'rounded-l-control',
        isLastOfShape && 'rounded-r-control',
        isLast && !isClashing
          ? 'rounded-r-control bg-accent font-semibold text-accent-ink'
          : isClashing
            ? 'bg-danger-tint font-semibold text-danger'
            : isIn
              ? 'bg-accent-tint'
              : owner
                ? 'bg-press text-ink-2'
                : 'rounded-control hover:bg-hover',
      )}
    >
      {Number(day.slice(8))}
    </button>
  )
}
