/** Carries on long work that cannot be cut into transactions of a moment: it reads one state of the database, or one file. */
import type { Logger } from 'pino'
import { messageOf } from '#contract/messageOf.ts'
import { type Fault, Job, MOST_FAULTS } from '#contract/workspace/jobs.ts'
import type { Db } from '../../db/knex.ts'
import { lockRows } from '../../db/order.ts'
import { update } from '../../db/rows.ts'
import { bot, viewerOfUser } from '../../db/viewer.ts'
import { inWork, type Work } from '../../db/work.ts'
import type { JobAtWork } from './runner.ts'
import { PAUSES, putOff, startRounds } from './turns.ts'

/** So many at once in a process: each holds up to three connections. */
const AT_ONCE = 2

/** What is wrong with the work itself: the job has failed, and its owner reads these words. */
export class JobFault extends Error {}
/** Somebody has cancelled the job, or it is over: what it still does is for nobody. */
export class JobOver extends Error {}

export type LongWork = {
  db: Db
  job: JobAtWork
  /** Aborted when the process ends: the work goes on in the next. */
  signal: AbortSignal
  /** Writes figures and checkpoint, with `write` in the same transaction; throws `JobOver` once the job is over. */
  report(told: Report, write?: (work: Work) => Promise<void>): Promise<void>
}
export type Report = { phases?: Job['phases']; checkpoint?: unknown; faults?: readonly Fault[] }

export type LongKind = {
  kind: string
  /** Begins, or goes on at the checkpoint. Answers the result. */
  run(work: LongWork): Promise<{
    result: Record<string, unknown>
    checkpoint?: unknown
    /** In the transaction that says that it is done. */
    finish?(work: Work): Promise<void>
    after?(): Promise<void>
  }>
  /** Takes back what a job that was cancelled or has failed had done so far; called until it succeeds, while there is a checkpoint. */
  undo(work: Pick<LongWork, 'db' | 'job'>): Promise<void>
}

const COLUMNS = [...Job.columns, 'checkpoint', 'tries', 'faults']
type Held = JobAtWork & { tries: number; faults: Fault[] }

/** The job under lock; null once it is over. */
const held = async (work: Work, id: string): Promise<Held | null> => {
  const rows = await lockRows<Held>(work, 'jobs', trx =>
    trx('jobs').where({ id }).whereIn('state', ['queued', 'running']).whereNull('deleted_at').select(COLUMNS),
  )
  return rows[0] ?? null
}

/** What is done with a job whose lease is held. */
const createSteps = ({
  db,
  kinds,
  pauses,
  signal,
}: {
  db: Db
  kinds: ReadonlyMap<string, LongKind>
  pauses: readonly number[]
  signal: AbortSignal
}) => {
  const asOwner = async <T>(job: Held, act: (work: Work) => Promise<T>): Promise<T> =>
    (await inWork(db, { viewer: (await viewerOfUser(db, job.user)) ?? bot }, act)).result

  const report =
    (job: Held): LongWork['report'] =>
    ({ phases, checkpoint, faults = [] }, write) =>
      asOwner(job, async work => {
        const row = await held(work, job.id)
        if (!row) throw new JobOver()
        await write?.(work)
        const kept = checkpoint === undefined ? {} : { checkpoint }
        if (phases || faults.length > 0 || row.state === 'queued')
          await update(work, Job, row, {
            state: 'running',
            ...(phases && { phases }),
            ...kept,
            fault_count: row.fault_count + faults.length,
            ...(faults.length > 0 && {
              faults: [...row.faults, ...faults].slice(0, MOST_FAULTS),
            }),
          })
        else if (checkpoint !== undefined) await work.trx('jobs').where({ id: job.id }).update(kept)
      })

  const carryOn = async (job: Held) => {
    const kind = kinds.get(job.kind)!
    const { result, checkpoint, finish, after } = await kind.run({
      db,
      job,
      signal: signal,
      report: report(job),
    })
    await asOwner(job, async work => {
      const row = await held(work, job.id)
      if (!row) throw new JobOver()
      await finish?.(work)
      await update(work, Job, row, {
        state: 'done',
        result,
        ended_at: work.now,
        checkpoint: checkpoint ?? null,
        tries: 0,
      })
    })
    await after?.()
  }

  const fail = (job: Held, error: unknown) =>
    asOwner(job, async work => {
      const row = await held(work, job.id)
      if (!row) return
      const pause = error instanceof JobFault ? undefined : pauses[row.tries]
      if (pause === undefined)
        await update(work, Job, row, { state: 'failed', said: messageOf(error), ended_at: work.now })
      else await putOff(work, job.id, pause * 1000, row.tries + 1)
    })

  const undo = async (job: Held) => {
    await kinds.get(job.kind)!.undo({ db, job })
    await db('jobs').where({ id: job.id }).update({ checkpoint: null })
  }
  return { carryOn, fail, undo }
}

/** Runs in every process; a job's lease is a lock that PostgreSQL lets go with the process that held it. */
export const startLongRunner = (options: {
  db: Db
  log: Logger
  kinds: readonly LongKind[]
  pauses?: readonly number[]
}) => {
  const { db, log, pauses = PAUSES } = options
  const kinds = new Map(options.kinds.map(kind => [kind.kind, kind]))
  const stopping = new AbortController()
  const under = new Map<string, Promise<void>>()

  const due = (): Promise<{ id: string }[]> =>
    db('jobs')
      .whereIn('kind', [...kinds.keys()])
      .whereRaw(
        `(state in ('queued', 'running') or (state in ('cancelled', 'failed') and checkpoint is not null))`,
      )
      .where('next_at', '<=', db.fn.now())
      .whereNotIn('id', [...under.keys()])
      .orderBy('created_at')
      .limit(AT_ONCE)
      .select('id')

  const { carryOn, fail, undo } = createSteps({ db, kinds, pauses, signal: stopping.signal })

  const take = async (id: string) => {
    const lease = await db.transaction()
    try {
      const { rows } = await lease.raw<{ rows: { taken: boolean }[] }>(
        'select pg_try_advisory_xact_lock(hashtextextended(?, 0)) as taken',
        [`job ${id}`],
      )
      const job = rows[0]?.taken && (await db('jobs').where({ id }).first<Held | undefined>(COLUMNS))
      if (!job) return
      if (job.state === 'cancelled' || job.state === 'failed') return await undo(job)
      await carryOn(job).catch(async error => {
        if (error instanceof JobOver || stopping.signal.aborted) return
        log.warn({ err: error, job: id }, 'long work failed')
        await fail(job, error)
      })
    } finally {
      await lease.rollback()
    }
  }

  return startRounds(
    {
      db,
      round: async wake => {
        try {
          for (const { id } of under.size < AT_ONCE ? await due() : []) {
            const work = take(id)
              .catch(error => log.warn({ err: error, job: id }, 'long work waits'))
              .finally(() => {
                under.delete(id)
                wake()
              })
            under.set(id, work)
          }
        } catch (error) {
          log.warn({ err: error }, 'long work waits')
        }
        return false
      },
      last: () => Promise.all(under.values()),
    },
    stopping,
  )
}
