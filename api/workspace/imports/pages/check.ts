/** The dry run of an archive of pages: each is read whole, with what it names, and nothing is written. */
import { hash } from 'node:crypto'
import { v7 } from 'uuid'
import { Import, type ImportOutcome } from '#contract/workspace/imports.ts'
import { lockedOne } from '../../../db/locked.ts'
import { update } from '../../../db/rows.ts'
import type { Work } from '../../../db/work.ts'
import { createBreath } from '../../archives/readArchive.ts'
import type { JobAtWork, Step } from '../../jobs/runner.ts'
import { digestOfName } from '../keys.ts'
import { planOf } from '../match.ts'
import type { Plan } from '../plan.ts'
import type { Access } from '../read/open.ts'
import { claimNames, clearVerdicts, keepBeside, keepVerdicts, skipRows } from '../staging/beside.ts'
import { keepFaults, MOST_FAULTS, type NewFault } from '../staging/faults.ts'
import { linkPages, matchKnown } from '../staging/pages.ts'
import { type ImportRow, matchesOf, type WholeRow } from '../staging/rows.ts'
import { archiveOf, type Opened } from './opened.ts'
import {
  findNamed,
  idKey,
  isPictureName,
  judgeFile,
  nameKey,
  type PageCells,
  readPage,
  rowKey,
} from './page.ts'
import { ONE, projectOf } from './targets.ts'

const NAMES_OF_STEP = 1_000
const PAGES_OF_STEP = 200
const STEP_MS = 1_000

type At = {
  phase: 'names' | 'pages'
  nth: number
  began: string
  faults: number
  empty: number
  skipped: number
}
type PageRow = Pick<ImportRow, 'nth' | 'line' | 'fault' | 'issue' | 'verdict' | 'key'> & { cells: PageCells }

export const rowsAfter = (work: Work, row: WholeRow, nth: number, most: number): Promise<PageRow[]> =>
  work
    .trx('import_rows')
    .where('import', row.id)
    .where('nth', '>', nth)
    .orderBy('nth')
    .limit(most)
    .select('nth', 'line', 'cells', 'fault', 'issue', 'verdict', 'key')

/** What a page is known by when the same archive comes again: its id, otherwise its place and title. */
const keyOf = ({ id, path, title }: PageCells): string =>
  id ?? `path ${hash('sha256', `${path}\n${title}`).slice(0, 32)}`

const keepNames = async (work: Work, row: WholeRow, plan: Plan, from: At): Promise<At> => {
  const rows = await rowsAfter(work, row, from.nth, NAMES_OF_STEP)
  const project = projectOf(plan)
  const isLeftOut = plan.projects[ONE]?.to === 'skip'
  await keepVerdicts(
    work,
    row.id,
    rows.map(({ nth, cells, fault }) => ({
      ...{
        nth,
        key: keyOf(cells),
        project: ONE,
        target: project,
        parent: null,
        related: false,
        wanted: null,
      },
      verdict: fault || isLeftOut ? 'skipped' : 'new',
      issue: v7(),
    })),
  )
  await claimNames(
    work,
    row.id,
    rows.flatMap(({ nth, cells }) =>
      [
        nameKey(cells.title),
        nameKey(cells.name),
        ...(cells.id ? [idKey(cells.id)] : []),
        ...(cells.parent === null
          ? []
          : [rowKey(cells.parent, cells.title), rowKey(cells.parent, cells.name)]),
      ].map(key => ({ key, nth })),
    ),
  )
  if (rows.length === NAMES_OF_STEP) return { ...from, nth: rows.at(-1)!.nth }
  await matchKnown(work, row, project)
  return { ...from, phase: 'pages', nth: -1 }
}

const SKIPPED = 'skipped'
const fault = ({ line, cells }: PageRow, said: string, words: string, effect: string): NewFault => ({
  ...{ line, said, effect },
  key: cells.entry ?? cells.path,
  words,
})

type Files = { key: string; nth: number }[]

/** What the addresses of a page come to: faults, and the files that would be kept. */
const judgeNamed = async (
  opened: Opened,
  one: PageRow,
  read: Exclude<Awaited<ReturnType<typeof readPage>>, { fault: string }>['read'],
  limit: number,
): Promise<{ faults: NewFault[]; files: Files }> => {
  const faults: NewFault[] = []
  const files: Files = []
  const named = [...read.addresses, ...read.attachments.map(address => ({ kind: 'link' as const, address }))]
  const seen = new Set<string>()
  const breathe = createBreath()
  for (const each of named) {
    await breathe()
    const found = findNamed(opened, { ...one.cells, nth: one.nth }, each)
    const effect = each.kind === 'picture' ? 'No picture' : 'No link'
    if (!found) {
      if (!/^(?:https?:|\/\/)/i.test(each.address))
        faults.push(fault(one, 'Names a file that is not in the archive', each.address, effect))
      continue
    }
    if (!('file' in found) || seen.has(found.file)) continue
    seen.add(found.file)
    const judged = await judgeFile(opened, found.file, { called: read.names.get(each.address), limit })
    if ('fault' in judged)
      faults.push(fault(one, judged.fault, found.file, each.kind === 'picture' ? effect : 'No file'))
    else
      files.push({
        key: `${isPictureName(found.file) ? 'picture' : 'file'} ${digestOfName(found.file)}`,
        nth: one.nth,
      })
  }
  return { faults, files }
}

