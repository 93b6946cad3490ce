import { monthStart, weekdayOf } from '../../../ui/dates/day-numbers.ts'
import { type Range, scaleOf, ticksOf } from './scale.ts'

type TimelineGridProps = { range: Range; sight: Range; dayWidth: number; today: number }

// A tile as high as all rows would be painted whole for every piece that is scrolled into sight.
const TILE = '256px'

/** Behind the bars: weekends, the lines of the scale, today. */
export const TimelineGrid = ({ range, sight, dayWidth, today }: TimelineGridProps) => {
  const scale = scaleOf(dayWidth)
  const week = `${7 * dayWidth}px ${TILE}`
  const toSaturday = ((6 - weekdayOf(range.from) + 7) % 7) * dayWidth
  const toMonday = ((1 - weekdayOf(range.from) + 7) % 7) * dayWidth
  const line = 'linear-gradient(to right, var(--line) 1px, transparent 0)'
  const weekend = `linear-gradient(to right, var(--hover) ${2 * dayWidth}px, transparent 0)`
  const background = {
    week: { image: [line, weekend], size: [`${dayWidth}px ${TILE}`, week], at: ['0 0', `${toSaturday}px 0`] },
    month: { image: [line, weekend], size: [week, week], at: [`${toMonday}px 0`, `${toSaturday}px 0`] },
    quarter: { image: [], size: [], at: [] },
  }[scale]
  const x = (day: number) => (day - range.from) * dayWidth
  const months =
    scale === 'quarter' ? ticksOf(scale, { from: monthStart(sight.from), to: sight.to + 31 }).below : []
  return (
    <div
      aria-hidden="true"
      className="pointer-events-none absolute inset-y-0 right-0 left-(--side)"
      style={{
        backgroundImage: background.image.join(', '),
        backgroundSize: background.size.join(', '),
        backgroundPosition: background.at.join(', '),
      }}
    >
      {months.map(({ day }) => (
        <i key={day} className="absolute inset-y-0 w-px bg-line" style={{ left: x(day) }} />
      ))}
      <i className="absolute inset-y-0 -ml-px w-0.5 bg-accent" style={{ left: x(today + 0.5) }} />
    </div>
  )
}
