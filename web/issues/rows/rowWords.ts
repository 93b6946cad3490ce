import type { Issue } from '#contract/work/issues.ts'
import { shortDay } from '../../ui/dates/day-words.ts'
import { useArchiver } from '../fields/useNamed.ts'
import { useLateWords } from './lateAdded.ts'

/** "24 Nov by Mei", `whole` with the day also of another year; empty for what is not in the archive. */
export const useArchivedWords = (issue: Issue, whole = false): string => {
  const name = useArchiver(issue)
  if (!issue.archived_at) return ''
  return `${shortDay(issue.archived_at, whole)}${name ? ` by ${name}` : ''}`
}

/**
 * The words beside a title: "Archived 24 Nov by Mei", where there is little room without the person, or that the issue came
 * late into the cycle that is listed.
 */
export const useRowWords = (issue: Issue, { isNarrow = false } = {}): string | null => {
  const late = useLateWords(issue)
  const archived = useArchivedWords(issue)
  if (!issue.archived_at) return late
  return `Archived ${isNarrow ? shortDay(issue.archived_at) : archived}`
}
