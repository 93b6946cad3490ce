/** Reads a source into rows, and counts the values that are to be matched. */
import { setTimeout as later, setImmediate } from 'node:timers/promises'
import { messageOf } from '#contract/messageOf.ts'
import { Import, MOST_COLUMNS, MOST_ROWS } from '#contract/workspace/imports.ts'
import { lockedOne } from '../../db/locked.ts'
import { update } from '../../db/rows.ts'
import type { Work } from '../../db/work.ts'
import type { JobAtWork, Kind, Step } from '../jobs/runner.ts'
import { lastChoices } from './choices.ts'
import type { Staged } from './draft.ts'
import { countDraft, type Found, type FoundColumn, notePeople, nothingFound } from './found.ts'
import { sourceNames } from './match.ts'
import { put } from './named.ts'
import { readArchive } from './pages/read.ts'
import { type Access, openSource } from './read/open.ts'
import type { Source } from './read/source.ts'
import { Unreadable } from './read/source.ts'
import { isDated, sourceOf } from './sources/columns.ts'
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

/** A source that is being read. `next`: its next record, which is asked for between the steps as well. */
type Reading = {
  source: Source
  at: number
  next: Promise<IteratorResult<Staged, void>> | null
  idle: NodeJS.Timeout | null
}

/** A reading that no step has gone on with for so long is ended: its job is over, or another process carries it on. */
const IDLE_MS = 5 * 60_000

/** Sources that are being read by this process, so that a step goes on where the last one ended; another begins anew and passes over what is kept. */
const createReadings = (given: Access) => {
  const readings = new Map<string, Reading>()
  const close = (job: string) => {
    const open = readings.get(job)
    if (!open) return
    readings.delete(job)
    if (open.idle) clearTimeout(open.idle)
    open.source.end?.()
    // Not waited for: it ends once what is being asked has ended.
    void open.source.rows.return(undefined).catch(() => {})
  }
  const of = async (job: string, row: WholeRow, at: Extract<At, { phase: 'rows' }>): Promise<Reading> => {
    const open = readings.get(job)
    if (open?.at === at.at) return open
    close(job)
    const source = await openSource(row, given, at.cursor)
    const reading: Reading = { source, at: at.cursor === null ? 0 : at.at, next: null, idle: null }
    for (; reading.at < at.at; reading.at++) if ((await source.rows.next()).done) break
    readings.set(job, reading)
    return reading
  }
  /** Keeps it for the next step, which comes after what the source asked us to wait. */
  const rest = (job: string) => {
    const open = readings.get(job)
    if (!open) return
    if (open.idle) clearTimeout(open.idle)
    open.idle = setTimeout(close, IDLE_MS + (open.source.waits?.() ?? 0), job).unref()
  }
  return { of, close, rest }
}
type Readings = ReturnType<typeof createReadings>

/** A step takes what is there within this time. A service that is slower is asked on while the job waits: others are not to wait for it. */
const PATIENCE_MS = 1_000
const PATIENCE_WITH_SERVICE_MS = 250
const PAUSE_MS = 500
/** A service is asked again after this long at the latest, whatever it says. */
const LONGEST_PAUSE_MS = 15 * 60_000

