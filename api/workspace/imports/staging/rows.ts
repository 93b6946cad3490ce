/** An import with the columns beside the wire, its rows, and their drafts. */
import type { Knex } from 'knex'
import { type ColumnTarget, Import, type ImportChoices } from '#contract/workspace/imports.ts'
import type { ServerViewer } from '../../../db/viewer.ts'
import type { Work } from '../../../db/work.ts'
import { bounded, type Draft } from '../draft.ts'
import { type Found, nothingFound } from '../found.ts'
import { columnMatches, type Matches, matchAll } from '../match.ts'
import { readPlace } from '../place.ts'
import type { Plan } from '../plan.ts'
import type { TableHow } from '../sources/columns.ts'
import { recordReader } from '../sources/table.ts'

export type WholeRow = Import & {
  file: string | null
  size: number | null
  origin: string
  connection: string | null
  found: Found | null
  choices: ImportChoices
  plan: Plan | null
  outcome: unknown
}

const BESIDE = ['file', 'size', 'origin', 'connection', 'found', 'choices', 'plan', 'outcome']

export const wholeRow = async (trx: Knex, id: string): Promise<WholeRow | undefined> =>
  trx('imports')
    .where({ id })
    .whereNull('deleted_at')
    .first<WholeRow | undefined>(...Import.columns, ...BESIDE)

/** One record of the source, as the steps of an import find it. */
export type ImportRow = {
  nth: number
  line: number
  cells: unknown
  fault: string | null
  key: string | null
  target: string | null
  project: string | null
  verdict: 'new' | 'matched' | 'skipped' | null
  parent: string | null
  parent_nth: number | null
  parent_issue: string | null
  depth: number | null
  children: number
  issue: string | null
  wanted: number | null
  number: number | null
}

/** The next rows after this place that are written or were here, in their order; others of their conditions are the caller's. */
export const rowsAfter = (
  { trx }: Pick<Work, 'trx'>,
  row: WholeRow,
  { nth, most, verdicts = ['new', 'matched'] }: { nth: number; most: number; verdicts?: readonly string[] },
): Knex.QueryBuilder =>
  trx('import_rows')
    .where('import', row.id)
    .whereIn('verdict', verdicts)
    .where('nth', '>', nth)
    .orderBy('nth')
    .limit(most)

const howOf = (row: WholeRow): TableHow => {
  const found = row.found ?? nothingFound()
  const to = new Map(
    columnMatches({ row, found, choices: row.choices }).map(match => [
      match.value,
      match.to.to as ColumnTarget,
    ]),
  )
  return {
    source: row.source,
    columns: found.columns.map(({ name }) => ({ name, to: to.get(name) ?? 'line' })),
    dates: found.format?.dates ?? row.choices.dates ?? null,
    people: found.people ?? {},
  }
}

/** Reads records as drafts: those of a table by what its columns become, others are drafts already. */
export const draftsBy = (row: WholeRow): ((cells: unknown) => Draft) => {
  const read = recordReader(howOf(row))
  return cells => bounded(Array.isArray(cells) ? read(cells as string[]) : (cells as Draft))
}

/** Where every value goes at this moment. */
export const matchesOf = async (trx: Knex, viewer: ServerViewer, row: WholeRow): Promise<Matches> =>
  matchAll({
    row,
    found: row.found ?? nothingFound(),
    choices: row.choices,
    place: await readPlace(trx, viewer, row),
  })
