import type { Knex } from 'knex'
import { fail } from '#contract/errors.ts'
import { Issue } from '#contract/work/issues.ts'
import type { ServerViewer } from '../../db/viewer.ts'
import { countOf, visible, whereRule } from '../../db/visible.ts'
import { instantOf } from '../../http/inputs.ts'
import { handOut } from '../../text/documents/handed.ts'
import { EMPTY } from '../../text/documents/stored.ts'

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

// A client that keeps a copy asks next for all after the newest row that it was given. A row that changed after the
// first page was served may have been on it: reported with its true time it would have the next sync begin behind the
// changes of the other pages. So it is reported with the time of the newest change before the first page, and comes again
// with the truth.
const startOf = async (
  trx: Knex,
  viewer: ServerViewer,
  project: string,
  page: number,
): Promise<string | null> => {
  const reader = viewer.token?.id ?? viewer.session ?? viewer.id
  if (page > 0) {
    const begun = await trx('sync_starts')
      .where({ reader, project_id: project })
      .first<{ stamp: string } | undefined>('stamp')
    return begun?.stamp ?? null
  }
  // The counter's stamp, not the clock: every later commit is newer than that, however long it took.
  const { rows } = await trx.raw<{ rows: { stamp: string }[] }>(
    `insert into sync_starts (reader, project_id, stamp)
       select :reader, p.id, coalesce(c.stamp, 'epoch') from projects p left join change_counters c on c.scope_id = p.workspace
        where p.id = :project
     on conflict (reader, project_id) do update set stamp = excluded.stamp, at = now()
     returning stamp`,
    { reader, project },
  )
  return rows[0]?.stamp ?? null
}

/**
 * All issues of a project for a copy kept elsewhere. A first sync goes by age, so that edits between two pages shift no
 * row from one to the other; a later one by the time of change.
 */
export const syncIssues = async (trx: Knex, viewer: ServerViewer, project: string, ask: Ask) => {
  const after = instantOf('updated_at__gt', ask)
  const { size, page } = readCursor(ask.cursor)
  // Before any row is read.
  const start = await startOf(trx, viewer, project, page)
  const rows = () => {
    const found = visible(trx, Issue, viewer).where({ 'issues.project_id': project, 'issues.active': true })
    if (after) found.where('issues.updated_at', '>', after)
    return found
  }
  const query = rows()
    .orderBy([after ? 'issues.updated_at' : 'issues.created_at', 'issues.id'])
    .limit(size)
    .offset(page * size)
  const [results, total] = await Promise.all([query, countOf(rows())])
  const asksText = ask.description === 'true'
  const handed = asksText
    ? await handOut(
        trx,
        viewer,
        results.map(({ id }) => id),
      )
    : []
  const texts = new Map(handed.map(({ id, description_html }) => [id, description_html]))
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
      ...row,
      updated_at: page > 0 && start && row.updated_at > start ? start : row.updated_at,
      ...(asksText ? { description_html: texts.get(row.id) ?? EMPTY } : {}),
    })),
  }
}

/** Issues that left the lists of a project since: deleted, archived, or hidden by the intake. */
export const deletedIssues = async (
  trx: Knex,
  viewer: ServerViewer,
  project: string,
  ask: Ask,
): Promise<string[]> => {
  const after = instantOf('updated_at__gt', ask)
  const rows = trx('issues')
    .where({ project_id: project, active: false })
    .where(inner => whereRule(inner, Issue, Issue.read, viewer))
    .orderBy(['updated_at', 'id'])
  if (after) rows.where('updated_at', '>', after)
  return rows.pluck('id')
}
