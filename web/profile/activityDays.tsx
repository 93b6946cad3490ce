/** Somebody's acts, by day. */
import { format } from 'date-fns'
import { addDays, dayIn } from '#contract/people/zones.ts'
import { useClock } from '../data/clock.ts'
import { type Done, DoneRow } from '../home/doneRows.tsx'
import { clockText, dayOf } from '../ui/dates/day-words.ts'
import { Count } from '../ui/marks/Count.tsx'

export const dayTitle = (day: string, today: string) => {
  if (day === today) return 'Today'
  if (day === addDays(today, -1)) return 'Yesterday'
  return format(dayOf(day)!, day.slice(0, 4) === today.slice(0, 4) ? 'EEEE d MMMM' : 'EEEE d MMMM yyyy')
}

const DayCount = ({ value }: { value: number | null }) =>
  value !== null && <Count value={value} className="font-normal" />

type ActivityDaysProps = {
  rows: readonly Done[]
  /** How much was done on a day of which so much is shown; null where nobody can say. */
  countOf: (day: string, shown: number) => number | null
}

export const ActivityDays = ({ rows, countOf }: ActivityDaysProps) => {
  const { zone, today } = useClock()
  const days = [...Map.groupBy(rows, row => dayIn(zone, Date.parse(row.created_at)))]
  return days.map(([day, done]) => (
    <section key={day} aria-label={dayTitle(day, today)} className="pt-1">
      <h3 className="flex h-7 items-center gap-2.5 font-medium">
        {dayTitle(day, today)}
        <DayCount value={countOf(day, done.length)} />
      </h3>
      <ol>
        {done.map(row => (
          <DoneRow key={row.id} row={row} titled when={clockText(new Date(row.created_at), zone)} />
        ))}
      </ol>
    </section>
  ))
}
