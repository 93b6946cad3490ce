import type { Times } from '#contract/planning/insights.ts'
import { useClock } from '../../data/clock.ts'
import { useHere } from '../../data/viewer.ts'
import { shortDay } from '../../ui/dates/day-words.ts'
import { later } from '../../ui/popups/later.tsx'
import { Part } from '../parts.tsx'
import { listAddress, type Meant } from '../scopes.ts'
import { weekNameOf } from '../spans.ts'
import { ChartSkeleton } from '../states.tsx'
import { TIMES_HEIGHT } from './CycleTime.tsx'

const Columns = later(() => import('../charts/Columns.tsx').then(module => module.Columns))

export const Throughput = ({ value, meant }: { value: Times; meant: Meant }) => {
  const { slug } = useHere()
  const { today } = useClock()
  const { weeks, usual } = value.throughput
  const last = weeks.at(-1)
  const isRunning = Boolean(last && last.end >= today)
  const whole = usual === null || usual === 0 ? null : Math.round(usual)
  const when = (n: number) => {
    const week = weeks[n]
    if (!week) return ''
    if (isRunning && n === weeks.length - 1) return 'This week, so far'
    return `${shortDay(week.start, true)} – ${shortDay(week.end, true)}`
  }
  const link = (n: number) => {
    const week = weeks[n]
    return week && week.total > 0 ? listAddress(slug, meant.scope, week.query) : null
  }
  const note = 'issues done per week'
  return (
    <Part
      title="Throughput"
      note={note}
      height={TIMES_HEIGHT}
      table={{
        columns: ['Week', 'Done'],
        rows: weeks
          .map((week, n) => ({
            id: week.start,
            cells: [when(n), { value: week.total, href: link(n) }] as const,
          }))
          .toReversed(),
      }}
    >
      <Columns
        meanwhile={<ChartSkeleton height={TIMES_HEIGHT} />}
        name={`Throughput, ${note}`}
        height={TIMES_HEIGHT}
        values={weeks.map(week => week.total)}
        names={weeks.map((week, n) =>
          isRunning && n === weeks.length - 1 ? { text: 'This week', now: true } : weekNameOf(week.start),
        )}
        colour="var(--st-done)"
        usual={whole}
        unfinished={isRunning}
        told={n => ({ title: when(n), rows: [['Done', String(weeks[n]?.total ?? 0)]] })}
        href={link}
      />
    </Part>
  )
}