const judgePages = async (work: Work, row: WholeRow, from: At, access: Access) => {
  const opened = await archiveOf(access.store, row)
  const rows = await rowsAfter(work, row, from.nth, PAGES_OF_STEP)
  const at = { ...from }
  const faults: NewFault[] = []
  const skipped: number[] = []
  const files: Files = []
  const until = performance.now() + STEP_MS
  for (const one of rows) {
    if (performance.now() > until) break
    at.nth = one.nth
    if (one.fault) faults.push(fault(one, one.fault, '', SKIPPED))
    if (one.verdict !== 'new') continue
    const page = await readPage(opened, one.cells)
    if ('fault' in page) {
      skipped.push(one.nth)
      faults.push(fault(one, page.fault, '', SKIPPED))
      continue
    }
    if (page.cut > 0)
      faults.push(
        fault(one, `The table is longer than a text takes: ${page.cut} lines stay behind`, '', 'Cut'),
      )
    const judged = await judgeNamed(opened, one, page.read, access.fileSizeLimit)
    faults.push(...judged.faults)
    files.push(...judged.files)
  }
  await claimNames(work, row.id, files)
  await skipRows(work, row.id, skipped)
  await keepFaults(work, row.id, faults.slice(0, Math.max(0, MOST_FAULTS - at.faults)))
  at.faults += faults.length
  at.empty += faults.filter(({ effect }) => effect !== SKIPPED).length
  return { at, isOver: at.nth === (rows.at(-1)?.nth ?? at.nth) && rows.length < PAGES_OF_STEP, opened }
}

const outcomeOf = async (
  work: Work,
  row: WholeRow,
  plan: Plan,
  at: At,
  opened: Opened,
): Promise<ImportOutcome> => {
  const [rows] = (await work
    .trx('import_rows')
    .where('import', row.id)
    .select(
      ...['new', 'matched', 'skipped'].map(name =>
        work.trx.raw(`count(*) filter (where verdict = ?)::int as ${name}`, [name]),
      ),
      work.trx.raw(
        `count(*) filter (where verdict <> 'skipped' and cells->>'kind' = 'table')::int as tables`,
      ),
    )) as { new: number; matched: number; skipped: number; tables: number }[]
  const kept: { kind: string; total: number }[] = await work
    .trx('import_keys')
    .where('import', row.id)
    .whereRaw(`split_part(key, ' ', 1) in ('picture', 'file')`)
    .groupByRaw('1')
    .select(work.trx.raw(`split_part(key, ' ', 1) as kind, count(*)::int as total`))
  const of = (found: number, made: number) => ({ found, made, missing: Math.max(0, found - made) })
  const filesOf = (kind: string) => kept.find(one => one.kind === kind)?.total ?? 0
  const pictures = opened.others.filter(isPictureName).length
  const project = plan.projects[ONE]
  const { tables, ...counts } = rows!
  return {
    projects: [
      {
        ...{ value: ONE, id: project?.id ?? null, name: project?.name ?? '', is_new: project?.to === 'new' },
        ...{ rows: row.rows, comments: 0 },
        ...counts,
      },
    ],
    kinds: {
      pages: of(row.rows, counts.new + counts.matched),
      databases: of(opened.pages.filter(({ kind }) => kind === 'table').length, tables),
      pictures: of(pictures, filesOf('picture')),
      files: of(opened.others.length - pictures, filesOf('file')),
    },
    ...{ changed: 0, invited: [], took_ms: Date.now() - Date.parse(at.began) },
    at: new Date().toISOString(),
  }
}

export const checkPages = async (
  work: Work,
  job: JobAtWork,
  row: WholeRow,
  access: Access,
): Promise<Step> => {
  const begin: At = { phase: 'names', nth: -1, began: work.now, faults: 0, empty: 0, skipped: 0 }
  const at = (job.checkpoint as At | null) ?? begin
  if (at.phase === 'names' && at.nth === -1) {
    row.plan = planOf(await matchesOf(work.trx, work.viewer, row))
    await keepBeside(work, row.id, { plan: row.plan })
    await clearVerdicts(work, row.id)
  }
  const plan = row.plan!
  const phases = (done: number) => [{ name: 'rows', done, total: row.rows }]
  if (at.phase === 'names') return { phases: phases(0), checkpoint: await keepNames(work, row, plan, at) }
  const judged = await judgePages(work, row, at, access)
  if (!judged.isOver) return { phases: phases(judged.at.nth + 1), checkpoint: judged.at }
  await linkPages(work, row)
  const outcome = await outcomeOf(work, row, plan, judged.at, judged.opened)
  await keepBeside(work, row.id, { outcome })
  const [counts] = outcome.projects
  const figures = { new_count: counts!.new, matched_count: counts!.matched, skipped_count: counts!.skipped }
  const own = await lockedOne(work, Import, { id: row.id })
  if (own) await update(work, Import, own, { state: 'checked', ...figures, empty_count: judged.at.empty })
  return { phases: phases(row.rows), result: figures }
}
