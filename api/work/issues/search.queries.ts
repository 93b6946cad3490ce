import type { issueListRoutes } from '#contract/lists/issueLists.ts'
import { LONGEST_SEARCH } from '#contract/lists/search.ts'
import { Issue } from '#contract/work/issues.ts'
import { isUuid, visible } from '../../db/visible.ts'
import type { Ask } from '../../http/mount.ts'
import { nearWords } from '../../lists/search/near.ts'
import { neededOf, readQuery } from '../../lists/search/query.ts'
import { searchColumns } from '../../lists/searchRow.ts'

const MOST = 100
type SearchAsk = Ask<(typeof issueListRoutes)['search']>

// The issues above or below one, however far.
const line = (up: boolean) => `with recursive line (id, parent_id) as (
    select id, parent_id from issues where id = ?
    union select i.id, i.parent_id from issues i join line on ${up ? 'i.id = line.parent_id' : 'i.parent_id = line.id'}
  ) select id from line`

/** Candidates of the pickers among the issues that the caller sees: the exact key first, then the newest; where there is none, those with a typing error. */
export const searchIssues = async (ask: SearchAsk) => {
  const found = await candidates(ask, null)
  const text = (ask.query.search ?? '').trim()
  if (found.length > 0 || text === '' || text.length > LONGEST_SEARCH) return found
  const asked = readQuery(text.toWellFormed())
  const near = await nearWords({ trx: ask.trx, workspace: ask.workspaceId, query: asked })
  return near.size > 0 ? candidates(ask, neededOf(asked, near)) : found
}

/** `near`: the words of names instead of the words that were typed. */
const candidates = async ({ trx, viewer, workspaceId, projectId, query }: SearchAsk, near: string | null) => {
  // Of an issue that the caller does not see, the candidates would say where it is.
  const about = isUuid(query.issue_id)
    ? await visible(trx, Issue, viewer).where('issues.id', query.issue_id).first()
    : undefined
  const of = about?.id
  const rows = searchColumns(visible(trx, Issue, viewer).clearSelect())
    .where({ 'issues.workspace_id': workspaceId, 'issues.active': true })
    .whereNull('projects.archived_at')
    .limit(MOST)
  if (query.workspace_search !== 'true') rows.where('issues.project_id', projectId)

  const text = (query.search ?? '').trim()
  const named = `issues.id in (select id from search_entries where workspace = ? and kind = 'issue' and names @@ ?::tsquery)`
  if (near) rows.whereRaw(named, [workspaceId, near])
  else if (text) {
    // The words in any order, as the search finds them; what it has not yet taken in is found as it is written.
    const words = text.length <= LONGEST_SEARCH ? neededOf(readQuery(text.toWellFormed())) : ''
    const numbers = text.length <= 20 ? (text.match(/\d{1,9}/g) ?? []).map(Number) : []
    rows.where(any => {
      any
        .whereRaw('strpos(issues.name_order, folded(?)) > 0', [text])
        .orWhereRaw('strpos(folded(projects.identifier), folded(?)) > 0', [text])
      if (words) any.orWhereRaw(named, [workspaceId, words])
      if (numbers.length > 0) any.orWhereIn('issues.sequence_id', numbers)
    })
    rows.orderByRaw(
      `(lower(projects.identifier || '-' || issues.sequence_id) = lower(?) or issues.sequence_id::text = ?) desc`,
      [text, text],
    )
  }
  rows.orderByRaw('issues.created_at desc, issues.sequence_id desc, issues.id')

  const not = (sql: string, ...values: string[]) => rows.whereRaw(`issues.id not in (${sql})`, values)
  if (of) rows.whereNot('issues.id', of)
  if (query.parent === 'true' && of) {
    not(line(false), of)
    rows.whereRaw('issues.id is distinct from ?::uuid', [about?.parent_id ?? null])
  }
  if (query.sub_issue === 'true') {
    rows.whereNull('issues.parent_id')
    if (of) not(line(true), of)
  }
  if (query.issue_relation === 'true' && of)
    not(
      `select case when issue = ? then related_issue else issue end from issue_relations
        where deleted_at is null and (issue = ? or related_issue = ?)`,
      of,
      of,
      of,
    )
  if (query.cycle === 'true') rows.whereNull('issues.cycle_id')
  if (isUuid(query.module)) rows.whereRaw('not issues.module_ids @> array[?::uuid]', [query.module])
  if (query.target_date === 'none') rows.whereNull('issues.target_date')

  return await rows
}