/** The next record; null when it is not there in time. */
const nextOf = async (reading: Reading, late: Promise<null>) => {
  reading.next ??= reading.source.rows.next()
  // Rejected between two steps it is handled by the next one.
  reading.next.catch(() => {})
  const next = await Promise.race([reading.next, late])
  if (next) reading.next = null
  return next
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

/** A version or a title may begin as a date does: columns of dates say the order, and cells that are nothing but a whole date. */
const saysDates = ({ name }: FoundColumn, cell: string) =>
  isDated(name) || /^\d{1,2}[/.-]\d{1,2}[/.-]\d{4}(?:[ ,T].{0,30})?$/.test(cell)

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
    if (format && format.dates === null && saysDates(column, cell)) format.dates = orderIn(cell)
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

const lettersOf = (cells: unknown) =>
  Array.isArray(cells)
    ? cells.reduce((sum: number, cell) => sum + String(cell).length, 0)
    : JSON.stringify(cells).length

const readRows = async (
  work: Work,
  job: JobAtWork,
  row: WholeRow,
  from: Extract<At, { phase: 'rows' }>,
  readings: Readings,
) => {
  const at = structuredClone(from)
  const reading = await readings.of(job.id, row, at)
  const { source } = reading
  const patience = new AbortController()
  const late = later(source.waits ? PATIENCE_WITH_SERVICE_MS : PATIENCE_MS, null, {
    signal: patience.signal,
  }).catch(() => null)
  const staged: NewRow[] = []
  let letters = 0
  let isOver = false
  let pauseMs = 0
  while (staged.length < ROWS_OF_STEP && letters < LETTERS_OF_STEP) {
    const next = await nextOf(reading, late)
    if (!next) {
      pauseMs = Math.min(Math.max(PAUSE_MS, source.waits?.() ?? 0), LONGEST_PAUSE_MS)
      break
    }
    if (next.done) {
      isOver = true
      break
    }
    const one: Staged = next.value
    const nth = reading.at++
    at.cursor = one.cursor ?? null
    if (nth === 0) at.found.format = source.format
    if (Array.isArray(one.cells) && nth === 0) {
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
    if (isTable) {
      noteColumns(at.found, one.cells as string[], at.seen)
      notePeople(at.found, one.cells as string[])
    }
    letters += size
    const fault = one.fault ?? (isTable ? faultOf(one.cells as string[], at.found) : null)
    staged.push({ nth, line: one.line, cells: one.cells, fault })
    at.found.rows++
    if (staged.length % 20 === 0) await setImmediate()
  }
  patience.abort()
  readings.rest(job.id)
  if (at.found.rows > MOST_ROWS) throw new Unreadable(`More than ${MOST_ROWS} lines: split the file.`)
  await stageRows(work, row.id, staged)
  const progress = source.progress(reading.at)
  return { at: { ...at, at: reading.at, ...progress }, isOver, pauseMs }
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
    if (nth % 20 === 0) await setImmediate()
  }
  return { found, nth: rows.at(-1)?.nth ?? at.nth, isOver: rows.length < VALUES_OF_STEP }
}

const begin = (row: WholeRow, input: Record<string, unknown>): At =>
  input.from === 'values' && row.found
    ? { phase: 'values', nth: -1, found: { ...nothingFound(), ...row.found, values: nothingFound().values } }
    : { phase: 'rows', at: 0, cursor: null, found: nothingFound(), seen: [], done: 0, total: row.size ?? 0 }

const emptyWords = ({ connection, source }: WholeRow, { columns }: Found) => {
  if (connection !== null)
    return `${sourceNames[source]} gave no issues: there are none, or the key does not see them.`
  return columns.length > 0 ? 'The file has a header and no lines.' : 'The file holds no issues.'
}

const fail = async (work: Work, row: WholeRow, said: string): Promise<Step> => {
  await clearRows(work, row.id)
  const own = await lockedOne(work, Import, { id: row.id })
  if (own) await update(work, Import, own, { state: 'failed', said, ended_at: work.now })
  return { phases: [], result: { failed: said } }
}

const step = async (work: Work, job: JobAtWork, given: Access, readings: Readings): Promise<Step> => {
  const row = await wholeRow(work.trx, String(job.input.import))
  if (!row) return { phases: [], result: {} }
  work.import = { id: row.id, from: sourceNames[row.source] }
  if (row.source === 'pages') return readArchive(work, job, row, given)
  const at = (job.checkpoint as At | null) ?? begin(row, job.input)
  if (at.phase === 'rows') {
    const read = await readRows(work, job, row, at, readings)
    const phases = [{ name: 'read', done: read.at.done, total: Math.max(read.at.total, read.at.done) }]
    if (!read.isOver) {
      const { pauseMs } = read
      const total = Math.ceil(pauseMs / 1000)
      const waits = pauseMs > PAUSE_MS ? [{ name: 'wait', done: 0, total }] : []
      return { phases: [...phases, ...waits], checkpoint: read.at, pauseMs }
    }
    readings.close(job.id)
    if (read.at.found.rows === 0) return fail(work, row, emptyWords(row, read.at.found))
    const source = row.source === 'csv' ? sourceOf(read.at.found.columns.map(({ name }) => name)) : row.source
    const own = await lockedOne(work, Import, { id: row.id })
    if (own) await update(work, Import, own, { source, rows: read.at.found.rows })
    // A list that is known by its columns as one of another tool.
    const { workspace, owner } = row
    const isKnown = source !== row.source
    const choices = isKnown && (await lastChoices(work, { workspace, owner, source }))
    await keepBeside(work, row.id, { found: read.at.found, ...(choices && { choices }) })
    return { phases, checkpoint: { phase: 'values', nth: -1, found: read.at.found } satisfies At }
  }
  const counted = await countValues(work, row, at)
  const done = Math.min(counted.nth + 1, counted.found.rows)
  const phases = [{ name: 'values', done, total: counted.found.rows }]
  if (!counted.isOver)
    return { phases, checkpoint: { phase: 'values', nth: counted.nth, found: counted.found } satisfies At }
  const { projects } = counted.found.values
  // All lines are sub-issues of others that are not here.
  if (Object.keys(projects).length === 0) put(projects, '', { count: counted.found.rows, detail: '' })
  await keepBeside(work, row.id, { found: counted.found })
  const own = await lockedOne(work, Import, { id: row.id })
  if (own) await update(work, Import, own, { state: 'matching', said: null, rows: counted.found.rows })
  return { phases, result: { rows: counted.found.rows } }
}

/** An error of the source itself ends the reading with its reason; any other is tried again. */
export const importRead = (given: Access): Kind => {
  const readings = createReadings(given)
  return {
    kind: IMPORT_READ,
    step: async (work, job) => {
      try {
        return await step(work, job, given, readings)
      } catch (error) {
        readings.close(job.id)
        if (!(error instanceof Unreadable)) throw error
        const row = await wholeRow(work.trx, String(job.input.import))
        return row ? fail(work, row, messageOf(error)) : { phases: [], result: {} }
      }
    },
  }
}
