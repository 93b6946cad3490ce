import type { ReactNode } from 'react'
import { ARCHIVE } from '#contract/workspace/archives.ts'
import { FILE_DAYS, type Job, jobRoutes } from '#contract/workspace/jobs.ts'
import { useNow } from '../../data/clock.ts'
import { isDone } from '../../data/mutate.ts'
import { classes } from '../../ui/classes.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { dayText, shortDay, sinceText } from '../../ui/dates/day-words.ts'
import { Icon, type IconName } from '../../ui/icons.tsx'
import { sizeWords } from '../../ui/size-words.ts'

const DAY_MS = 86_400_000

type JobRowProps = {
  job: Job
  slug: string
  name: ReactNode
  /** Beside the name: the format of its file. */
  format?: string
  icon?: IconName
  /** What its file holds, when it is done. */
  holds: string
  /** The face of its owner, where others' are among these. */
  who?: ReactNode
  onAgain?: () => void
  /** The words of that button. */
  again?: string
}

const keptUntil = ({ ended_at }: Job) => Date.parse(ended_at ?? '') + FILE_DAYS * DAY_MS

/** What has become of it, or how far it has come. */
const Outcome = ({ job, now, holds }: { job: Job; now: number; holds: string }) => {
  // Of an archive the files come first; what is not at its end yet is reported.
  const phase = job.phases.findLast(one => one.done > 0) ?? job.phases[0]
  const words = (count: number) =>
    phase?.name === 'files' ? sizeWords(count) : count.toLocaleString('en-GB')
  if (job.state === 'queued' || job.state === 'running')
    return phase && phase.total > 0 ? (
      <>
        <span
          role="progressbar"
          aria-label="Progress"
          aria-valuemin={0}
          aria-valuemax={phase.total}
          aria-valuenow={phase.done}
          className="h-1 w-24 flex-none overflow-hidden rounded-full bg-press"
        >
          <span
            className="block h-full rounded-full bg-accent"
            style={{ width: `${(100 * phase.done) / phase.total}%` }}
          />
        </span>
        <span className="num">
          {words(phase.done)} of {words(phase.total)}
        </span>
      </>
    ) : (
      <>
        <Icon name="clock" size={14} /> Waiting
      </>
    )
  if (job.state === 'failed')
    return (
      <span className="flex min-w-0 items-center gap-1.5 text-danger">
        <Icon name="triangle-alert" size={14} />
        <span className="cut">Stopped: {job.said ?? 'the reason is not known'}</span>
      </span>
    )
  if (job.state === 'cancelled') return <span>Cancelled</span>
  const day = shortDay(dayText(new Date(keptUntil(job))))
  return (
    <span className="num cut">
      {keptUntil(job) > now ? `${holds}, until ${day}` : `${holds}, deleted on ${day}`}
    </span>
  )
}

/** Long work in a list: its name, its progress or outcome, and one action. */
export const JobRow = ({
  job,
  slug,
  name,
  format,
  icon = 'file-text',
  holds,
  who,
  onAgain,
  again = 'Export again',
}: JobRowProps) => {
  const now = useNow([job.ended_at && new Date(keptUntil(job)).toISOString()])
  const params = { ws: slug, jobId: job.id }
  const isOver = job.state !== 'queued' && job.state !== 'running'
  const hasFile = job.state === 'done' && keptUntil(job) > now
  const cancel = () =>
    void isDone({
      entity: 'job',
      route: jobRoutes.cancel,
      params,
      id: job.id,
      patch: { state: 'cancelled', ended_at: new Date(now).toISOString() },
      failure: `The ${job.kind === ARCHIVE ? 'archive' : 'export'} was not cancelled.`,
    })
  const address = jobRoutes.file.path.replace(':ws', slug).replace(':jobId', job.id)
  return (
    <li
      className={classes(
        'grid min-h-9 items-center gap-x-3 rounded-control px-2 hover:bg-hover max-md:grid-cols-[minmax(0,1fr)_auto] max-md:py-1.5',
        who === undefined
          ? 'md:grid-cols-[minmax(0,1fr)_256px_96px_104px]'
          : 'md:grid-cols-[minmax(0,1fr)_256px_88px_24px_104px]',
      )}
    >
      <span className="flex min-w-0 items-center gap-2">
        <Icon name={icon} className="flex-none text-ink-3" />
        <span className="cut font-medium">{name}</span>
        {format && <span className="flex-none text-12 text-ink-3">{format}</span>}
      </span>
      <span className="flex min-w-0 items-center gap-2 text-12 text-ink-2 max-md:col-start-1 max-md:row-start-2">
        <Outcome job={job} now={now} holds={holds} />
      </span>
      <span className="num text-12 text-ink-3 first-letter:uppercase max-md:hidden">
        {sinceText(job.created_at)}
      </span>
      {who !== undefined && <span className="max-md:hidden">{who}</span>}
      <span className="justify-self-end max-md:col-start-2 max-md:row-span-2 max-md:row-start-1">
        {hasFile ? (
          <a
            href={address}
            download
            className="flex h-7 items-center gap-1.5 rounded-control px-2 text-ink-2 hover:bg-press max-md:h-11"
          >
            <Icon name="download" className="text-ink-3" /> Download
          </a>
        ) : isOver ? (
          onAgain && (
            <Button onClick={onAgain} className="max-md:h-11">
              {again}
            </Button>
          )
        ) : (
          <Button onClick={cancel} className="max-md:h-11">
            Cancel
          </Button>
        )}
      </span>
    </li>
  )
}
