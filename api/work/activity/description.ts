import { Activity } from '#contract/work/activity.ts'
import type { Issue } from '#contract/work/issues.ts'
import type { Work } from '../../db/work.ts'
import { entries } from './catalogue.ts'
import { announce, tell } from './record.ts'

const SPELL = '10 minutes'

/**
 * One row for each spell of a person's editing: while they go on, their row moves along with the text, whoever else
 * writes meanwhile. A spell begins with its row, whose `epoch` stays: so a person who never pauses gets a row each ten
 * minutes too.
 */
export const tellDescription = async (
  work: Work,
  issue: Issue,
  before: string,
  now: string,
): Promise<void> => {
  if (before === now) return
  const { rows } = await work.trx.raw<{ rows: Activity[] }>(
    `update issue_activities set new_value = :now, revision = revision + 1, updated_at = :at, created_at = (
        select greatest(:at::timestamptz, max(created_at) + interval '1 ms') from issue_activities where issue = :issue)
      where id = (
        select id from issue_activities
         where issue = :issue and field = 'description' and actor is not distinct from :actor
           and created_at > :at::timestamptz - interval '${SPELL}'
           and to_timestamp(epoch) > :at::timestamptz - interval '${SPELL}'
         order by created_at desc limit 1)
      returning ${Activity.columns.join(', ')}`,
    { now, at: work.now, issue: issue.id, actor: work.viewer.id || null },
  )
  if (rows[0]) await announce(work, 'update', rows[0])
  else tell(work, issue, entries.description(before, now))
}
