import { fail } from '#contract/errors.ts'
import { Job } from '#contract/workspace/jobs.ts'
import { takeTurn } from '../../db/order.ts'
import { insert } from '../../db/rows.ts'
import { countOf, visible } from '../../db/visible.ts'
import type { Work } from '../../db/work.ts'

/** So many of one person wait or run in a workspace. */
const MOST_OPEN = 10

type Begun = { workspace: string; project?: string; kind: string; input: Record<string, unknown> }

/** Begins a job of the caller's. */
export const beginJob = async (work: Work, begun: Begun): Promise<Job> => {
  const { id: user } = work.viewer
  await takeTurn(work, `jobs ${user} ${begun.workspace}`)
  const open = await countOf(
    visible(work.trx, Job, work.viewer)
      .where({ workspace: begun.workspace, user })
      .whereIn('state', ['queued', 'running']),
  )
  if (open >= MOST_OPEN) fail('job.tooMany')
  return insert(work, Job, { ...begun, user })
}
