import { type MouseEvent, memo, useMemo } from 'react'
import { classes } from '../../../ui/classes.ts'
import { IconButton } from '../../../ui/controls/IconButton.tsx'
import { isWeekend, monthStart } from '../../../ui/dates/day-numbers.ts'
import { dayWords } from '../../../ui/dates/shaped-day.ts'
import { CalendarBlock, type Take } from './CalendarBlock.tsx'
import { LANE, lanesIn, OVER_LANES } from './room.ts'
import type { Draft } from './useDayPull.ts'
import { fitSpans, placeSpans, type Span } from './weeks.ts'

export type OpenDay = { day: number; adding: boolean; anchor: Element }

export type CalendarWeekProps = {
  days: readonly number[]
  /** The last day that is shown before these. */
  before: number | null
  spans: readonly Span[]
  height: number
  today: number
  /** The day whose month is shown; of a week alone every day is of it. */
  month: number | null
  /** The one day that the Tab key reaches. */
  cursor: number
  draft: Draft | null
  peekId: string | null
  mayEdit: boolean
  mayCreate: boolean
  take: Take
  onOpen: (id: string, event: MouseEvent) => void
  onDay: (open: OpenDay) => void
}

export const dayLabel = (day: number, issues: number, today: number) =>
  `${dayWords(day, 'EEEE d MMMM yyyy')}${day === today ? ', today' : ''}, ${issues === 1 ? '1 issue' : `${issues} issues`}`

export const CalendarWeek = memo((props: CalendarWeekProps) => {
  const { days, before, spans, height, today, month, cursor, draft, mayCreate, onDay } = props
  const placed = useMemo(() => placeSpans(days, spans), [days, spans])
  const { drawn, hidden } = useMemo(
    () => fitSpans(placed, days.length, lanesIn(height)),
    [placed, days.length, height],
  )
  const cellOf = (target: Element) => target.closest('[data-day]') ?? target
  return (
    <div className="relative flex min-h-0 flex-1">
      {days.map((day, at) => {
        const outside = month !== null && monthStart(day) !== monthStart(month)
        const over = draft?.day === day
        const count = placed.filter(one => one.at <= at && at < one.at + one.length).length
        const more = hidden[at] ?? 0
        return (
          <div
            key={day}
            data-day={day}
            className={classes(
              'group/day relative min-w-0 flex-1 border-line border-b',
              at < days.length - 1 && 'border-r',
              isWeekend(day) && 'bg-sunken',
              over && (draft.dates ? 'calendar-over' : 'bg-danger-tint'),
            )}
          >
            <div className="flex h-7.5 items-center justify-between pr-1 pl-1.5">
              <button
                type="button"
                data-number
                tabIndex={day === cursor ? 0 : -1}
                aria-label={dayLabel(day, count, today)}
                aria-current={day === today ? 'date' : undefined}
                onClick={event => onDay({ day, adding: false, anchor: cellOf(event.currentTarget) })}
                className={classes(
                  'num h-5.5 min-w-5.5 rounded-tag px-1 text-12',
                  day === today
                    ? 'bg-accent text-center font-medium text-accent-ink'
                    : outside
                      ? 'text-left text-ink-3 hover:bg-hover'
                      : 'text-left text-ink hover:bg-hover',
                )}
              >
                {dayWords(day, Number(dayWords(day, 'd')) === 1 ? 'd MMM' : 'd')}
              </button>
              {mayCreate && (
                <IconButton
                  icon="plus"
                  size="strip"
                  tabIndex={-1}
                  label={`New issue due ${dayWords(day, 'd MMMM')}`}
                  onClick={event => onDay({ day, adding: true, anchor: cellOf(event.currentTarget) })}
                  className="opacity-0 focus-visible:opacity-100 group-hover/day:opacity-100"
                />
              )}
            </div>
            {more > 0 && (
              <button
                type="button"
                tabIndex={-1}
                onClick={event => onDay({ day, adding: false, anchor: cellOf(event.currentTarget) })}
                className="num absolute right-1 left-1 h-5.5 rounded-tag px-1.5 text-left text-12 text-ink-2 hover:bg-hover"
                style={{ top: OVER_LANES + (lanesIn(height) - 1) * LANE }}
              >
                {more} more
              </button>
            )}
          </div>
        )
      })}
      {drawn.map(one => (
        <CalendarBlock
          key={one.id}
          placed={one}
          days={days.length}
          first={before === null || one.from > before}
          peeked={props.peekId === one.id}
          held={draft?.id === one.id}
          mayEdit={props.mayEdit}
          take={props.take}
          onOpen={props.onOpen}
        />
      ))}
    </div>
  )
})
CalendarWeek.displayName = 'CalendarWeek'
