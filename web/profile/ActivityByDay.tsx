import { useState } from 'react'
import { useNavigate } from 'react-router'
import { addDays } from '#contract/people/zones.ts'
import { type DayOfWork, userWorkRoutes } from '#contract/work/userWork.ts'
import { call } from '../data/client.ts'
import { useClock, useFirstWeekday } from '../data/clock.ts'
import type { RowTypes } from '../data/entities.ts'
import { useHere, useMay } from '../data/viewer.ts'
import { useAsked } from '../home/asked.ts'
import { DayBars } from '../home/DayBars.tsx'
import { PartHead } from '../home/figures.tsx'
import { useDone } from '../home/useDone.ts'
import { workLink } from '../home/workLink.ts'
import { Button } from '../ui/controls/Button.tsx'
import { IconButton } from '../ui/controls/IconButton.tsx'
import { dayName, dayNumber, isWeekend, weekStart } from '../ui/dates/day-numbers.ts'
import { dayWords } from '../ui/dates/shaped-day.ts'
import { RowsSkeleton } from '../ui/marks/Skeleton.tsx'
import { downloadActivity } from './activityCsv.ts'
import { ActivityDays } from './activityDays.tsx'

const WEEKS = 6
const LATEST = 10

type Day = DayOfWork & { n: number }

/** How much somebody did on each day of six weeks, and the last of it line by line. */
export const ActivityByDay = ({ person }: { person: RowTypes['user'] }) => {
  const { slug, workspaceId } = useHere()
  const go = useNavigate()
  const mayDo = useMay()
  const { today } = useClock()
  const begin = dayName(weekStart(dayNumber(today), useFirstWeekday()) - (WEEKS - 1) * 7)
  const end = addDays(begin, WEEKS * 7 - 1)
  const done = useDone(person.id, LATEST)
  const { value, status, retry } = useAsked<DayOfWork[]>(
    `profile/${person.id}/${begin}`,
    `${done.total}`,
    async () => {
      const { body } = await call(userWorkRoutes.days, {
        params: { ws: slug, userId: person.id },
        query: { from: begin, to: end },
      })
      return body
    },
  )
  const [isTable, setTable] = useState(false)
  const known = new Map((value ?? []).map(day => [day.date, day]))
  const days = Array.from({ length: WEEKS * 7 }, (_, at): Day => {
    const date = addDays(begin, at)
    return { ...(known.get(date) ?? { date, changes: 0, completed: 0 }), n: dayNumber(date) }
  })
  const changes = days.reduce((sum, day) => sum + day.changes, 0)
  const doneOn = (date: string) =>
    workLink(slug, person.id, 'assigned', {
      state_group: 'completed',
      completed_at: `${date};after,${date};before`,
    })
  const mayExport = mayDo('person.export', {}, { workspace: workspaceId })
  return (
    <section aria-label="Activity by day" className="mt-3">
      <PartHead title="Activity by day">
        <span className="num mr-auto text-12 text-ink-3 max-md:hidden">
          {value && `${changes} ${changes === 1 ? 'change' : 'changes'} in six weeks`}
        </span>
        <IconButton
          icon="table-2"
          label={isTable ? 'Show as chart' : 'Show as table'}
          on={isTable}
          onClick={() => setTable(!isTable)}
        />
      </PartHead>
      {status === 'error' && !value && (
        <p className="flex items-center gap-3 text-ink-2">
          It could not be read.
          <Button variant="neutral" onClick={retry}>
            Try again
          </Button>
        </p>
      )}
      {isTable ? (
        <DayTable days={days.filter(day => day.changes + day.completed > 0)} {...{ person, mayExport }} />
      ) : (
        <DayBars
          name="Activity by day"
          height={128}
          bars={days.map(({ date, changes: count, completed, n }, at) => ({
            id: date,
            value: count,
            dim: isWeekend(n),
            now: date === today,
            colour: date === today ? 'var(--accent)' : 'var(--st-todo)',
            ...(date === today
              ? { label: 'Today' }
              : at % 7 === 0 && Math.abs(dayNumber(today) - n) > 1
                ? { label: dayWords(n, at === 0 || date.slice(8) <= '07' ? 'd MMM' : 'd') }
                : {}),
            told: {
              title: dayWords(n, 'EEEE d MMMM'),
              rows: [
                ['Changes', String(count)],
                ['Issues done', String(completed)],
              ],
            },
            href: completed > 0 ? doneOn(date) : null,
          }))}
          onOpen={href => void go(href)}
        />
      )}
      {done.rows === null && done.status === 'reading' && <RowsSkeleton rows={4} />}
      {done.rows && (
        <ActivityDays
          rows={done.rows.slice(0, LATEST)}
          countOf={(day, shown) => known.get(day)?.changes ?? (done.hasMore ? null : shown)}
        />
      )}
      {done.rows?.length === 0 && (
        <p className="py-1 text-ink-3">What {person.display_name} does to issues that you see stands here.</p>
      )}
    </section>
  )
}

type DayTableProps = { days: readonly Day[]; person: RowTypes['user']; mayExport: boolean }

/** The same figures to be read one by one; each day as a file. */
const DayTable = ({ days, person, mayExport }: DayTableProps) => (
  <section
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keys must reach a scroller
    tabIndex={0}
    aria-label="Activity by day as a table"
    className="max-h-60 overflow-y-auto"
  >
    <table className="num w-full text-right">
      <caption className="sr-only">Changes and issues done, by day</caption>
      <thead className="sticky top-0 bg-bg text-12 text-ink-3">
        <tr>
          {['Day', 'Changes', 'Issues done'].map((word, at) => (
            <th
              key={word}
              scope="col"
              className={`h-8 font-normal shadow-[inset_0_-1px_0_var(--line)] ${at === 0 ? 'text-left' : 'pl-3'}`}
            >
              {word}
            </th>
          ))}
          {mayExport && (
            <th scope="col" className="w-10 shadow-[inset_0_-1px_0_var(--line)]">
              <span className="sr-only">As CSV</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {days.toReversed().map(({ date, n, changes, completed }) => (
          <tr key={date}>
            <th scope="row" className="h-8 text-left font-normal shadow-[inset_0_-1px_0_var(--line)]">
              {dayWords(n, 'EEE d MMM')}
            </th>
            <td className="pl-3 shadow-[inset_0_-1px_0_var(--line)]">{changes}</td>
            <td className="pl-3 shadow-[inset_0_-1px_0_var(--line)]">{completed}</td>
            {mayExport && (
              <td className="shadow-[inset_0_-1px_0_var(--line)]">
                <IconButton
                  icon="download"
                  size="strip"
                  label={`${dayWords(n, 'd MMMM')} as CSV`}
                  tooltip={false}
                  onClick={() => void downloadActivity(person, date)}
                />
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  </section>
)
