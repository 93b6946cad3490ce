import { classes } from '../../../ui/classes.ts'
import { dayNumber, isWeekend } from '../../../ui/dates/day-numbers.ts'
import { textWidth } from '../../../ui/textWidth.ts'
import type { Dates } from './bars.ts'
import { HEAD_HEIGHT, type Range, scaleOf, ticksOf } from './scale.ts'

/** Half the width of the word "Today", with a little air. */
const TODAY_HALF = 28

type TimelineHeadProps = {
  range: Range
  /** The days in sight: only their periods are drawn. */
  sight: Range
  dayWidth: number
  today: number
  narrow: boolean
  /** The span that is being pulled. */
  mark: Dates | null
  /** The kind of its rows. */
  what?: string
  /** The figure behind its name. */
  figure?: string
}

export const TimelineHead = ({
  range,
  sight,
  dayWidth,
  today,
  narrow,
  mark,
  what = 'Issue',
  figure = 'Days',
}: TimelineHeadProps) => {
  const scale = scaleOf(dayWidth)
  const { above, below } = ticksOf(scale, { from: sight.from - 31, to: sight.to + 31 })
  const x = (day: number) => (day - range.from) * dayWidth
  const pill = { from: x(today + 0.5) - TODAY_HALF, until: x(today + 0.5) + TODAY_HALF }
  /** How far a label gives way to the one of today; null where no room is left for it. */
  const givesWay = (day: number, until: number, label: string): number | null => {
    const [from, end] = [x(day) + 8, x(day) + 8 + textWidth(label)]
    if (end < pill.from || from > pill.until) return 0
    const by = pill.until + 4 - from
    return by > 0 && end + by < x(until) ? by : null
  }
  return (
    <div
      className="sticky top-0 z-[12] flex bg-bg shadow-[inset_0_-1px_0_var(--line),inset_0_1px_0_var(--line)]"
      style={{ height: HEAD_HEIGHT }}
    >
      <div className="sticky left-0 z-[1] flex w-(--side) flex-none items-end bg-bg pr-4 pb-2 pl-4 text-12 text-ink-3 shadow-[inset_-1px_-1px_0_var(--line),inset_0_1px_0_var(--line)] max-md:pr-2 max-md:pl-3">
        <span className="flex-1">{what}</span>
        {!narrow && <span>{figure}</span>}
      </div>
      <div aria-hidden="true" className="relative min-w-0 flex-1 whitespace-nowrap">
        {above.map(({ day, until, label }) => (
          <div
            key={day}
            className="absolute top-0 h-full"
            style={{ left: x(day), width: (until - day) * dayWidth }}
          >
            <span className="sticky left-(--side) inline-block max-w-full overflow-hidden pt-1.5 pl-2 font-medium leading-4">
              {label}
            </span>
          </div>
        ))}
        {below.map(({ day, until, label }) => {
          const by = scale === 'week' ? 0 : givesWay(day, until, label)
          if (by === null) return null
          return (
            <span
              key={day}
              className={classes(
                'num absolute bottom-1.5 text-12 leading-4',
                scale === 'week' && 'text-center',
                scale === 'week' && !isWeekend(day) ? 'text-ink-2' : 'text-ink-3',
                scale !== 'week' && 'pl-2',
              )}
              style={{ left: x(day) + by, width: (until - day) * dayWidth }}
            >
              {scale === 'week' && day === today ? '' : label}
            </span>
          )
        })}
        <span
          className="num absolute bottom-1 -translate-x-1/2 rounded-control bg-accent px-[7px] font-medium text-12 text-accent-ink leading-5"
          style={{ left: x(today + 0.5) }}
        >
          Today
        </span>
        {mark?.start_date && mark.target_date && (
          <i
            className="absolute bottom-0 h-[3px] bg-accent"
            style={{
              left: x(dayNumber(mark.start_date)),
              width: (dayNumber(mark.target_date) - dayNumber(mark.start_date) + 1) * dayWidth,
            }}
          />
        )}
      </div>
    </div>
  )
}
