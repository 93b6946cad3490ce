import type { Times } from '#contract/planning/insights.ts'
import { useClock } from '../../data/clock.ts'
import { useHere } from '../../data/viewer.ts'
import { to } from '../../places/address.ts'
import { dayName, dayNumber } from '../../ui/dates/day-numbers.ts'
import { shortDay } from '../../ui/dates/day-words.ts'
import { later } from '../../ui/popups/later.tsx'
import { Part } from '../parts.tsx'
import { weekNameOf } from '../spans.ts'
import { ChartSkeleton } from '../states.tsx'
import { daysText } from './days.ts'

const Scatter = later(() => import('../charts/Scatter.tsx').then(module => module.Scatter))

export const TIMES_HEIGHT = 280
/** Issues that took so much longer than most are named, a few of them. */
const OUTLYING = 1.4
const MOST_NAMED = 3

/** Days from `from` on, a week apart, and the last. */
const weeksOf = (from: string, to: string, today: string) => {
  const [first, last] = [dayNumber(from), dayNumber(to)]
  const weeks = Array.from({ length: Math.floor((last - first) / 7) + 1 }, (_, n) => 7 * n)
  const named = weeks.map(day => ({
    day,
    ...weekNameOf(dayName(first + day)),
  }))
  return [
    ...named,
    to === today ? { day: last - first, text: 'Today', now: true } : { day: last - first, ...weekNameOf(to) },
  ]
}

export const CycleTime = ({ value }: { value: Times }) => {
  const { slug } = useHere()
  const { today } = useClock()
  const { issues, median, p85, total, never_started } = value.cycle_time
  const start = dayNumber(value.from)
  const named = new Set(
    issues
      .filter(issue => p85 !== null && issue.days > p85 * OUTLYING)
      .toSorted((a, b) => b.days - a.days)
      .slice(0, MOST_NAMED)
      .map(issue => issue.id),
  )
  const byId = new Map(issues.map(issue => [issue.id, issue]))
  const address = (id: string) => {
    const issue = byId.get(id)
    return issue ? to('issue', { slug, projectId: issue.project_id, issueId: id }) : null
  }
  return (
    <Part
      title="Cycle time"
      note={`days from started to done${never_started > 0 && issues.length > 0 ? `; ${never_started} never started` : ''}`}
      height={TIMES_HEIGHT}
      table={{
        columns: ['Issue', 'Title', 'Done', 'Days'],
        rows: issues.toReversed().map(({ id, key, name, done_on, days }) => ({
          id,
          cells: [{ value: key, href: address(id) }, name, shortDay(done_on, true), daysText(days)],
        })),
      }}
    >
      {issues.length === 0 ? (
        <p
          className="grid place-content-center text-balance px-4 text-center text-ink-3"
          style={{ height: TIMES_HEIGHT }}
        >
          {never_started > 0
            ? 'The issues completed in this period never entered a started state, so their cycle time is unknown.'
            : 'Nothing was completed in this period.'}
        </p>
      ) : (
        <Scatter
          meanwhile={<ChartSkeleton height={TIMES_HEIGHT} />}
          name={`Cycle time of ${total} ${total === 1 ? 'issue' : 'issues'} done since ${shortDay(value.from, true)}`}
          height={TIMES_HEIGHT}
          days={dayNumber(value.to) - start + 1}
          names={weeksOf(value.from, value.to, today)}
          dots={issues.map(({ id, done_on, days, key }) => ({
            id,
            day: dayNumber(done_on) - start,
            value: days,
            ...(named.has(id) ? { name: key } : {}),
          }))}
          marks={[
            ...(p85 === null ? [] : [{ value: p85, text: `85 % in ${daysText(p85)}` }]),
            ...(median === null ? [] : [{ value: median, text: `Half within ${daysText(median)}` }]),
          ]}
          told={({ id }) => {
            const issue = byId.get(id)
            const days = Math.round((issue?.days ?? 0) * 10) / 10
            return {
              title: `${days} ${days === 1 ? 'day' : 'days'}`,
              rows: issue ? [[issue.key, shortDay(issue.done_on, true)]] : [],
              ...(issue ? { text: issue.name } : {}),
            }
          }}
          href={({ id }) => address(id)}
        />
      )}
    </Part>
  )
}
