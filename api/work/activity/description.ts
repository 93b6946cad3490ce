import { Activity } from '#contract/work/activity.ts'
import type { Issue } from '#contract/work/issues.ts'
import type { Work } from '../../db/work.ts'
import { entries } from './catalogue.ts'
import { announce, tell } from './record.ts'

const SPELL = '10 minutes'

/**
 * One row for each spell of a person's editing: while they go on, their row moves along with the text, whoever else
 * writes meanwhile. A spell begins with its row, whose `epoch` stays: so a person who never pauses gets a row each ten
 * minutes too. `before` is null where it is what the history has last.
 */
export const tellDescription = async (
  work: Work,
  issue: Issue,
  { before, now, authors }: { before: string | null; now: string; authors: readonly string[] },
): Promise<void> => {
  if (before === now) return
  for (const actor of authors.length > 0 ? authors : [null]) await tellOf(work, issue, actor, before, now)
}

const tellOf = async (
  work: Work,
  issue: Issue,
  actor: string | null,
  before: string | null,
  now: string,
): Promise<void> => {
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
    { now, at: work.now, issue: issue.id, actor },
  )
  if (rows[0]) return announce(work, 'update', rows[0])
  tell(work, issue, entries.description(before ?? (await lastTold(work, issue)), now), { actor })
}

/** What the history has last, if the text of before is not at hand. */
const lastTold = async ({ trx }: Work, issue: Issue): Promise<string> => {
  const last = await trx('issue_activities')
    .where({ issue: issue.id, field: 'description' })
    .orderBy('created_at', 'desc')
    .first<{ new_value: string | null } | undefined>('new_value')
  return last?.new_value ?? ''
}
