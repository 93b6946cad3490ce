/** The lines of a timeline: dated issues in their groups, and the undated below them. */
import { useMemo } from 'react'
import { getRow } from '../../../data/rows.ts'
import type { NamedGroup } from '../../view/groups.tsx'
import type { Line } from '../lines.ts'
import { useDatesVersion } from '../useDatesVersion.ts'

export const UNDATED = 'undated'
export type TimelineLine = Line | { kind: 'undated'; key: string; count: number }

const hasDates = (id: string) => {
  const issue = getRow('issue', id)
  return Boolean(issue?.start_date || issue?.target_date)
}

const timelineLines = (lines: readonly Line[], shut: ReadonlySet<string>): TimelineLine[] => {
  const undated = new Map<string, NamedGroup>()
  const dated: TimelineLine[] = []
  const rest: Line[] = []
  for (const line of lines) {
    if (line.kind === 'issue' && !hasDates(line.id)) undated.set(line.id, line.group)
    // Without groups the next page is asked for at the very end, not above those without dates.
    else if (line.kind === 'more' && !lines.some(one => one.kind === 'group')) rest.push(line)
    else dated.push(line)
  }
  return [
    ...dated,
    ...(undated.size > 0 ? [{ kind: 'undated' as const, key: UNDATED, count: undated.size }] : []),
    ...(shut.has(UNDATED)
      ? []
      : [...undated].map(([id, group]): Line => ({ kind: 'issue', key: `${UNDATED}/${id}`, id, group }))),
    ...rest,
  ]
}

export const useTimelineLines = (lines: readonly Line[], shut: ReadonlySet<string>) => {
  const version = useDatesVersion()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the version stands for the dates of all rows
  return useMemo(() => timelineLines(lines, shut), [lines, shut, version])
}
