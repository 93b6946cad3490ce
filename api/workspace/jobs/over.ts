import type { Job } from '#contract/workspace/jobs.ts'
import type { Work } from '../../db/work.ts'
import { importJobOver } from '../imports/over.ts'

/** What follows when a job has failed or was stopped, for whatever it works on; in the same transaction. */
export const jobOver = async (work: Work, job: Job, said: string | null): Promise<void> => {
  if (job.kind.startsWith('import_')) await importJobOver(work, job, said)
}
