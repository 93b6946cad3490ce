import type { ScopeAndDemand } from '#contract/planning/insights.ts'
import { useClock } from '../../data/clock.ts'
import { useHere } from '../../data/viewer.ts'
import { dayNumber } from '../../ui/dates/day-numbers.ts'
import { shortDay } from '../../ui/dates/day-words.ts'
import { dayWords } from '../../ui/dates/shaped-day.ts'
import { later } from '../../ui/popups/later.tsx'
import { Part } from '../parts.tsx'
import { listAddress, type Meant } from '../scopes.ts'
import { endOfPeriod, likelyOf, type Span, weekNameOf } from '../spans.ts'
import { ChartSkeleton } from '../states.tsx'

const TimeChart = later(() => import('../charts/TimeChart.tsx').then(module => module.TimeChart))

const HEIGHT = 300

type Period = ScopeAndDemand['periods'][number]

const nameOf = ({ start }: Period, step: ScopeAndDemand['step'], isOneYear: boolean) => {
  if (step === 'week') return weekNameOf(start)
  const n = dayNumber(start)
  const isYearsFirst = start.slice(5, 7) === '01'
  return { text: dayWords(n, !isOneYear && isYearsFirst ? 'MMM yy' : 'MMM') }
}

const whenOf = ({ start, end }: Period, step: ScopeAndDemand['step'], isOneYear: boolean) =>
  step === 'month'
    ? dayWords(dayNumber(start), isOneYear ? 'MMMM' : 'MMMM yyyy')
    : `${shortDay(start, true)} – ${shortDay(end, true)}`

type CreatedAndDoneProps = { value: ScopeAndDemand; meant: Meant; span: Span }

export const CreatedAndDone = ({ value, meant, span }: CreatedAndDoneProps) => {
  const { slug } = useHere()
  const { today } = useClock()
  const { periods, step } = value
  const last = periods.length - 1
  const running = periods[last]
  const isUnfinished = Boolean(running && running.end >= today && periods.length > 1)
  const isOneYear = value.from.slice(0, 4) === value.to.slice(0, 4)
  const likely = (soFar: number) =>
    running && isUnfinished ? likelyOf(soFar, running.start, endOfPeriod(running.start, step), today) : soFar
  const lines = (['created', 'done'] as const).map(of => {
    const soFar = running?.[of].total ?? 0
    return {
      id: of,
      name: of === 'created' ? 'Created' : 'Done',
      colour: of === 'created' ? 'var(--line-strong)' : 'var(--accent)',
      main: of === 'done',
      values: periods.map((period, n) => (n === last ? likely(soFar) : period[of].total)),
      end: `${of === 'created' ? 'Created' : 'Done'}${isUnfinished ? ', likely' : ''} ${likely(soFar)}`,
    }
  })
  const wordsAt = (n: number) => {
    const { created, done } = periods[n] ?? { created: { total: 0 }, done: { total: 0 } }
    return { created: created.total, done: done.total, grown: created.total - done.total }
  }
  const link = (n: number, of: 'created' | 'done') => {
    const figure = periods[n]?.[of]
    return figure && figure.total > 0 ? listAddress(slug, meant.scope, figure.query) : null
  }
  const unit = `issues per ${step}`
  return (
    <Part
      title="Created and done"
      note={unit}
      height={HEIGHT}
      table={{
        columns: [step === 'month' ? 'Month' : 'Week', 'Created', 'Done', 'Grew by'],
        rows: periods.map((period, n) => ({
          id: period.start,
          cells: [
            `${whenOf(period, step, isOneYear)}${n === last && isUnfinished ? ', so far' : ''}`,
            { value: period.created.total, href: link(n, 'created') },
            { value: period.done.total, href: link(n, 'done') },
            wordsAt(n).grown,
          ],
        })),
      }}
    >
      <TimeChart
        meanwhile={<ChartSkeleton height={HEIGHT} />}
        name={`Created and done, ${unit}, ${span.name.toLowerCase()}`}
        height={HEIGHT}
        names={periods.map((period, n) => ({
          ...nameOf(period, step, isOneYear),
          ...(n === last && isUnfinished ? { now: true } : {}),
        }))}
        lines={lines}
        unfinished={isUnfinished}
        told={({ n }) => {
          const period = periods[n]
          const { created, done, grown } = wordsAt(n)
          return {
            title: period
              ? `${whenOf(period, step, isOneYear)}${n === last && isUnfinished ? ', so far' : ''}`
              : '',
            rows: [
              ['Created', String(created)],
              ['Done', String(done)],
              [grown < 0 ? 'Shrank by' : 'Grew by', String(Math.abs(grown))],
            ],
          }
        }}
        href={({ n, k }) => link(n, k === 0 ? 'created' : 'done')}
      />
    </Part>
  )
}
