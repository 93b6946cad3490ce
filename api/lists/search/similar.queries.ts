/** Issues of a project that may say the same as a title. */
import type { z } from 'zod'
import { nearnessOf, stemOf, tellingWords } from '#contract/lists/nearness.ts'
import type { SimilarRow, searchRoutes } from '#contract/lists/search.ts'
import { Issue } from '#contract/work/issues.ts'
import { isUuid, visible } from '../../db/visible.ts'
import type { Ask } from '../../http/mount.ts'
import { searchColumns } from '../searchRow.ts'
import { commonOf } from './frequency.queries.ts'
import { neededOf, readQuery } from './query.ts'

type SimilarAsk = Ask<(typeof searchRoutes)['similar']>
/** So many words of a title are looked for, the longest first, and so many of the newest issues with each are compared. */
const WORDS = 6
const COMPARED = 200
const MOST = 5
/** Less in common is chance. */
const LEAST = 0.3

const needOf = (word: string) => {
  const stem = stemOf(word)
  return neededOf(readQuery(stem))
}

/** The nearest first. Like every search it is of rows that the caller sees, and nothing else changes it. */
export const similarIssues = async ({ trx, viewer, workspaceId, projectId, query }: SimilarAsk) => {
  const name = (query.name ?? '').toWellFormed()
  const needed = tellingWords(name)
    .sort((a, b) => b.length - a.length)
    .slice(0, WORDS)
    .map(needOf)
    .filter(Boolean)
  if (needed.length === 0) return []
  const found = new Map<string, { id: string; name: string }>()
  const common = await commonOf(
    trx,
    workspaceId,
    needed.map(words => ({ column: 'names', needed: words })),
  )
  for (const [nth, words] of needed.entries()) {
    const isCommon = common[nth]
    const some = await visible(trx, Issue, viewer)
      .clearSelect()
      .joinRaw(
        `join search_entries e on e.id = issues.id and e.kind = 'issue' and e.workspace = issues.workspace_id`,
      )
      .where({ 'issues.workspace_id': workspaceId, 'issues.project_id': projectId, 'issues.active': true })
      .whereRaw(isCommon ? 'coalesce(e.names @@ ?::tsquery, false)' : 'e.names @@ ?::tsquery', [words])
      .orderByRaw(isCommon ? 'e.made desc, e.id desc' : 'extract(epoch from e.made) desc, e.id desc')
      .limit(COMPARED)
      .select<{ id: string; name: string }[]>('issues.id', 'issues.name')
    for (const issue of some) if (issue.id !== query.issue_id) found.set(issue.id, issue)
  }
  const nearest = [...found.values()]
    .map(one => ({ id: one.id, nearness: nearnessOf(name, one.name) }))
    .filter(({ nearness }) => nearness >= LEAST)
    .sort((a, b) => b.nearness - a.nearness || (a.id < b.id ? 1 : -1))
    .slice(0, MOST)
  const rows = await searchColumns(visible(trx, Issue, viewer).clearSelect()).whereIn(
    'issues.id',
    nearest.map(({ id }) => id).filter(isUuid),
  )
  return nearest.flatMap(({ id, nearness }) => {
    const row = rows.find(one => one.id === id)
    return row ? [{ ...row, nearness }] : []
  }) satisfies z.infer<typeof SimilarRow>[]
}
