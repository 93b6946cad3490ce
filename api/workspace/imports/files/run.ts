/**
 * Brings the files of imported issues. They are fetched between the steps of the job, since a step is a transaction and waits for no
 * host; what was fetched lies in the store under a key that follows from the import and the file, so that a step that is done again
 * finds it there.
 */
import { setTimeout as later } from 'node:timers/promises'
import { Attachment, attachmentTypes } from '#contract/files/files.ts'
import { Issue } from '#contract/work/issues.ts'
import { Link } from '#contract/work/links.ts'
import { locked } from '../../../db/locked.ts'
import { insertAll, updateAll } from '../../../db/rows.ts'
import type { Work } from '../../../db/work.ts'
import { assetPath, newFile } from '../../../files/file.service.ts'
import { cleanName } from '../../../files/fileName.ts'
import { fitsType, isInlineType, SNIFFED } from '../../../files/sniff.ts'
import { type FileStore, KeyTaken } from '../../../files/store.ts'
import { belonging } from '../../../work/comments/comment.service.ts'
import { cleanUrl } from '../../../work/links/link.service.ts'
import type { Draft } from '../draft.ts'
import { fetchedKey, nameOfFile } from '../keys.ts'
import type { Access } from '../read/open.ts'
import type { Next } from '../run/parts.ts'
import { readConnection } from '../services/connection.ts'
import { keepFaults, type NewFault } from '../staging/faults.ts'
import { keepMade } from '../staging/made.ts'
import { draftsBy, type ImportRow, rowsAfter, type WholeRow } from '../staging/rows.ts'
import { typeByName } from '../types.ts'
import { headersFor } from './address.ts'
import { type Fetched, fetchFile } from './fetch.ts'

const ROWS_OF_STEP = 50
/** Files that are fetched at once: each is held in memory until it is kept. */
const AT_ONCE = 3
/** The most bytes of one, whatever the instance takes. */
const MOST_BYTES = 32 * 1024 * 1024
/** So many files of one import are fetched, and so many bytes; the rest stay links. */
const MOST_FILES = 20_000
const MOST_WHOLE_BYTES = 10_000_000_000
/** A step takes what is there within this time. */
const PATIENCE_MS = 250
const PAUSE_MS = 300
/** With no step for so long, what is fetched for a job is forgotten: it has ended, or another process carries it on. */
const IDLE_MS = 60_000

type SourceFile = Draft['files'][number]
type Kept = { key: string; name: string; type: string; size: number }
type Outcome = Kept | { fault: string }
type Wanted = { file: SourceFile; id: string }
type Given = { own: ImportRow; draft: Draft; wanted: Wanted[] }

const head = async (store: FileStore, key: string): Promise<{ size: number; bytes: Buffer } | null> => {
  const there = await store.read(key, { start: 0, end: SNIFFED })
  if (!there) return null
  const parts: Buffer[] = []
  for await (const part of there.stream as AsyncIterable<Buffer>) parts.push(part)
  return { size: there.size, bytes: Buffer.concat(parts) }
}

const ENDINGS: Record<string, string> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'application/pdf': 'pdf',
}

const typeByBytes = (bytes: Buffer): string | null =>
  bytes.subarray(0, 5).toString('latin1') === '%PDF-'
    ? 'application/pdf'
    : (Object.keys(ENDINGS).find(type => isInlineType(type) && fitsType(type, bytes)) ?? null)

/**
 * The type that an attachment may have; a picture that is none is any file. What is found in the store has lost what its host said of
 * it: that is asked last, and null where nothing else says the type.
 */
const typeOf = (name: string, bytes: Buffer, said: string | null): string | null => {
  const type = typeByName(name) ?? typeByBytes(bytes) ?? said
  if (type === null) return null
  return attachmentTypes.has(type) && (!isInlineType(type) || fitsType(type, bytes))
    ? type
    : 'application/octet-stream'
}

const named = (name: string, type: string): string => {
  const clean = cleanName(name) || 'file'
  return /\.\w{1,8}$/.test(clean) || !ENDINGS[type] ? clean : `${clean}.${ENDINGS[type]}`
}

/** What is being fetched for one job by this process. */
type Fetching = {
  files: Map<string, Promise<Outcome>>
  free: number
  queue: (() => void)[]
  ending: AbortController
  idle: NodeJS.Timeout | null
}

