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

type RunningProps = { slug: string; row: Import; job: Job | null }

/** An act under way: its figures, its pace, its phases, and the way to end it. */
export const RunningStep = ({ slug, row, job }: RunningProps) => {
  const { stop } = importActs(slug, row.id)
  const phases = job?.phases ?? []
  const main = phases.find(({ name }) => name === 'issues' || name === 'pages') ?? phases[0]
  const percent = main && main.total > 0 ? Math.floor((100 * main.done) / main.total) : 0
  const rest = job && main ? secondsLeft(job, main.done, main.total) : null
  const spent = job ? Math.max(1, (Date.now() - Date.parse(job.created_at)) / 1000) : 1
  // A source that does not say how much it holds.
  const isOpenEnded = row.state === 'reading' && main !== undefined && main.done >= main.total
  const until = waitsUntil(job)
  return (
    <section
      className="mt-4 max-w-104 rounded-card bg-raised shadow-[inset_0_0_0_1px_var(--line)] max-md:max-w-none"
      aria-label="Progress"
    >
      <div className="px-4 py-3">
        <div className="flex items-baseline gap-1.5">
          <span className="num font-semibold text-20">{inFigures(main?.done ?? 0)}</span>
          <span className="text-ink-2">
            {main && !isOpenEnded ? `of ${inFigures(main.total)}` : ''}{' '}
            {row.state === 'reading' && row.source !== 'pages' ? '' : nounOf(row.source)[1]}
          </span>
          {!isOpenEnded && <span className="num ml-auto text-ink-2">{percent}%</span>}
        </div>
        <div
          role="progressbar"
          aria-label="Progress"
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={isOpenEnded ? undefined : percent}
          className="my-2 h-1.5 overflow-hidden rounded-full bg-press"
        >
          <div className="h-full rounded-full bg-accent" style={{ width: `${isOpenEnded ? 0 : percent}%` }} />
        </div>
        <p className="text-12 text-ink-3">
          {main && row.state === 'running' && main.done > 0
            ? `${counted(Math.max(1, Math.round(main.done / spent)), ...nounOf(row.source))} a second${rest === null ? '' : `, ${restText(rest)}`}`
            : until
              ? `The source asks us to wait: it is asked again at ${clockText(until)}.`
              : 'A moment…'}
        </p>
        {row.state === 'running' && (
          <ul className="mt-2">
            {phases.map(({ name, done, total }) => {
              const isOver = total > 0 && done >= total
              const isNow = !isOver && phases.find(one => one.done < one.total)?.name === name
              return (
                <li
                  key={name}
                  className={`flex h-7 items-center gap-2 max-md:h-11 ${isNow ? 'font-medium' : isOver ? '' : 'text-ink-3'}`}
                >
                  <Icon
                    name={isOver ? 'check' : isNow ? 'clock' : 'minus'}
                    size={14}
                    className={isOver ? 'text-ok' : 'text-ink-3'}
                  />
                  {phaseWords[name] ?? name}
                  {total > 1 && (
                    <span className="num ml-auto text-12 text-ink-3">
                      {isNow ? `${inFigures(done)} of ${inFigures(total)}` : inFigures(total)}
                    </span>
                  )}
                </li>
              )
            })}
          </ul>
        )}
      </div>
      <div className="flex h-12 items-center gap-2 rounded-b-card bg-sunken px-4 text-12 text-ink-3">
        <span className="flex-1">You can leave: it goes on without you.</span>
        {row.state === 'running' ? (
          <Menu
            align="end"
            entries={[
              {
                id: 'keep',
                label: `Stop and keep ${counted(main?.done ?? 0, ...nounOf(row.source))}`,
                run: () => void stop(false),
              },
              { id: 'undo', label: 'Stop and undo', icon: 'undo-2', run: () => void stop(true) },
            ]}
          >
            <Button variant="neutral">
              Stop <Icon name="chevron-down" size={14} />
            </Button>
          </Menu>
        ) : (
          <Button variant="neutral" onClick={() => void stop(false)}>
            Stop
          </Button>
        )}
      </div>
    </section>
  )
}
