import { INSTANCE_BOT } from '#contract/people/users.ts'
import type { Issue } from '#contract/work/issues.ts'
import { useRow } from '../../data/rows.ts'
import { shortDay } from '../../ui/dates/day-words.ts'
import { useLateWords } from './lateAdded.ts'

/**
 * The words beside a title: "Archived 24 Nov by Mei", where there is little room without the person, or that the issue came
 * late into the cycle that is listed.
 */
export const useRowWords = (issue: Issue, { isNarrow = false } = {}): string | null => {
  const { archived_at, archived_by } = issue
  const late = useLateWords(issue)
  const person = useRow('user', archived_by)
  if (!archived_at) return late
  if (isNarrow) return `Archived ${shortDay(archived_at)}`
  const name = archived_by === INSTANCE_BOT ? 'Tandem' : person?.display_name
  return `Archived ${shortDay(archived_at)}${name ? ` by ${name}` : ''}`
}
