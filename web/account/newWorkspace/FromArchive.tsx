import { useCallback, useEffect, useRef, useState } from 'react'
import { messageOf } from '#contract/messageOf.ts'
import { archiveRoutes, type BroughtArchive } from '#contract/workspace/archives.ts'
import { CallError, call } from '../../data/client.ts'
import { loadWorkspaces, readSession } from '../../data/session.ts'
import { deliver } from '../../data/texts/upload.ts'
import { refusalOf } from '../../forms/refusal.ts'
import { Unread } from '../../shell/list/ReadStatus.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { RowsSkeleton } from '../../ui/marks/Skeleton.tsx'
import { sizeWords } from '../../ui/size-words.ts'
import { NameAndAddress } from './NameAndAddress.tsx'
import { useTaken } from './useTaken.ts'

const LOOK_MS = 1_000
const isOver = ({ state }: BroughtArchive) => state !== 'queued' && state !== 'running'

const Bar = ({
  label,
  done,
  total,
  words,
}: {
  label: string
  done: number
  total: number
  words: string
}) => (
  <div className="mt-3">
    <div className="flex justify-between text-12 text-ink-2">
      <span>{label}</span>
      <span className="num">{words}</span>
    </div>
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={total}
      aria-valuenow={done}
      className="mt-1 h-1.5 overflow-hidden rounded-full bg-press"
    >
      <div
        className="h-full rounded-full bg-accent"
        style={{ width: `${total > 0 ? (100 * done) / total : 0}%` }}
      />
    </div>
  </div>
)

const phaseNames: Record<string, string> = {
  check: 'Checking the archive',
  rows: 'Writing rows',
  files: 'Bringing files',
}

type OnMade = (made: { id: string; slug: string }) => void

/** One archive on its way, followed until it is over. */
type OnTheWayProps = { begun: BroughtArchive; onAgain: () => void; onMade: OnMade }
const OnTheWay = ({ begun, onAgain, onMade }: OnTheWayProps) => {
  const [job, setJob] = useState(begun)
  const [isLost, setLost] = useState(false)
  useEffect(() => {
    if (isOver(job)) return
    const timer = setTimeout(async () => {
      try {
        setJob((await call(archiveRoutes.one, { params: { jobId: job.id } })).body)
        setLost(false)
      } catch {
        // Asked again below, with the next look.
        setLost(true)
        setJob({ ...job })
      }
    }, LOOK_MS)
    return () => clearTimeout(timer)
  }, [job])
  const stop = async () => {
    try {
      setJob((await call(archiveRoutes.stop, { params: { jobId: job.id } })).body)
    } catch {
      setLost(true)
    }
  }
  const open = async () => {
    await loadWorkspaces()
    const made = readSession().workspaces.find(one => one.slug === job.slug)
    if (made) onMade(made)
  }
  const { matched = 0, placeholders = 0 } = (job.result ?? {}) as { matched?: number; placeholders?: number }
  return (
    <section aria-label={job.name}>
      <p className="font-medium">{job.name}</p>
      {!isOver(job) && (
        <>
          {job.phases.length === 0 && <p className="mt-2 text-ink-2">Waiting to begin.</p>}
          {job.phases.map(({ name, done, total }) => {
            const words = (count: number) =>
              name === 'rows' ? count.toLocaleString('en-GB') : sizeWords(count)
            return total > 0 ? (
              <Bar
                key={name}
                label={phaseNames[name] ?? name}
                done={done}
                total={total}
                words={`${words(done)} of ${words(total)}`}
              />
            ) : null
          })}
          {isLost && (
            <p role="alert" className="mt-3 text-12 text-danger">
              The server cannot be reached. It goes on without this page.
            </p>
          )}
          <p className="mt-3 text-pretty text-12 text-ink-3">
            You can leave this page. Nobody sees the workspace before all of it is there.
          </p>
          <Button className="mt-3 w-full" onClick={() => void stop()}>
            Stop, and keep nothing
          </Button>
        </>
      )}
      {job.state === 'done' && (
        <>
          <p role="status" className="mt-2 text-pretty text-ink-2">
            {`It is all here. ${matched} of its people have an account that you know, ${placeholders} are names without one.`}
            {job.fault_count > 0 && ` ${job.fault_count} lines were left out:`}
          </p>
          <Faults job={job} />
          <Button variant="primary" size="form" className="mt-3 w-full" onClick={() => void open()}>
            Open workspace
          </Button>
        </>
      )}
      {(job.state === 'failed' || job.state === 'cancelled') && (
        <>
          <p role="alert" className="mt-2 flex items-start gap-1.5 text-pretty text-ink-2">
            <Icon name="triangle-alert" className="mt-0.5 flex-none text-danger" />
            <span className="wrap-anywhere">
              {job.state === 'cancelled'
                ? 'Stopped. Nothing of it was kept.'
                : `${job.said} Nothing of it was kept.`}
            </span>
          </p>
          <Faults job={job} />
          <Button variant="neutral" size="form" className="mt-3 w-full" onClick={onAgain}>
            Choose an archive
          </Button>
        </>
      )}
    </section>
  )
}

