/** Reads a source into rows, and counts the values that are to be matched. */
import { setImmediate } from 'node:timers/promises'
import { messageOf } from '#contract/messageOf.ts'
import { Import, MOST_COLUMNS, MOST_ROWS } from '#contract/workspace/imports.ts'
import { lockedOne } from '../../db/locked.ts'
import { update } from '../../db/rows.ts'
import type { Seal } from '../../db/seal.ts'
import type { Work } from '../../db/work.ts'
import type { FileStore } from '../../files/store.ts'
import type { JobAtWork, Kind, Step } from '../jobs/runner.ts'
import type { Staged } from './draft.ts'
import { countDraft, type Found, nothingFound } from './found.ts'
import { openSource } from './read/open.ts'
import type { Source } from './read/source.ts'
import { Unreadable } from './read/source.ts'
import { sourceOf } from './sources/columns.ts'
import { clearRows, keepBeside, type NewRow, stageRows } from './staging/beside.ts'
import { draftsBy, type WholeRow, wholeRow } from './staging/rows.ts'
import { orderIn } from './values.ts'

export const IMPORT_READ = 'import_read'

const ROWS_OF_STEP = 400
const LETTERS_OF_STEP = 400_000
const MOST_SEEN = 21
/** More letters of one line than an issue and its comments have. */
const MOST_LETTERS = 8_000_000

type At =
  | {
      phase: 'rows'
      at: number
      cursor: string | null
      found: Found
      seen: string[][]
      done: number
      total: number
    }
  | { phase: 'values'; nth: number; found: Found }

/** Sources that are being read by this process, so that a step goes on where the last one ended; another begins anew and passes over what is kept. */
const readings = new Map<string, { source: Source; at: number }>()

const close = async (job: string) => {
  const open = readings.get(job)
  readings.delete(job)
  await open?.source.rows.return(undefined)
}

const readingOf = async (job: string, row: WholeRow, at: Extract<At, { phase: 'rows' }>, given: Given) => {
  const open = readings.get(job)
  if (open?.at === at.at) return open
  await close(job)
  const source = await openSource(row, given, at.cursor)
  const reading = { source, at: at.cursor === null ? 0 : at.at }
  for (; reading.at < at.at; reading.at++) if ((await source.rows.next()).done) break
  readings.set(job, reading)
  return reading
}

const isSame = (cells: string[], header: string[]) =>
  cells.length === header.length && cells.every((cell, at) => cell === header[at])

const headerOf = (cells: string[], found: Found): string[][] => {
  const names = cells.map(cell =>
    cell
      .replace(/^\uFEFF/, '')
      .trim()
      .slice(0, 255),
  )
  if (names.length > MOST_COLUMNS) throw new Unreadable(`The file has more than ${MOST_COLUMNS} columns.`)
  if (!names.some(Boolean)) throw new Unreadable('The first line names no columns.')
  found.columns = names.map((name, at) => ({
    name: name || `Column ${at + 1}`,
    ...{ filled: 0, sample: '', distinct: 0, isWeb: true },
  }))
  return names.map(() => [])
}

const noteColumns = ({ columns, format }: Found, cells: string[], seen: string[][]) => {
  for (const [at, column] of columns.entries()) {
    const cell = (cells[at] ?? '').trim()
    if (!cell) continue
    column.filled++
    column.sample ||= cell.slice(0, 80)
    column.isWeb &&= /^https?:\/\/\S+$/i.test(cell)
    const own = seen[at]!
    const short = cell.slice(0, 60)
    if (own.length < MOST_SEEN && !own.includes(short)) own.push(short)
    column.distinct = own.length
    if (format && format.dates === null) format.dates = orderIn(cell)
  }
}

/** Why a line cannot be taken as it is; null for one that can. */
const faultOf = (cells: string[], { columns, format }: Found): string | null => {
  const most = columns.length
  if (cells.length > most && cells.slice(most).some(cell => cell.trim()))
    return `Line has ${cells.length} of ${most} columns`
  // Some exports leave the last cell off; a spreadsheet's rows end with their last value.
  return format?.kind === 'csv' && cells.length < most - 1
    ? `Line ends after ${cells.length} of ${most} columns`
    : null
}

type Given = { store: FileStore; seal: (name: string) => Seal }

const lettersOf = (cells: unknown) =>
  Array.isArray(cells)
    ? cells.reduce((sum: number, cell) => sum + String(cell).length, 0)
    : JSON.stringify(cells).length

