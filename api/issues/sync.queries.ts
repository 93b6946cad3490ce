import type { Knex } from 'knex'
import { fail } from '#contract/errors.ts'
import { Issue } from '#contract/issues.ts'
import { readRules } from '#contract/permissions.ts'
import type { ServerViewer } from '../db/viewer.ts'
import { visible, whereRule } from '../db/visible.ts'
import { handOut } from '../documents/handed.ts'
import { EMPTY } from '../documents/write.ts'
import { instantOf } from '../http/inputs.ts'

type Ask = {
  cursor?: string | undefined
  updated_at__gt?: string | undefined
  description?: string | undefined
}

const LARGEST = 1000

const readCursor = (cursor: string | undefined): { size: number; page: number } => {
  if (!cursor) return { size: LARGEST, page: 0 }
  const found = /^(\d{1,9}):(-?\d{1,9}):-?\d{1,9}$/.exec(cursor)
  if (!found) return fail('page.cursor')
  const [size, page] = [Number(found[1]), Number(found[2])]
  if (page < 0) fail('page.negative')
  if (size < 1) fail('page.perPage')
  return { size: Math.min(size, LARGEST), page }
}

/** How long the pages of one sync may take, in milliseconds. */
const LOADING = 600_000

// Whoever keeps a copy asks next for all after the newest that they were given. What is changed while they are loading may
// be on a page that they have already, so the pages after the first show nothing as newer than that one can have been.
const seenFrom = (page: number, row: Issue): Issue => {
  const before = new Date(Date.now() - LOADING).toISOString()
  return page > 0 && row.updated_at > before ? { ...row, updated_at: before } : row
}

/**
 * All issues of a project for a copy kept elsewhere. A first sync goes by age, so that edits between two pages shift no
 * row from one to the other; a later one by the time of change.
 */
export const syncIssues = async (trx: Knex, viewer: ServerViewer, project: string, ask: Ask) => {
  const after = instantOf('updated_at__gt', ask)
  const { size, page } = readCursor(ask.cursor)
  const rows = () => {
    const found = visible(trx, Issue, viewer).where({ 'issues.project_id': project, 'issues.active': true })
    if (after) found.where('issues.updated_at', '>', after)
    return found
  }
  const query = rows()
    .orderBy([after ? 'issues.updated_at' : 'issues.created_at', 'issues.id'])
    .limit(size)
    .offset(page * size)
  const [results, [counted]] = (await Promise.all([
    query,
    rows().clearSelect().select(trx.raw('count(*)::int as total')),
  ])) as [Issue[], { total: number }[]]
  const asksText = ask.description === 'true'
  const handed = asksText
    ? await handOut(
        trx,
        viewer,
        results.map(({ id }) => id),
      )
    : []
  const texts = new Map(handed.map(({ id, description_html }) => [id, description_html]))
  const total = counted!.total
  const isMore = (page + 1) * size < total
  return {
    cursor: `${size}:${page}:0`,
    prev_cursor: `${size}:${page - 1}:0`,
    next_cursor: isMore ? `${size}:${page + 1}:0` : null,
    prev_page_results: page > 0,
    next_page_results: isMore,
    page_count: results.length,
    total_results: total,
    total_pages: Math.ceil(total / size),
    results: results.map(row => ({
      ...seenFrom(page, row),
      ...(asksText ? { description_html: texts.get(row.id) ?? EMPTY } : {}),
    })),
  }
}

/** What left the lists of a project since: deleted, archived, or hidden by the intake. */
export const deletedIssues = async (
  trx: Knex,
  viewer: ServerViewer,
  project: string,
  ask: Ask,
): Promise<string[]> => {
  const after = instantOf('updated_at__gt', ask)
  const rows = trx('issues')
    .where({ project_id: project, active: false })
    .where(inner => whereRule(inner, Issue, readRules.issue, viewer))
    .orderBy(['updated_at', 'id'])
  if (after) rows.where('updated_at', '>', after)
  return rows.pluck('id')
}