export const createFetching = ({ store, outgoing, seal, fileSizeLimit }: Access) => {
  const jobs = new Map<string, Fetching>()
  const close = (job: string) => {
    const open = jobs.get(job)
    if (open?.idle) clearTimeout(open.idle)
    open?.ending.abort(new Error('The import has ended.'))
    jobs.delete(job)
  }
  const of = (job: string): Fetching => {
    const open = jobs.get(job) ?? {
      files: new Map(),
      free: AT_ONCE,
      queue: [],
      ending: new AbortController(),
      idle: null,
    }
    if (open.idle) clearTimeout(open.idle)
    open.idle = setTimeout(close, IDLE_MS, job).unref()
    jobs.set(job, open)
    return open
  }
  const turn = async <T>(open: Fetching, act: () => Promise<T>): Promise<T> => {
    if (open.free > 0) open.free--
    else await new Promise<void>(resolve => open.queue.push(resolve))
    try {
      return await act()
    } finally {
      const next = open.queue.shift()
      if (next) next()
      else open.free++
    }
  }

  const fetchOne = async (row: WholeRow, file: SourceFile, signal: AbortSignal): Promise<Outcome> => {
    const most = Math.min(fileSizeLimit, MOST_BYTES)
    if (file.size !== null && file.size > most) return { fault: `it is larger than ${most} bytes` }
    const key = fetchedKey(row, file)
    const there = await head(store, key)
    const known = there && typeOf(file.name, there.bytes, null)
    if (known) return { key, name: named(file.name, known), type: known, size: there.size }
    const connection = readConnection(row.source, seal('import').open(row.connection!))
    const isPageFine = /\.html?$/i.test(file.name)
    const got: Fetched = await fetchFile(
      { outgoing, url: file.url, headersFor: headersFor(row.source, connection), most, signal },
      isPageFine,
    )
    if ('fault' in got) return got
    if (file.size !== null && file.size !== got.bytes.length)
      return { fault: `${got.bytes.length} bytes came of ${file.size}` }
    const type = typeOf(file.name, got.bytes, got.type) ?? 'application/octet-stream'
    try {
      await store.put(
        key,
        (async function* () {
          yield got.bytes
        })(),
        got.bytes.length,
      )
    } catch (error) {
      if (!(error instanceof KeyTaken)) throw error
    }
    return { key, name: named(file.name, type), type, size: got.bytes.length }
  }

  /** Begins to fetch these, unless that was begun before; answers a promise for each. */
  const begin = (job: string, row: WholeRow, files: readonly SourceFile[]): Promise<Outcome>[] => {
    const open = of(job)
    return files.map(file => {
      const key = fetchedKey(row, file)
      const known = open.files.get(key)
      if (known) return known
      const promise = turn(open, () => fetchOne(row, file, open.ending.signal))
      // Rejected between two steps it is handled by the next one.
      promise.catch(() => {})
      open.files.set(key, promise)
      return promise
    })
  }
  const forget = (job: string, row: WholeRow, files: readonly SourceFile[]) => {
    for (const file of files) jobs.get(job)?.files.delete(fetchedKey(row, file))
  }
  return { begin, forget, close }
}
export type FetchingFiles = ReturnType<typeof createFetching>

/** The files of these rows that their issues do not have yet. */
const wantedOf = async (work: Work, row: WholeRow, rows: readonly ImportRow[]): Promise<Given[]> => {
  const known: { issue: string; external_id: string }[] = await work
    .trx('file_assets')
    .whereRaw('issue = any(?)', [rows.flatMap(({ issue }) => issue ?? [])])
    .where({ entity_type: 'ISSUE_ATTACHMENT', external_source: row.source })
    .whereNull('deleted_at')
    .select('issue', 'external_id')
  const here = new Set(known.map(one => `${one.issue} ${one.external_id}`))
  const draftOf = draftsBy(row)
  return rows.map(own => {
    const draft = draftOf(own.cells)
    const byId = new Map(draft.files.map(file => [nameOfFile(file), file]))
    const wanted = [...byId].flatMap(([id, file]) => (here.has(`${own.issue} ${id}`) ? [] : [{ id, file }]))
    return { own, draft, wanted }
  })
}

type Settled = Given & { outcomes: Outcome[] }

