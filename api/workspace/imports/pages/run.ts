/** Writes the pages of an archive, those above others first: each with its text, its pictures and its files. */
import { Asset } from '#contract/files/files.ts'
import { Page } from '#contract/text/pages.ts'
import { insertAll } from '../../../db/rows.ts'
import type { Work } from '../../../db/work.ts'
import { assetPath, newFile } from '../../../files/file.service.ts'
import { type FileStore, KeyTaken } from '../../../files/store.ts'
import { boundTo } from '../../../files/subjects.ts'
import { insertTexts } from '../../../text/documents/store.ts'
import type { Text, textTasks } from '../../../text/documents/textTasks.ts'
import { runTask } from '../../../text/documents/threads.ts'
import type { JobAtWork, Step } from '../../jobs/runner.ts'
import { endImport } from '../ending.ts'
import { digestOfName, unpackedKey } from '../keys.ts'
import type { Plan } from '../plan.ts'
import type { Access } from '../read/open.ts'
import { makeProject } from '../run/prepare.ts'
import { markDone } from '../staging/beside.ts'
import { keepFaults } from '../staging/faults.ts'
import { keepMade } from '../staging/made.ts'
import type { ImportRow, WholeRow } from '../staging/rows.ts'
import { archiveOf, closeArchive, type Opened } from './opened.ts'
import {
  findNamed,
  judgeFile,
  LONGEST_TITLE,
  type Named,
  type PageCells,
  type Read,
  readPage,
} from './page.ts'
import { mayPutPages, projectOf } from './targets.ts'

const PAGES_OF_STEP = 100
const STEP_MS = 1_000

type NewPage = ImportRow & { cells: PageCells }
type Target = Parameters<(typeof textTasks)['writePage']>[0]['targets'][string]
type Where = { origin: string; slug: string; project: string; path: string }
type NewAsset = Parameters<typeof insertAll<typeof Asset>>[1][number]
type Made = { row: NewPage; text: Text | null; assets: NewAsset[]; fault?: string }

const nextRows = (work: Work, row: WholeRow): Promise<NewPage[]> =>
  work
    .trx('import_rows')
    .where({ import: row.id, verdict: 'new', is_done: false })
    .orderBy('nth')
    .limit(PAGES_OF_STEP)

/** The ids of pages by their places, and by the names that the source has for them. */
const pagesNamed = async ({ trx }: Work, row: WholeRow, found: readonly Named[]) => {
  const keys = found.flatMap(one => ('keys' in one ? one.keys : []))
  const named: { key: string; nth: number }[] = await trx('import_keys')
    .where('import', row.id)
    .whereRaw('key = any(?)', [keys])
    .select('key', 'nth')
  const nths = [...found.flatMap(one => ('nth' in one ? one.nth : [])), ...named.map(({ nth }) => nth)]
  const pages: { nth: number; issue: string }[] = await trx('import_rows')
    .where('import', row.id)
    .whereNot('verdict', 'skipped')
    .whereRaw('nth = any(?)', [nths])
    .select('nth', 'issue')
  const byNth = new Map(pages.map(({ nth, issue }) => [nth, issue]))
  const byKey = new Map(named.map(({ key, nth }) => [key, nth]))
  return (one: Named): string | null => {
    if ('file' in one) return null
    const nth = 'nth' in one ? one.nth : one.keys.map(key => byKey.get(key)).find(at => at !== undefined)
    return nth === undefined ? null : (byNth.get(nth) ?? null)
  }
}

const keepBytes = async (store: FileStore, row: WholeRow, opened: Opened, path: string): Promise<string> => {
  const key = unpackedKey(row, digestOfName(path))
  const entry = opened.files.get(path)!
  try {
    await store.put(key, await entry.open(), entry.size)
  } catch (error) {
    // Of another page that shows it, or of a step that did not come to its end.
    if (!(error instanceof KeyTaken)) throw error
  }
  return key
}

