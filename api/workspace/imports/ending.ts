import { Import, type ImportOutcome, UNDO_DAYS } from '#contract/workspace/imports.ts'
import { lockedOne } from '../../db/locked.ts'
import { update } from '../../db/rows.ts'
import { countOf } from '../../db/visible.ts'
import type { Work } from '../../db/work.ts'
import { own } from './named.ts'
import { keepBeside } from './staging/beside.ts'
import { settleRevisions } from './staging/made.ts'
import type { WholeRow } from './staging/rows.ts'

const DAY_MS = 86_400_000

/** Pictures and files of pages, each counted once however many pages show it. */
const keptFiles = async ({ trx }: Work, row: WholeRow) => {
  const [kept] = (await trx('file_assets as f')
    .join('import_made as m', 'm.row_id', 'f.page')
    .where({ 'm.import': row.id, 'm.entity': 'page', 'm.is_new': true })
    .select(
      trx.raw(`count(distinct f.asset) filter (where f.attributes->>'type' like 'image/%')::int as pictures`),
      trx.raw(
        `count(distinct f.asset) filter (where f.attributes->>'type' not like 'image/%')::int as files`,
      ),
    )) as { pictures: number; files: number }[]
  return kept!
}

const madeIssues = ({ trx }: Work, row: WholeRow) =>
  trx('import_made as m')
    .join('issues as i', 'i.id', 'm.row_id')
    .where({ 'm.import': row.id, 'm.is_new': true })

/** Figures of what is there now, beside what was found. */
const counted = async (work: Work, row: WholeRow): Promise<ImportOutcome> => {
  const outcome = row.outcome as ImportOutcome
  const made: { entity: string; total: number }[] = await work
    .trx('import_made')
    .where({ import: row.id, is_new: true })
    .groupBy('entity')
    .select('entity', work.trx.raw('count(*)::int as total'))
  const of = (entity: string) => made.find(one => one.entity === entity)?.total ?? 0
  const kinds = structuredClone(outcome.kinds)
  const put = (kind: string, here: number) => {
    const { found = 0 } = kinds[kind] ?? {}
    kinds[kind] = { found, made: here, missing: Math.max(0, found - here) }
  }
  if (row.source === 'pages') {
    put('pages', of('page') + row.matched_count)
    const kept = await keptFiles(work, row)
    put('pictures', kept.pictures)
    put('files', kept.files)
  } else {
    put('issues', of('issue') + row.matched_count)
    put('relations', of('issue_relation'))
    if (row.connection !== null && row.matched_count === 0) put('files', of('attachment'))
    if (row.matched_count === 0) {
      put('comments', of('issue_comment'))
      put('sub_issues', await countOf(madeIssues(work, row).whereNotNull('i.parent_id')))
    }
  }
  const projects = outcome.projects.map(one => ({
    ...one,
    id: own(row.plan?.projects, one.value)?.id ?? one.id,
  }))
  return {
    ...outcome,
    kinds,
    projects,
    at: new Date().toISOString(),
    took_ms: Date.now() - Date.parse(row.created_at),
  }
}

/** Gives an import back to its person before anything was made; one that has made something is stopped. */
export const giveBack = async (work: Work, row: WholeRow, said: string): Promise<void> => {
  if (await work.trx('import_made').where('import', row.id).first('nth'))
    return endImport(work, row, 'stopped', said)
  const own = await lockedOne(work, Import, { id: row.id })
  if (own) await update(work, Import, own, { state: 'matching', said })
}

/** Ends an import, whole or stopped: from now on it can be undone. */
export const endImport = async (
  work: Work,
  row: WholeRow,
  state: 'done' | 'stopped',
  said: string | null,
): Promise<void> => {
  const outcome = await counted(work, row)
  await keepBeside(work, row.id, { outcome })
  await settleRevisions(work, row.id)
  const own = await lockedOne(work, Import, { id: row.id })
  if (!own) return
  const undo_until = new Date(Date.parse(work.now) + UNDO_DAYS * DAY_MS).toISOString()
  await update(work, Import, own, { state, said, ended_at: work.now, undo_until })
}
