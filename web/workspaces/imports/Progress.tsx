import type { ReactNode } from 'react'
import type { Import } from '#contract/workspace/imports.ts'
import type { Job } from '#contract/workspace/jobs.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { clockText } from '../../ui/dates/day-words.ts'
import { Icon } from '../../ui/icons.tsx'
import { Menu } from '../../ui/popups/Menu.tsx'
import { counted, inFigures, nounOf, phaseWords } from './importWords.ts'
import { importActs } from './useImports.ts'

/** Seconds until its end, by the pace so far; null while there is none. */
const secondsLeft = (job: Job, done: number, total: number): number | null => {
  const spent = (Date.now() - Date.parse(job.created_at)) / 1000
  return done > 0 && spent > 2 ? Math.round(((total - done) * spent) / done) : null
}
const restText = (seconds: number): string =>
  seconds < 60 ? 'less than a minute more' : `about ${Math.round(seconds / 60)} min more`

/** When a source that has asked us to wait is asked again; null where nothing is waited for. */
const waitsUntil = (job: Job | null): Date | null => {
  const wait = job?.phases.find(({ name }) => name === 'wait')
  return job && wait ? new Date(Date.parse(job.updated_at) + wait.total * 1000) : null
}

/** How far an act has come. `total`: null of a source that does not say how much it holds. */
export const progressOf = (row: Import, job: Job | null) => {
  const phases = job?.phases ?? []
  const main = phases.find(({ name }) => name === 'issues' || name === 'pages') ?? phases[0]
  const isOpenEnded = row.state === 'reading' && main !== undefined && main.done >= main.total
  const total = main && !isOpenEnded ? main.total : null
  const percent = main && total ? Math.floor((100 * main.done) / total) : 0
  return { done: main?.done ?? 0, total, percent }
}

const AROUND = 2 * Math.PI * 6.25

/** A circle that fills, as in the drawing of a phase. */
export const Ring = ({ percent }: { percent: number }) => (
  <svg width="16" height="16" viewBox="0 0 16 16" fill="none" strokeWidth="2" aria-hidden="true">
    <circle cx="8" cy="8" r="6.25" stroke="var(--pr-off)" />
    <circle
      cx="8"
      cy="8"
      r="6.25"
      stroke="var(--accent)"
      strokeDasharray={`${(percent / 100) * AROUND} ${AROUND}`}
      transform="rotate(-90 8 8)"
    />
  </svg>
)

const ToCome = () => (
  <svg width="16" height="16" viewBox="0 0 16 16" fill="none" aria-hidden="true">
    <circle cx="8" cy="8" r="6.25" stroke="currentColor" strokeWidth="1.25" strokeDasharray="2.6 2.3" />
  </svg>
)

const Phases = ({ job }: { job: Job }) => {
  const at = job.phases.findIndex(one => one.done < one.total)
  return (
    <ul className="mt-2">
      {job.phases.map(({ name, done, total }, nth) => {
        // Of one without anything to do only those behind it say that it is over.
        const isOver = at < 0 ? total > 0 : nth < at
        const isNow = nth === at
        return (
          <li
            key={name}
            className={`flex h-7 items-center gap-2 max-md:h-11 ${isNow ? 'font-medium' : isOver ? '' : 'text-ink-3'}`}
          >
            {isOver ? (
              <Icon name="check" className="text-ok" />
            ) : isNow ? (
              <Ring percent={total > 0 ? (100 * done) / total : 0} />
            ) : (
              <ToCome />
            )}
            {phaseWords[name] ?? name}
            {total > 1 && (
              <span className={`num ml-auto font-normal text-12 ${isNow ? '' : 'text-ink-3'}`}>
                {isNow ? `${inFigures(done)} of ${inFigures(total)}` : inFigures(total)}
              </span>
            )}
          </li>
        )
      })}
    </ul>
  )
}

const StopButton = ({ slug, row, done }: { slug: string; row: Import; done: number }) => {
  const { stop } = importActs(slug, row.id)
  if (row.state !== 'running')
    return (
      <Button variant="neutral" className="max-md:h-11" onClick={() => void stop(false)}>
        Stop
      </Button>
    )
  return (
    <Menu
      align="end"
      side="top"
      entries={[
        {
          id: 'keep',
          label: `Stop and keep ${counted(done, ...nounOf(row.source))}`,
          icon: 'octagon-minus',
          run: () => void stop(false),
        },
        { id: 'undo', label: 'Stop and undo', icon: 'undo-2', run: () => void stop(true) },
      ]}
    >
      <Button variant="neutral" className="max-md:h-11">
        Stop <Icon name="chevron-down" size={14} />
      </Button>
    </Menu>
  )
}

type ProgressProps = { slug: string; row: Import; job: Job | null; head?: ReactNode }

/** An act under way: its figures, its pace, its phases, and the way to end it. */
export const Progress = ({ slug, row, job, head }: ProgressProps) => {
  const { done, total, percent } = progressOf(row, job)
  const rest = job && total !== null ? secondsLeft(job, done, total) : null
  const spent = job ? Math.max(1, (Date.now() - Date.parse(job.created_at)) / 1000) : 1
  const until = waitsUntil(job)
  return (
    <>
      {head}
      <div className={head ? 'px-4 pb-3' : 'px-4 py-3'}>
        <div className="flex items-baseline gap-1.5">
          <span className="num font-semibold text-20">{inFigures(done)}</span>
          <span className="text-ink-2">
            {total === null ? '' : `of ${inFigures(total)}`}{' '}
            {row.state === 'reading' && row.source !== 'pages' ? '' : nounOf(row.source)[1]}
          </span>
          {total !== null && <span className="num ml-auto text-ink-2">{percent}%</span>}
        </div>
        <div
          role="progressbar"
          aria-label="Progress"
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={total === null ? undefined : percent}
          className="my-2 h-1.5 overflow-hidden rounded-full bg-press"
        >
          <div className="h-full rounded-full bg-accent" style={{ width: `${percent}%` }} />
        </div>
        <p className="flex gap-2 text-12 text-ink-3">
          <span className="flex-1">
            {row.state === 'running' && done > 0 && done === total
              ? `All ${nounOf(row.source)[1]} are here; what belongs to them follows.`
              : row.state === 'running' && done > 0
                ? `${counted(Math.max(1, Math.round(done / spent)), ...nounOf(row.source))} a second${rest === null ? '' : `, ${restText(rest)}`}`
                : until
                  ? `The source asks us to wait: it is asked again at ${clockText(until)}.`
                  : 'A moment…'}
          </span>
          {row.state === 'running' && row.skipped_count > 0 && (
            <span className="num flex-none">{inFigures(row.skipped_count)} skipped</span>
          )}
        </p>
        {row.state === 'running' && job && <Phases job={job} />}
      </div>
      <div className="flex h-12 items-center gap-2 rounded-b-[inherit] bg-sunken px-4 max-md:h-auto max-md:py-2 text-12 text-ink-3">
        <span className="flex-1">
          {row.state === 'running'
            ? 'You can leave: it continues and tells you in the Inbox.'
            : 'You can leave: it goes on without you.'}
        </span>
        <StopButton slug={slug} row={row} done={done} />
      </div>
    </>
  )
}

/** The same on the screen of the import. */
export const RunningStep = (props: Omit<ProgressProps, 'head'>) => (
  <section
    className="mt-4 max-w-104 rounded-card bg-raised shadow-[inset_0_0_0_1px_var(--line)] max-md:max-w-none"
    aria-label="Progress"
  >
    <Progress {...props} />
  </section>
)
