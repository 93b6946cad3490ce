/** The caller's jobs: read once, and kept true by the log. */
import { type Job, jobRoutes } from '#contract/workspace/jobs.ts'
import { call } from '../../data/client.ts'
import { useReadOnce } from '../../data/readOnce.ts'
import { applyRow, useRows } from '../../data/rows.ts'

const MOST_SHOWN = 50

/** Those of some kinds, the newest first. */
export const useJobs = (slug: string, isShown: (job: Job) => boolean) => {
  const { status, retry } = useReadOnce('jobs', slug !== '', async () => {
    const { body } = await call(jobRoutes.list, {
      params: { ws: slug },
      query: { per_page: String(MOST_SHOWN), cursor: `${MOST_SHOWN}:0:0` },
    })
    for (const row of body.results) applyRow('job', row)
  })
  const jobs = useRows('job')
    .filter(isShown)
    .toSorted((a, b) => (a.created_at < b.created_at ? 1 : -1))
  return { status, retry, jobs }
}
