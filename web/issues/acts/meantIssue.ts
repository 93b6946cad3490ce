import type { Issue } from '#contract/work/issues.ts'
import { getRow } from '../../data/rows.ts'

/** What a key is meant for while an issue is open: the line of another one that has the focus, or the issue itself. */
export const meantIssue = (openId: string): { line: HTMLElement | null; target: Issue | null } => {
  const line = document.activeElement?.closest<HTMLElement>('[data-child]') ?? null
  return { line, target: getRow('issue', line?.dataset.child ?? openId) }
}