/** What each address of a page is here; the files among them are kept. */
const targetsOf = async (
  work: Work,
  row: WholeRow,
  {
    page,
    read,
    opened,
    where,
    access,
  }: { page: NewPage; read: Read; opened: Opened; where: Where; access: Access },
) => {
  const given = [
    ...read.addresses,
    ...read.attachments.map(address => ({ kind: 'link' as const, address })),
  ].flatMap(one => {
    const found = findNamed(opened, { ...page.cells, nth: page.nth }, one)
    return found ? { ...one, found } : []
  })
  const idOf = await pagesNamed(
    work,
    row,
    given.map(({ found }) => found),
  )
  const targets: Record<string, Target> = {}
  const assets: NewAsset[] = []
  const byFile = new Map<string, Target | null>()
  const keep = async (path: string, called: string | undefined): Promise<Target | null> => {
    const known = byFile.get(path)
    if (known !== undefined) return known
    const judged = await judgeFile(opened, path, { called, limit: access.fileSizeLimit })
    if ('fault' in judged) {
      byFile.set(path, null)
      return null
    }
    const { isPicture, ...announced } = judged
    const file = newFile(work, row.workspace, announced)
    const values = {
      ...file,
      ...boundTo('PAGE_DESCRIPTION', { id: page.issue!, page: page.issue! }),
      asset: await keepBytes(access.store, row, opened, path),
      ...{ workspace: row.workspace, project: where.project, asset_url: `${where.path}/${file.id}/` },
      is_uploaded: true,
      storage_metadata: { ContentType: announced.type, ContentLength: announced.size },
    }
    assets.push({ work, values })
    const target = { asset: file.id, ...announced, isPicture }
    byFile.set(path, target)
    return target
  }
  for (const { kind, address, found } of given) {
    const id = idOf(found)
    const target =
      'file' in found ? await keep(found.file, read.names.get(address)) : id ? { page: id } : null
    if (target) targets[`${kind} ${address}`] = target
  }
  return { targets, assets }
}

const nameOf = ({ title }: PageCells): string =>
  title.length <= LONGEST_TITLE ? title : `${title.slice(0, LONGEST_TITLE - 3).toWellFormed()}…`

const makeText = async (
  work: Work,
  row: WholeRow,
  given: { page: NewPage; opened: Opened; where: Where; access: Access },
): Promise<Made> => {
  const { page } = given
  const read = await readPage(given.opened, page.cells)
  if ('fault' in read) return { row: page, text: null, assets: [], fault: read.fault }
  const { targets, assets } = await targetsOf(work, row, { ...given, read: read.read })
  const { content, attachments } = read.read
  const { title } = page.cells
  // A title that was cut is whole before the text.
  const lead = nameOf(page.cells) === title ? '' : title
  if (content === '[]' && !lead && attachments.length === 0) return { row: page, text: null, assets }
  const { origin, slug, project } = given.where
  const text = await runTask('writePage', {
    ...{ content, lead, targets, attachments },
    place: { origin, slug, project },
  })
  return 'refused' in text
    ? { row: page, text: null, assets: [], fault: text.refused }
    : { row: page, text, assets }
}

/** Parents that are there and open at this moment; pages of others are at the top. */
const parentsOf = async ({ trx, viewer }: Work, row: WholeRow, project: string, rows: readonly NewPage[]) => {
  const { rows: found } = await trx.raw<{ rows: { nth: number; id: string }[] }>(
    `select r.nth, p.id from import_rows r join pages p on p.id = r.issue
      where r.import = ? and r.nth = any(?) and p.project_id = ? and p.deleted_at is null
        and (r.verdict = 'new' or p.archived_at is null) and (p.access = 0 or p.owned_by = ?)`,
    [row.id, rows.flatMap(({ parent_nth }) => parent_nth ?? []), project, viewer.id],
  )
  const ids = new Map(found.map(({ nth, id }) => [nth, id]))
  // Those of this batch are not there yet.
  for (const { nth, issue } of rows) ids.set(nth, issue!)
  return ({ parent_nth }: NewPage) => (parent_nth === null ? null : (ids.get(parent_nth) ?? null))
}