const readRows = async (
  work: Work,
  job: JobAtWork,
  row: WholeRow,
  from: Extract<At, { phase: 'rows' }>,
  given: Given,
) => {
  const at = structuredClone(from)
  const reading = await readingOf(job.id, row, at, given)
  const { source } = reading
  const staged: NewRow[] = []
  let letters = 0
  let isOver = false
  while (staged.length < ROWS_OF_STEP && letters < LETTERS_OF_STEP) {
    const next = await source.rows.next()
    if (next.done) {
      isOver = true
      break
    }
    const one: Staged = next.value
    const nth = reading.at++
    if (Array.isArray(one.cells) && nth === 0) {
      at.found.format = source.format
      at.seen = headerOf(one.cells as string[], at.found)
      continue
    }
    const isTable = Array.isArray(one.cells)
    if (
      isTable &&
      isSame(
        one.cells as string[],
        at.found.columns.map(({ name }) => name),
      )
    )
      continue
    const size = lettersOf(one.cells)
    if (size > MOST_LETTERS) throw new Unreadable(`Line ${one.line} is too long.`)
    if (isTable) noteColumns(at.found, one.cells as string[], at.seen)
    letters += size
    const fault = one.fault ?? (isTable ? faultOf(one.cells as string[], at.found) : null)
    staged.push({ nth, line: one.line, cells: one.cells, fault })
    at.found.rows++
    if (staged.length % 100 === 0) await setImmediate()
  }
  if (at.found.rows > MOST_ROWS) throw new Unreadable(`More than ${MOST_ROWS} lines: split the file.`)
  await stageRows(work, row.id, staged)
  const progress = source.progress(reading.at)
  return { at: { ...at, at: reading.at, cursor: source.cursor(), ...progress }, isOver }
}

const VALUES_OF_STEP = 400

const countValues = async (work: Work, row: WholeRow, at: Extract<At, { phase: 'values' }>) => {
  const found = structuredClone(at.found)
  const rows = await work
    .trx('import_rows')
    .where('import', row.id)
    .where('nth', '>', at.nth)
    .orderBy('nth')
    .limit(VALUES_OF_STEP)
    .select<{ nth: number; cells: unknown; fault: string | null }[]>('nth', 'cells', 'fault')
  const draftOf = draftsBy({ ...row, found })
  for (const [nth, { cells, fault }] of rows.entries()) {
    if (!fault) countDraft(found, draftOf(cells))
    if (nth % 100 === 0) await setImmediate()
  }
  return { found, nth: rows.at(-1)?.nth ?? at.nth, isOver: rows.length < VALUES_OF_STEP }
}

const begin = (row: WholeRow, input: Record<string, unknown>): At =>
  input.from === 'values' && row.found
    ? { phase: 'values', nth: -1, found: { ...nothingFound(), ...row.found, values: nothingFound().values } }
    : { phase: 'rows', at: 0, cursor: null, found: nothingFound(), seen: [], done: 0, total: row.size ?? 0 }

const fail = async (work: Work, row: WholeRow, said: string): Promise<Step> => {
  await clearRows(work, row.id)
  const own = await lockedOne(work, Import, { id: row.id })
  if (own) await update(work, Import, own, { state: 'failed', said, ended_at: work.now })
  return { phases: [], result: { failed: said } }
}

const step = async (work: Work, job: JobAtWork, given: Given): Promise<Step> => {
  const row = await wholeRow(work.trx, String(job.input.import))
  if (!row) return { phases: [], result: {} }
  const at = (job.checkpoint as At | null) ?? begin(row, job.input)
  if (at.phase === 'rows') {
    const read = await readRows(work, job, row, at, given)
    const phases = [{ name: 'read', done: read.at.done, total: Math.max(read.at.total, read.at.done) }]
    if (!read.isOver) return { phases, checkpoint: read.at }
    await close(job.id)
    if (read.at.found.rows === 0) return fail(work, row, 'The file has a header and no lines.')
    const source = row.source === 'csv' ? sourceOf(read.at.found.columns.map(({ name }) => name)) : row.source
    const own = await lockedOne(work, Import, { id: row.id })
    if (own) await update(work, Import, own, { source, rows: read.at.found.rows })
    await keepBeside(work, row.id, { found: read.at.found })
    return { phases, checkpoint: { phase: 'values', nth: -1, found: read.at.found } satisfies At }
  }
  const counted = await countValues(work, row, at)
  const done = Math.min(counted.nth + 1, counted.found.rows)
  const phases = [{ name: 'values', done, total: counted.found.rows }]
  if (!counted.isOver)
    return { phases, checkpoint: { phase: 'values', nth: counted.nth, found: counted.found } satisfies At }
  await keepBeside(work, row.id, { found: counted.found })
  const own = await lockedOne(work, Import, { id: row.id })
  if (own) await update(work, Import, own, { state: 'matching', said: null, rows: counted.found.rows })
  return { phases, result: { rows: counted.found.rows } }
}

/** An error of the source itself ends the reading with its reason; any other is tried again. */
export const importRead = (given: Given): Kind => ({
  kind: IMPORT_READ,
  step: async (work, job) => {
    try {
      return await step(work, job, given)
    } catch (error) {
      await close(job.id)
      if (!(error instanceof Unreadable)) throw error
      const row = await wholeRow(work.trx, String(job.input.import))
      return row ? fail(work, row, messageOf(error)) : { phases: [], result: {} }
    }
  },
})
