/** Reads the pages of an archive into rows: what is below what, and what each says of itself. Their texts stay in the archive. */
import { Import } from '#contract/workspace/imports.ts'
import { lockedOne } from '../../../db/locked.ts'
import { update } from '../../../db/rows.ts'
import type { Work } from '../../../db/work.ts'
import type { FileStore } from '../../../files/store.ts'
import { runTask } from '../../../text/documents/threads.ts'
import type { JobAtWork, Step } from '../../jobs/runner.ts'
import { nothingFound } from '../found.ts'
import { Unreadable } from '../read/source.ts'
import { keepBeside, type NewRow, stageRows } from '../staging/beside.ts'
import type { WholeRow } from '../staging/rows.ts'
import { archiveOf, type Opened } from './opened.ts'
import { isPictureName, type PageCells, wordsOf } from './page.ts'
import { lastOf, type TreePage } from './tree.ts'

const STEP_MS = 1_000
const MOST_OF_STEP = 500

type At = { nth: number }

const cellsOf = async (
  opened: Opened,
  page: TreePage,
): Promise<{ cells: PageCells; fault: string | null }> => {
  const named = { ...page, title: page.name, created: null, updated: null, archived: null, sign: null }
  if (page.kind === 'folder') return { cells: named, fault: null }
  const words = await wordsOf(opened, page)
  if ('fault' in words) return { cells: named, fault: words.fault }
  const facts = await runTask('pageFacts', { kind: page.kind, text: words.text })
  const title = facts.title.replaceAll('\0', '').slice(0, 2_000).toWellFormed() || page.name || 'Untitled'
  return { cells: { ...page, ...facts, title }, fault: null }
}

const countsOf = ({ pages, others }: Opened) => {
  const of = (found: number) => ({ found, made: 0, missing: 0 })
  const pictures = others.filter(isPictureName).length
  return {
    pages: of(pages.length),
    databases: of(pages.filter(({ kind }) => kind === 'table').length),
    pictures: of(pictures),
    files: of(others.length - pictures),
  }
}

const end = async (work: Work, row: WholeRow, opened: Opened): Promise<void> => {
  const { length } = opened.pages
  const found = {
    ...nothingFound(),
    ...{ rows: length, parts: opened.parts },
    format: { kind: opened.flavour, encoding: '', delimiter: '', dates: null },
  }
  found.values.projects = { '': { count: length, detail: '' } }
  const outcome = {
    ...{ projects: [], kinds: countsOf(opened), changed: 0, invited: [], took_ms: 0 },
    at: new Date().toISOString(),
  }
  await keepBeside(work, row.id, { found, outcome })
  const own = await lockedOne(work, Import, { id: row.id })
  if (own) await update(work, Import, own, { state: 'matching', said: null, rows: length })
}

export const readArchive = async (
  work: Work,
  job: JobAtWork,
  row: WholeRow,
  { store }: { store: FileStore },
): Promise<Step> => {
  const opened = await archiveOf(store, row)
  const { pages } = opened
  if (pages.length === 0 && opened.files.keys().some(name => lastOf(name) === 'entities.xml'))
    throw new Unreadable('This is a space of Confluence as XML: export it as HTML.')
  if (pages.length === 0)
    throw new Unreadable('The archive holds no pages: no file of it ends in .md or .html.')
  const at = (job.checkpoint as At | null) ?? { nth: 0 }
  const until = performance.now() + STEP_MS
  const rows: NewRow[] = []
  let { nth } = at
  for (; nth < pages.length && rows.length < MOST_OF_STEP && performance.now() < until; nth++) {
    const { cells, fault } = await cellsOf(opened, pages[nth]!)
    rows.push({ nth, line: nth + 1, cells, fault })
  }
  await stageRows(work, row.id, rows)
  const phases = [{ name: 'read', done: nth, total: pages.length }]
  if (nth < pages.length) return { phases, checkpoint: { nth } }
  await end(work, row, opened)
  return { phases, result: { pages: pages.length } }
}
