import { useNavigate } from 'react-router'
import { addDays } from '#contract/people/zones.ts'
import { type DayOfWork, userWorkRoutes } from '#contract/work/userWork.ts'
import { call } from '../../data/client.ts'
import { useClock, useFirstWeekday } from '../../data/clock.ts'
import { useHere, viewer } from '../../data/viewer.ts'
import { dayName, dayNumber, weekStart } from '../../ui/dates/day-numbers.ts'
import { dayWords } from '../../ui/dates/shaped-day.ts'
import { useAsked } from '../asked.ts'
import { DayBars } from '../DayBars.tsx'
import { PartHead } from '../figures.tsx'
import { useTotals } from '../personIssues.ts'
import { workLink } from '../workLink.ts'

const WEEKS = 8

/** How many of my issues were completed in each of the last weeks. */
export const DonePerWeek = () => {
  const me = viewer()?.id ?? ''
  const { slug } = useHere()
  const go = useNavigate()
  const { today } = useClock()
  const first = useFirstWeekday()
  const begin = dayName(weekStart(dayNumber(today), first) - (WEEKS - 1) * 7)
  const end = addDays(begin, WEEKS * 7 - 1)
  const terms = { state_group: 'completed', completed_at: `${begin};after,${end};before` }
  const total = useTotals({ assignees: me, ...terms })?.total ?? null
  const { value } = useAsked<DayOfWork[]>(`home/weeks/${begin}`, `${total}`, async () => {
    const { body } = await call(userWorkRoutes.days, {
      params: { ws: slug, userId: me },
      query: { from: begin, to: end },
    })
    return body
  })
  const weeks = Array.from({ length: WEEKS }, (_, n) => {
    const from = addDays(begin, n * 7)
    const to = addDays(from, 6)
    const days = (value ?? []).filter(({ date }) => date >= from && date <= to)
    return { from, to, count: days.reduce((sum, day) => sum + day.completed, 0) }
  })
  const past = weeks.slice(0, -1)
  const usual = Math.round(past.reduce((sum, week) => sum + week.count, 0) / past.length)
  return (
    <section aria-label="Done per week">
      <PartHead title="Done per week">
        <span className="num text-12 text-ink-3">{value && `${total ?? ''} in eight weeks`}</span>
      </PartHead>
      <DayBars
        name="Issues done, week"
        height={116}
        usual={usual > 0 ? usual : null}
        figures
        bars={weeks.map(({ from, to, count }, n) => ({
          id: from,
          value: count,
          label:
            n === WEEKS - 1
              ? 'Now'
              : dayWords(dayNumber(from), n === 0 || from.slice(8) <= '07' ? 'd MMM' : 'd'),
          now: n === WEEKS - 1,
          colour: n === WEEKS - 1 ? 'color-mix(in oklab, var(--st-done) 55%, var(--bg))' : 'var(--st-done)',
          told: {
            title: `${dayWords(dayNumber(from), 'd MMMM')} to ${dayWords(dayNumber(to), 'd MMMM')}`,
            rows: [['Issues done', String(count)]],
          },
          href: workLink(slug, me, 'assigned', {
            state_group: 'completed',
            completed_at: `${from};after,${to};before`,
          }),
        }))}
        onOpen={href => void go(href)}
      />
    </section>
  )
}
