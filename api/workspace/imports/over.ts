import { Import } from '#contract/workspace/imports.ts'
import type { Job } from '#contract/workspace/jobs.ts'
import { lockedOne } from '../../db/locked.ts'
import { update } from '../../db/rows.ts'
import type { Work } from '../../db/work.ts'
import { endImport } from './ending.ts'
import { sourceNames } from './match.ts'
import { wholeRow } from './staging/rows.ts'

/** What an import is when its job has ended before its end, by failure or because somebody stopped it. */
export const importJobOver = async (work: Work, job: Job, said: string | null): Promise<void> => {
  const row = await wholeRow(work.trx, String(job.input.import))
  if (!row || row.job !== job.id) return
  // Not a person's act: it has ended by itself.
  if (said !== null) work.import = { id: row.id, from: sourceNames[row.source] }
  const own = await lockedOne(work, Import, { id: row.id })
  if (!own) return
  if (own.state === 'running' || own.state === 'undoing') await endImport(work, row, 'stopped', said)
  else if (own.state === 'reading')
    await update(work, Import, own, {
      state: 'failed',
      said: said ?? 'Its reading was stopped.',
      ended_at: work.now,
    })
  else if (own.state === 'checking') await update(work, Import, own, { state: 'matching', said })
}
