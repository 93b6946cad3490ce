import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import { classes } from '../../../ui/classes.ts'
import { isWeekend } from '../../../ui/dates/day-numbers.ts'
import { dayWords } from '../../../ui/dates/shaped-day.ts'
import { CalendarWeek, type CalendarWeekProps } from './CalendarWeek.tsx'
import { heightOf, lanesIn } from './room.ts'
import { lanesWith } from './weeks.ts'

type CalendarGridProps = Omit<CalendarWeekProps, 'days' | 'height' | 'before'> & {
  weeks: readonly (readonly number[])[]
}

const LOWEST_WEEK = 84

/** The weeks below each other, as high as the screen allows; that of today holds all that is due then. */
export const CalendarGrid = ({ weeks, ...rest }: CalendarGridProps) => {
  const body = useRef<HTMLDivElement>(null)
  const [room, setRoom] = useState(0)
  useLayoutEffect(() => {
    const node = body.current
    if (!node) return
    const measure = () => setRoom(node.clientHeight)
    measure()
    const resized = new ResizeObserver(measure)
    resized.observe(node)
    return () => resized.disconnect()
  }, [])
  const even = Math.max(LOWEST_WEEK, room / weeks.length)
  const heights = useMemo(
    () =>
      weeks.map(days => {
        const lanes = lanesWith(rest.today, days, rest.spans, lanesIn(even))
        return lanes > lanesIn(even) ? heightOf(lanes) : even
      }),
    [weeks, rest.today, rest.spans, even],
  )
  return (
    <div className="flex min-w-0 flex-1 flex-col">
      <div aria-hidden="true" className="flex h-7 flex-none border-line border-t border-b">
        {weeks[0]?.map(day => (
          <span
            key={day}
            className={classes(
              'cut flex-1 px-2.5 text-12 text-ink-3 leading-7',
              isWeekend(day) && 'bg-sunken',
            )}
          >
            {dayWords(day, 'EEE')}
          </span>
        ))}
      </div>
      <div ref={body} data-scroller className="min-h-0 flex-1 overflow-y-auto bg-bg">
        {weeks.map((days, at) => (
          <div key={days[0]} className="flex" style={{ height: heights[at] }}>
            <CalendarWeek
              {...rest}
              days={days}
              height={heights[at] ?? even}
              before={weeks[at - 1]?.at(-1) ?? null}
            />
          </div>
        ))}
      </div>
    </div>
  )
}
