/** What both runners of jobs share: their rounds, and the patience with work that fails. */
import { setTimeout } from 'node:timers/promises'
import { onCommit } from '../../db/commits.ts'
import type { Db } from '../../db/knex.ts'
import type { Work } from '../../db/work.ts'

const POLL_MS = 1_000
/** Commits that come so close together are looked at once. */
const SETTLED_MS = 20

/** Seconds until work that failed is tried again; after the last of them the job has failed. */
export const PAUSES = [1, 5, 30, 120]

/** No step of this job is due before so many milliseconds. */
export const putOff = (work: Work, id: string, ms: number, tries?: number) =>
  work
    .trx('jobs')
    .where({ id })
    .update({ next_at: new Date(Date.now() + ms).toISOString(), ...(tries !== undefined && { tries }) })

type Rounds = {
  db: Db
  /** Answers whether there is more to do at once. */
  round: (wake: () => void) => Promise<boolean>
  /** What is still under way when it is stopped. */
  last?: () => Promise<unknown>
}

/** One round after the other: with each commit in this process, and each second. */
export const startRounds = ({ db, round, last }: Rounds, stopping: AbortController) => {
  let heard = new AbortController()
  const wake = () => heard.abort()
  const leave = onCommit(db, wake)
  const run = async () => {
    while (!stopping.signal.aborted) {
      heard = new AbortController()
      if (await round(wake)) continue
      const signal = AbortSignal.any([heard.signal, stopping.signal])
      await setTimeout(POLL_MS, undefined, { signal, ref: false }).catch(() => {})
      await setTimeout(SETTLED_MS, undefined, { signal: stopping.signal, ref: false }).catch(() => {})
    }
    await last?.()
  }
  const running = run()
  return {
    stop: async () => {
      leave()
      stopping.abort()
      await running
    },
  }
}
