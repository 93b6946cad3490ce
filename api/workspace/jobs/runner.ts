import type { Logger } from 'pino'
import { messageOf } from '#contract/messageOf.ts'
import { type Fault, Job, MOST_FAULTS } from '#contract/workspace/jobs.ts'
import type { Db } from '../../db/knex.ts'
import { update } from '../../db/rows.ts'
import { bot, viewerOfUser } from '../../db/viewer.ts'
import { inWork, type Work } from '../../db/work.ts'
import { jobOver } from './over.ts'
import { PAUSES, putOff, startRounds } from './turns.ts'

const AT_ONCE = 50

/** A job as its kind gets it: the last checkpoint is null at the start. */
export type JobAtWork = Job & { checkpoint: unknown }
export type Step = {
  checkpoint?: unknown
  phases: Job['phases']
  faults?: Fault[]
  /** Given with the last step. */
  result?: Record<string, unknown>
  /** The next step has nothing to do before so many milliseconds: waiting is for the job, never for its transaction. */
  pauseMs?: number
}

/**
 * One kind of long work, in steps of at most a second or two. A step is a transaction by the job's owner, with their
 * rights of that moment: its writes, its checkpoint and its figures are committed together, or it is done again.
 */
export type Kind = { kind: string; step(work: Work, job: JobAtWork): Promise<Step> }

type Held = JobAtWork & { faults: Fault[] }

/**
 * Carries jobs on, in every process. The lock of its row is the lease of a job: it is let go with the process that held
 * it, and the next one goes on at the checkpoint.
 */
export const startJobRunner = (options: {
  db: Db
  log: Logger
  kinds: readonly Kind[]
  pauses?: readonly number[]
}) => {
  const { db, log, pauses = PAUSES } = options
  const kinds = new Map(options.kinds.map(kind => [kind.kind, kind]))
  const stopping = new AbortController()

  const due = (): Promise<{ id: string; user: string }[]> =>
    db('jobs')
      .whereIn('state', ['queued', 'running'])
      .whereIn('kind', [...kinds.keys()])
      .where('next_at', '<=', db.fn.now())
      .whereNull('deleted_at')
      .orderBy('created_at')
      .limit(AT_ONCE)
      .select('id', 'user')

  const end = async (work: Work, job: Job, state: 'failed' | 'cancelled', said: string) => {
    await update(work, Job, job, { state, said, ended_at: work.now })
    await jobOver(work, job, said)
  }

  const stepOf = async ({ id, user }: { id: string; user: string }, failure?: unknown): Promise<boolean> => {
    const viewer = await viewerOfUser(db, user)
    const { result } = await inWork(db, { viewer: viewer ?? bot }, async work => {
      const job = await work
        .trx('jobs')
        .where({ id })
        .whereIn('state', ['queued', 'running'])
        .whereNull('deleted_at')
        .forUpdate()
        .skipLocked()
        .first<(Held & { tries: number }) | undefined>(...Job.columns, 'checkpoint', 'faults', 'tries')
      if (!job) return false
      if (!viewer?.workspaces[job.workspace])
        return end(work, job, 'cancelled', 'Its owner has left the workspace.').then(() => false)
      if (failure) {
        const pause = pauses[job.tries]
        if (pause === undefined) return end(work, job, 'failed', messageOf(failure)).then(() => false)
        await putOff(work, id, pause * 1000, job.tries + 1)
        return false
      }
      const {
        checkpoint = null,
        phases,
        faults = [],
        result,
        pauseMs = 0,
      } = await kinds.get(job.kind)!.step(work, job)
      await update(work, Job, job, {
        state: result ? 'done' : 'running',
        phases,
        checkpoint,
        tries: 0,
        fault_count: job.fault_count + faults.length,
        ...(faults.length > 0 ? { faults: [...job.faults, ...faults].slice(0, MOST_FAULTS) } : {}),
        ...(result ? { result, ended_at: work.now } : {}),
      })
      if (pauseMs > 0) await putOff(work, id, pauseMs)
      return !result && pauseMs === 0
    })
    return result
  }
  const step = async (job: { id: string; user: string }): Promise<boolean> => {
    try {
      return await stepOf(job)
    } catch (error) {
      log.warn({ err: error, job: job.id }, 'a step of a job failed')
      return stepOf(job, error)
    }
  }

  return startRounds(
    {
      db,
      round: async () => {
        let isMore = false
        try {
          // In turns: a short job need not wait for the end of a long one.
          for (const job of await due()) if (!stopping.signal.aborted) isMore = (await step(job)) || isMore
        } catch (error) {
          log.warn({ err: error }, 'jobs wait')
        }
        return isMore
      },
    },
    stopping,
  )
}
