/** The contents of a cycle or module by person, label or state, with the completed part. */
import { rankIn } from '#contract/keys.ts'
import { NONE } from '#contract/lists/issueFilters.ts'
import type { Issue } from '#contract/work/issues.ts'
import type { StateGroup } from '#contract/work/states.ts'
import type { List } from '../../data/lists.ts'
import { getRow } from '../../data/rows.ts'
import type { Measure } from './totals.ts'
import { weightOf } from './useContents.ts'

export const sharings = ['states', 'assignees', 'labels'] as const
export type Sharing = (typeof sharings)[number]

export type Share = {
  /** Null: nobody's, or without a label. */
  id: string | null
  /** By state, or by group of states where only sums are known; completed ones first. */
  parts: { stateId: string; group: string; size: number }[]
  done: number
  total: number
}

const RANK: readonly StateGroup[] = ['completed', 'started', 'unstarted', 'backlog', 'cancelled']
const keysOf: Record<Sharing, (issue: Issue) => readonly (string | null)[]> = {
  states: issue => [issue.state_id],
  assignees: issue => (issue.assignee_ids.length > 0 ? issue.assignee_ids : [null]),
  labels: issue => (issue.label_ids.length > 0 ? issue.label_ids : [null]),
}

const rankOf = ({ parts: [part] }: Share) => rankIn(RANK, part?.group ?? 'backlog')

const shareOf = (id: string | null, found: Share['parts']): Share => {
  const parts = found.toSorted((a, b) => rankIn(RANK, a.group) - rankIn(RANK, b.group))
  const sum = (some: typeof parts) => some.reduce((total, { size }) => total + size, 0)
  return { id, parts, done: sum(parts.filter(one => one.group === 'completed')), total: sum(parts) }
}

/** States in their order, all else the largest first; issues of nobody come last. */
const inOrder = (shares: readonly Share[], by: Sharing): Share[] =>
  shares
    .filter(({ total }) => total > 0)
    .sort(
      (a, b) =>
        (by === 'states' ? rankOf(a) - rankOf(b) : Number(a.id === null) - Number(b.id === null)) ||
        b.total - a.total,
    )

/** An issue of two people counts for both. */
export const sharesOf = (issues: readonly Issue[], by: Sharing, measure: Measure): Share[] => {
  const shares = new Map<string | null, Map<string, Share['parts'][number]>>()
  for (const issue of issues) {
    const size = measure === 'issues' ? 1 : weightOf(issue)
    for (const key of keysOf[by](issue)) {
      const parts = shares.get(key) ?? new Map()
      shares.set(key, parts)
      const part = parts.get(issue.state_id) ?? {
        stateId: issue.state_id,
        group: issue.state__group,
        size: 0,
      }
      part.size += size
      parts.set(issue.state_id, part)
    }
  }
  return inOrder(
    [...shares].map(([id, parts]) => shareOf(id, [...parts.values()])),
    by,
  )
}

/** The same from sums that the server has made of each part, by person, label or state. */
export const sharesOfSums = (
  sums: readonly { group: StateGroup; list: Pick<List, 'groups'> }[],
  by: Sharing,
  measure: Measure,
): Share[] => {
  const shares = new Map<string, Share['parts']>()
  for (const { group, list } of sums)
    for (const { key, total, points } of list.groups) {
      const parts = shares.get(key) ?? []
      shares.set(key, parts)
      const size = measure === 'issues' ? total : points
      if (by === 'states') parts.push({ stateId: key, group: getRow('state', key)?.group ?? group, size })
      else parts.push({ stateId: '', group, size })
    }
  return inOrder(
    [...shares].map(([key, parts]) =>
      shareOf(
        key === NONE ? null : key,
        parts.filter(({ size }) => size > 0),
      ),
    ),
    by,
  )
}