/** Writes the files of these issues; those that did not come stay links, and their faults are reported. */
const write = async (work: Work, row: WholeRow, settled: readonly Settled[]): Promise<void> => {
  const issues = await locked(work, Issue, found =>
    found.whereRaw('issues.id = any(?)', [settled.flatMap(({ own }) => own.issue ?? [])]),
  )
  const byId = new Map(issues.map(issue => [issue.id, issue]))
  const known: { issue: string; url: string }[] = await work
    .trx('issue_links')
    .whereRaw('issue = any(?)', [[...byId.keys()]])
    .whereNull('deleted_at')
    .select('issue', 'url')
  const linkedAlready = new Set(known.map(({ issue, url }) => `${issue} ${url}`))
  const paths = new Map<string, string>()
  const files: Parameters<typeof insertAll<typeof Attachment>>[1][number][] = []
  const links: Parameters<typeof insertAll<typeof Link>>[1][number][] = []
  const faults: NewFault[] = []
  const counts: { before: Issue; patch: Partial<Issue> }[] = []
  for (const { own, draft, wanted, outcomes } of settled) {
    const issue = byId.get(own.issue!)
    if (!issue) continue
    const place = { workspaceId: issue.workspace_id, projectId: issue.project_id }
    const path = paths.get(issue.project_id) ?? (await assetPath(work.trx, place))
    paths.set(issue.project_id, path)
    let [kept, linked] = [0, 0]
    for (const [at, outcome] of outcomes.entries()) {
      const { file, id } = wanted[at]!
      if ('fault' in outcome) {
        faults.push({
          ...{ line: own.line, key: draft.key, said: `A file was not brought: ${outcome.fault}` },
          ...{ words: file.name || file.url, effect: 'Only a link' },
        })
        const url = file.isUnlinked ? null : cleanUrl(file.url.slice(0, 2048))
        if (!url || linkedAlready.has(`${issue.id} ${url}`)) continue
        linkedAlready.add(`${issue.id} ${url}`)
        linked++
        links.push({
          work,
          values: { ...belonging(issue), url, title: file.name.slice(0, 255) || null, metadata: {} },
        })
        continue
      }
      const { key, name, type, size } = outcome
      const made = newFile(work, issue.workspace_id, { name, type, size })
      kept++
      files.push({
        work,
        values: {
          ...made,
          ...{ asset: key, workspace: issue.workspace_id, project: issue.project_id, is_uploaded: true },
          asset_url: `${path}/issues/${issue.id}/attachments/${made.id}/`,
          ...{ entity_type: 'ISSUE_ATTACHMENT', entity_identifier: issue.id, issue: issue.id },
          issue_created_by: issue.created_by,
          storage_metadata: { ContentType: type, ContentLength: size },
          ...{ external_id: id, external_source: row.source },
        },
      })
    }
    if (kept + linked > 0)
      counts.push({
        before: issue,
        patch: {
          attachment_count: issue.attachment_count + kept,
          link_count: issue.link_count + linked,
        },
      })
  }
  const made = await insertAll(Attachment, files)
  await insertAll(Link, links)
  await updateAll(work, Issue, counts)
  await keepMade(work, row.id, Attachment, made)
  await keepFaults(work, row.id, faults)
}

export type FilesAt = { count: number; bytes: number }

/** Brings the files of the next issues, of as many as are there within a moment. */
export const writeFiles = async (
  work: Work,
  row: WholeRow,
  { job, fetching, nth, so }: { job: string; fetching: FetchingFiles; nth: number; so: FilesAt },
): Promise<Next & { so: FilesAt; pauseMs?: number }> => {
  if (row.connection === null) return { nth, done: 0, isOver: true, so }
  const rows: ImportRow[] = await rowsAfter(work, row, { nth, most: ROWS_OF_STEP }).whereRaw(
    `jsonb_array_length(cells->'files') > 0`,
  )
  const given = await wantedOf(work, row, rows)
  const isFull = so.count >= MOST_FILES || so.bytes >= MOST_WHOLE_BYTES
  const full: Outcome = { fault: `an import brings ${MOST_FILES} files at most, and 10 GB` }
  const patience = later(PATIENCE_MS, null, { ref: false })
  const begun = given.map(({ wanted }) =>
    isFull
      ? Promise.resolve(wanted.map(() => full))
      : Promise.all(
          fetching.begin(
            job,
            row,
            wanted.map(({ file }) => file),
          ),
        ),
  )
  for (const one of begun) one.catch(() => {})
  const settled: Settled[] = []
  // In their order: the place of a step is the last issue that has all of its files.
  for (const [at, one] of given.entries()) {
    const outcomes = await Promise.race([begun[at]!, patience])
    if (!outcomes) break
    settled.push({ ...one, outcomes })
  }
  await write(work, row, settled)
  for (const { wanted } of settled)
    fetching.forget(
      job,
      row,
      wanted.map(({ file }) => file),
    )
  const kept = settled.flatMap(({ outcomes }) => outcomes.flatMap(one => ('fault' in one ? [] : one.size)))
  const isOver = rows.length < ROWS_OF_STEP && settled.length === rows.length
  if (isOver) fetching.close(job)
  return {
    nth: settled.at(-1)?.own.nth ?? nth,
    done: settled.reduce((sum, { outcomes }) => sum + outcomes.length, 0),
    isOver,
    so: { count: so.count + kept.length, bytes: so.bytes + kept.reduce((sum, size) => sum + size, 0) },
    ...(settled.length < rows.length && { pauseMs: PAUSE_MS }),
  }
}
