import { Activity } from '#contract/activity.ts'
import type { Issue } from '#contract/issues.ts'
import { note, type Work } from '../db/work.ts'
import { entries } from './catalogue.ts'
import { tell } from './record.ts'

const SPELL = '10 minutes'

/** One row for a spell of editing: while the same person goes on, their last row moves along with the text. */
export const tellDescription = async (
  work: Work,
  issue: Issue,
  before: string,
  now: string,
): Promise<void> => {
  if (before === now) return
  const { rows } = await work.trx.raw<{ rows: Activity[] }>(
    `update issue_activities set new_value = :now, revision = revision + 1, updated_at = :at,
            created_at = greatest(:at::timestamptz, created_at + interval '1 ms')
      where id = (select id from issue_activities where issue = :issue order by created_at desc limit 1)
        and field = 'description' and actor is not distinct from :actor
        and created_at > :at::timestamptz - interval '${SPELL}'
      returning ${Activity.columns.join(', ')}`,
    { now, at: work.now, issue: issue.id, actor: work.viewer.id || null },
  )
  if (rows[0]) await note(work, Activity, 'update', rows[0], null)
  else tell(work, issue, entries.description(before, now))
}
