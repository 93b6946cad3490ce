import type { Issue } from '#contract/work/issues.ts'
import { getRow } from '../../data/rows.ts'

/** The target of a key while an issue is open: the focused line of another one, or the issue itself. */
export const meantIssue = (openId: string): { line: HTMLElement | null; target: Issue | null } => {
  const line = document.activeElement?.closest<HTMLElement>('[data-child]') ?? null
  return { line, target: getRow('issue', line?.dataset.child ?? openId) }
}