const MOST_FAULTS_SHOWN = 5
const Faults = ({ job }: { job: BroughtArchive }) => (
  <ul className="mt-1 text-12 text-ink-3">
    {job.faults.slice(0, MOST_FAULTS_SHOWN).map(({ line, said }) => (
      <li key={`${line} ${said}`} className="wrap-anywhere">
        {line > 0 ? `Line ${line}, ${said}` : said}
      </li>
    ))}
  </ul>
)

type Errors = Partial<Record<'name' | 'slug', string>>

const Choose = ({ onBegun }: { onBegun: (job: BroughtArchive) => void }) => {
  const input = useRef<HTMLInputElement>(null)
  const [file, setFile] = useState<File | null>(null)
  const [values, setValues] = useState({ name: '', slug: '' })
  const [percent, setPercent] = useState<number | null>(null)
  const [errors, setErrors] = useState<Errors>({})
  const [said, setSaid] = useState<string | null>(null)
  const sending = useRef<AbortController | null>(null)
  useEffect(() => () => sending.current?.abort(), [])
  const isTaken = useTaken(values.slug)
  const isBusy = percent !== null
  const send = async () => {
    if (!file || isBusy) return
    sending.current = new AbortController()
    setPercent(0)
    setSaid(null)
    setErrors({})
    try {
      let job: BroughtArchive | null = null
      await deliver(
        {
          announce: async () => (await call(archiveRoutes.announce, { body: { size: file.size } })).body,
          confirm: async assetId => {
            job = (await call(archiveRoutes.bring, { params: { assetId }, body: values })).body
          },
          // The next one takes its place.
          remove: async () => {},
        },
        file,
        { signal: sending.current.signal, onPercent: setPercent },
      )
      if (job) onBegun(job)
    } catch (failure) {
      if (sending.current.signal.aborted) return
      const refusal = refusalOf(failure, ['name', 'slug'])
      setErrors(refusal.fields as Errors)
      setSaid(refusal.general ?? (failure instanceof CallError ? null : messageOf(failure)))
    } finally {
      setPercent(null)
    }
  }
  const form = {
    values,
    errors,
    general: null,
    set: (given: Partial<typeof values>) => setValues({ ...values, ...given }),
    input: (name: keyof typeof values) => ({
      name,
      value: values[name],
      disabled: isBusy,
      onChange: ({ target: { value } }: { target: { value: string } }) =>
        setValues({ ...values, [name]: value }),
    }),
  }
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={event => {
        event.preventDefault()
        void send()
      }}
    >
      <div>
        <input
          ref={input}
          type="file"
          accept=".zip,application/zip"
          aria-label="Archive"
          className="sr-only"
          tabIndex={-1}
          onChange={({ target }) => {
            setFile(target.files?.[0] ?? null)
            setSaid(null)
          }}
        />
        <Button
          type="button"
          variant="neutral"
          size="form"
          icon="archive"
          className="w-full"
          disabled={isBusy}
          autoFocus
          onClick={() => input.current?.click()}
        >
          <span className="cut">{file ? `${file.name}, ${sizeWords(file.size)}` : 'Choose an archive'}</span>
        </Button>
      </div>
      <NameAndAddress form={form} isTaken={isTaken} autoFocus={false} />
      {said && (
        <p role="alert" className="text-pretty text-danger">
          {said}
        </p>
      )}
      {isBusy ? (
        <div>
          <Bar label="Sending" done={percent} total={100} words={`${percent}%`} />
          <Button type="button" className="mt-3 w-full" onClick={() => sending.current?.abort()}>
            Stop sending
          </Button>
        </div>
      ) : (
        <Button
          type="submit"
          variant="primary"
          size="form"
          className="w-full"
          disabled={!file || !values.name.trim() || !values.slug || isTaken}
        >
          Bring it in
        </Button>
      )}
    </form>
  )
}

/** A new workspace of an archive: chosen and sent here, and followed until it is whole, from wherever one comes back. */
export const FromArchive = ({ onMade }: { onMade: OnMade }) => {
  const [job, setJob] = useState<BroughtArchive | null | 'unknown'>('unknown')
  const [isFailed, setFailed] = useState(false)
  const load = useCallback(async () => {
    setFailed(false)
    try {
      const { body } = await call(archiveRoutes.brought)
      setJob(body.find(one => !isOver(one)) ?? null)
    } catch {
      setFailed(true)
    }
  }, [])
  useEffect(() => void load(), [load])
  if (isFailed) return <Unread what="Your archives" onRetry={() => void load()} className="" />
  if (job === 'unknown') return <RowsSkeleton rows={3} />
  return job ? (
    <OnTheWay key={job.id} begun={job} onAgain={() => setJob(null)} onMade={onMade} />
  ) : (
    <Choose onBegun={setJob} />
  )
}