const valuesOf = (work: Work, row: WholeRow, project: string, { cells, issue }: NewPage) => {
  const created = [cells.created ?? work.now, work.now].toSorted()[0]!
  const updated = [cells.updated ?? created, work.now].toSorted()[0]!
  return {
    id: issue!,
    created_at: created,
    updated_at: [created, updated].toSorted()[1]!,
    ...{ name: nameOf(cells), owned_by: work.viewer.id, workspace: row.workspace, project_id: project },
    ...(cells.sign && { logo_props: { in_use: 'emoji', emoji: { value: cells.sign } } }),
    ...(cells.archived && { archived_at: cells.archived, archived_by: work.viewer.id }),
  }
}

/** Writes the next pages for about a second; answers how many, none when all are there. */
const writePages = async (work: Work, row: WholeRow, project: string, access: Access): Promise<number> => {
  const rows = await nextRows(work, row)
  if (rows.length === 0) return 0
  const opened = await archiveOf(access.store, row)
  const { slug } = await work.trx('workspaces').where('id', row.workspace).first<{ slug: string }>('slug')
  const path = await assetPath(work.trx, { workspaceId: row.workspace, projectId: project })
  const where = { origin: row.origin, slug, project, path }
  const until = performance.now() + STEP_MS
  const made: Made[] = []
  for (const page of rows) {
    if (made.length > 0 && performance.now() > until) break
    made.push(await makeText(work, row, { page, opened, where, access }))
  }
  const written = made.map(one => one.row)
  const parentOf = await parentsOf(work, row, project, written)
  const pages = await insertAll(
    Page,
    written.map(page => ({
      work,
      values: { ...valuesOf(work, row, project, page), parent: parentOf(page) },
    })),
  )
  await insertTexts(
    work,
    pages.flatMap((page, at) => {
      const { id, workspace: workspace_id, project_id, updated_at, created_by: by } = page
      const { text } = made[at]!
      return text ? [{ id, kind: 'page' as const, workspace_id, project_id, text, at: updated_at, by }] : []
    }),
  )
  await insertAll(
    Asset,
    made.flatMap(({ assets }) => assets),
  )
  await keepMade(
    work,
    row.id,
    Page,
    pages.map((page, at) => ({ ...page, given: { key: written[at]!.key } })),
  )
  // The dry run has read each of them; what it has not seen is reported all the same.
  await keepFaults(
    work,
    row.id,
    made.flatMap(({ row: { line, cells }, fault }) =>
      fault ? [{ line, key: cells.entry ?? cells.path, said: fault, words: '', effect: 'No text' }] : [],
    ),
  )
  await markDone(
    work,
    row.id,
    written.map(({ nth }) => nth),
  )
  return written.length
}

type At = { phase: 'projects' | 'pages'; done: number }

const phasesOf = (row: WholeRow, { phase, done }: At): Step['phases'] => [
  { name: 'projects', done: phase === 'projects' ? 0 : 1, total: 1 },
  { name: 'pages', done, total: Math.max(row.new_count, done) },
]

export const runPages = async (
  work: Work,
  job: JobAtWork,
  row: WholeRow,
  { plan, access }: { plan: Plan; access: Access },
): Promise<Step> => {
  const at = (job.checkpoint as At | null) ?? { phase: 'projects', done: 0 }
  if (at.phase === 'projects') {
    const isMade = await makeProject(work, row, plan)
    const next: At = isMade ? at : { ...at, phase: 'pages' }
    return { phases: phasesOf(row, next), checkpoint: next }
  }
  const project = projectOf(plan)
  // A project of their own is theirs from the next step on, by the roles of that moment.
  if (!project || !mayPutPages(work, row, project)) {
    await endImport(work, row, 'stopped', 'You may not make pages in this project any more.')
    return { phases: phasesOf(row, at), result: { pages: at.done } }
  }
  const done = await writePages(work, row, project, access)
  const next: At = { ...at, done: at.done + done }
  if (done > 0) return { phases: phasesOf(row, next), checkpoint: next }
  closeArchive(row.id)
  await endImport(work, row, 'done', null)
  return { phases: phasesOf(row, next), result: { pages: next.done } }
}
