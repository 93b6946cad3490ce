/** Columns of an import beside the wire, and the rows that it was read into: no other row of the workspace is written here. */
import type { Knex } from 'knex'
import type { ImportChoices } from '#contract/workspace/imports.ts'
import type { Work } from '../../../db/work.ts'
import type { Found } from '../found.ts'
import type { Plan } from '../plan.ts'

type Beside = {
  file?: string
  size?: number
  origin?: string
  connection?: string | null
  connection_until?: string
  found?: Found
  choices?: ImportChoices
  plan?: Plan
  outcome?: unknown
}

/** Writes columns of an import that are not its row on the wire. */
export const keepBeside = async ({ trx }: Work, id: string, values: Beside): Promise<void> => {
  const columns = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === 'object' && value !== null ? JSON.stringify(value) : value,
  ])
  await trx('imports').where({ id }).update(Object.fromEntries(columns))
}

/** Halves of a letter and bytes of zero are no letters: PostgreSQL keeps none. */
const keepable = (text: string) => text.toWellFormed().replaceAll('\0', '')

export type NewRow = { nth: number; line: number; cells: unknown; fault: string | null }

export const stageRows = async ({ trx }: Work, id: string, rows: readonly NewRow[]): Promise<void> => {
  if (rows.length === 0) return
  await trx.raw(
    `insert into import_rows (import, nth, line, cells, fault)
       select ?, nth, line, cells, fault from jsonb_to_recordset(?) as r(nth int, line int, cells jsonb, fault text)`,
    [id, JSON.stringify(rows, (_, value: unknown) => (typeof value === 'string' ? keepable(value) : value))],
  )
}

/** Forgets what an earlier dry run found. */
export const clearVerdicts = async ({ trx }: Work, id: string): Promise<void> => {
  for (const table of ['import_keys', 'import_faults']) await trx(table).where('import', id).delete()
}

/** Forgets all that was read. */
export const clearRows = async (work: Work, id: string): Promise<void> => {
  await clearVerdicts(work, id)
  await work.trx('import_rows').where('import', id).delete()
}

/** Forgets what an import was read into, and its file; one that is not over ends with these words. */
export const forgetRows = async (trx: Knex, id: string, said: string | null): Promise<void> => {
  for (const table of ['import_rows', 'import_keys']) await trx(table).where('import', id).delete()
  const end = said !== null && { state: 'failed', said, ended_at: new Date() }
  await trx('imports')
    .where({ id })
    .update({ file: null, ...end })
}

type Key = { key: string; nth: number }

/** Claims keys that issues have of their own, each once: the first one keeps it, and goes before any other name. */
export const claimOwn = async ({ trx }: Work, id: string, keys: readonly Key[]): Promise<void> => {
  await trx.raw(
    `insert into import_keys (import, key, nth) select ?, left(key, 500), nth
       from jsonb_to_recordset(?) as k(key text, nth int)
         on conflict (import, key) do update set nth = excluded.nth, is_own = true where not import_keys.is_own`,
    [id, JSON.stringify(keys)],
  )
}

/** Claims other names of issues: the first one with a name keeps it. */
export const claimNames = async ({ trx }: Work, id: string, keys: readonly Key[]): Promise<void> => {
  await trx.raw(
    `insert into import_keys (import, key, nth, is_own) select ?, left(key, 500), nth, false
       from jsonb_to_recordset(?) as k(key text, nth int) order by nth on conflict do nothing`,
    [id, JSON.stringify(keys)],
  )
}

/** Counts issues by the keys of their titles; answers how many there were of each before. */
export const countTitles = async (
  { trx }: Work,
  id: string,
  titles: readonly (Key & { uses: number })[],
): Promise<Map<string, number>> => {
  if (titles.length === 0) return new Map()
  const { rows } = await trx.raw<{ rows: { key: string; uses: number }[] }>(
    `insert into import_keys (import, key, nth, uses) select ?, key, nth, uses
       from jsonb_to_recordset(?) as k(key text, nth int, uses int)
         on conflict (import, key) do update set uses = import_keys.uses + excluded.uses returning key, uses`,
    [id, JSON.stringify(titles)],
  )
  const now = new Map(rows.map(({ key, uses }) => [key, uses]))
  return new Map(titles.map(({ key, uses }) => [key, (now.get(key) ?? uses) - uses]))
}

export type Verdict = {
  nth: number
  key: string
  project: string
  target: string | null
  verdict: string
  issue: string | null
  parent: string | null
  related: boolean
  wanted: number | null
}

export const keepVerdicts = async (
  { trx }: Work,
  id: string,
  verdicts: readonly Verdict[],
): Promise<void> => {
  await trx.raw(
    `update import_rows r set key = g.key, project = g.project, target = g.target, verdict = g.verdict, issue = g.issue,
            parent = g.parent, is_related = g.related, parent_nth = null, parent_issue = null, depth = null, children = 0,
            number = null, wanted = g.wanted, is_done = false
       from jsonb_to_recordset(?) as g(nth int, key text, project text, target uuid, verdict text, issue uuid, parent text,
              related boolean, wanted int)
      where r.import = ? and r.nth = g.nth`,
    [JSON.stringify(verdicts), id],
  )
}

/** Rows that a closer look has found unfit. */
export const skipRows = async ({ trx }: Work, id: string, nths: readonly number[]): Promise<void> => {
  if (nths.length === 0) return
  await trx('import_rows')
    .where('import', id)
    .whereRaw('nth = any(?)', [[...nths]])
    .update({ verdict: 'skipped' })
}

/** The project that was made for a value of the source. */
export const setTarget = async (
  { trx }: Work,
  id: string,
  project: string,
  target: string,
): Promise<void> => {
  await trx('import_rows').where({ import: id, project }).update({ target })
}

export const markDone = async ({ trx }: Work, id: string, nths: readonly number[]): Promise<void> => {
  await trx('import_rows')
    .where('import', id)
    .whereRaw('nth = any(?)', [[...nths]])
    .update({ is_done: true })
}

/** Rows whose issues are here already, by their places: nothing is made of them. */
export const markMatched = async (
  { trx }: Work,
  id: string,
  issues: ReadonlyMap<number, string>,
): Promise<void> => {
  if (issues.size === 0) return
  await trx.raw(
    `update import_rows r set verdict = 'matched', is_done = true, issue = g.issue
       from jsonb_to_recordset(?) as g(nth int, issue uuid) where r.import = ? and r.nth = g.nth`,
    [JSON.stringify([...issues].map(([nth, issue]) => ({ nth, issue }))), id],
  )
}
