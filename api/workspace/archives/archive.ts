import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import type { Knex } from 'knex'
import type { Context } from 'koa'
import { fail } from '#contract/errors.ts'
import { can } from '#contract/permissions.ts'
import {
  ARCHIVE,
  ARCHIVE_FORMAT,
  ARCHIVE_VERSION,
  type ArchiveManifest,
} from '#contract/workspace/archives.ts'
import { FILE_DAYS, type Job } from '#contract/workspace/jobs.ts'
import type { Db } from '../../db/knex.ts'
import { type ServerViewer, viewerOfUser } from '../../db/viewer.ts'
import { openStore, type Place } from '../../files/open.ts'
import { type FileStore, newKey } from '../../files/store.ts'
import type { Server } from '../../http/server.ts'
import { JobFault, JobOver, type LongKind, type LongWork } from '../jobs/longRunner.ts'
import {
  bytesOfFiles,
  countRows,
  filesAfter,
  leftOutOf,
  linesOf,
  type Maker,
  peopleOf,
  projectsOf,
  type StoredFile,
} from './rows.queries.ts'
import { type ArchivedTable, archivedTables } from './tables.ts'
import { draftOf, dropDraft, writeZip } from './zip.ts'

export type ArchiveInput = { files: boolean; history: boolean }
const isKept = (input: ArchiveInput) => (table: ArchivedTable) =>
  table.part === undefined || input[table.part]

const BATCH = 200
/** Rows with texts may be long. */
const FEW = 20
const REPORT_MS = 1_000

/** One consistent moment: whatever people do meanwhile, all rows are read as they were when it began. */
export const atOneMoment = async <T>(
  db: Db,
  user: string,
  workspace: string,
  act: (trx: Knex.Transaction, maker: Maker) => Promise<T>,
): Promise<T> => {
  const trx = await db.transaction({ isolationLevel: 'repeatable read', readOnly: true })
  try {
    const viewer = await viewerOfUser(trx, user)
    if (!viewer || !can(viewer, 'archive.make', {}, { workspace }))
      throw new JobFault('Only an admin of the workspace may make an archive of it.')
    await trx.raw(`set local timezone to 'UTC'`)
    return await act(trx, { viewer, workspace })
  } finally {
    await trx.rollback()
  }
}

/** How much an archive would hold that this person made now. */
export const contentsOf = (db: Db, user: string, workspace: string) =>
  atOneMoment(db, user, workspace, async (trx, maker) => {
    const counts: Record<string, number> = {}
    for (const table of archivedTables) counts[table.table] = await countRows(trx, maker, table)
    const files = archivedTables.find(({ table }) => table === 'file_assets')!
    return { counts, bytes: await bytesOfFiles(trx, maker, files), left_out: await leftOutOf(trx, maker) }
  })

type Line = { line: string; named: (string | null)[] }

async function* linesIn(
  trx: Knex,
  maker: Maker,
  table: ArchivedTable,
  took: (lines: Line[]) => Promise<void>,
) {
  const isLong = Object.values(table.columns).some(kind => kind === 'yjs')
  await trx.raw('declare lines no scroll cursor for ?', [linesOf(trx, maker, table)])
  for (;;) {
    const { rows } = await trx.raw<{ rows: Line[] }>(`fetch ${isLong ? FEW : BATCH} from lines`)
    if (rows.length === 0) break
    await took(rows)
    yield Buffer.from(rows.map(({ line }) => `${line}\n`).join(''))
  }
  await trx.raw('close lines')
}

/** Figures of the work, reported once a second. */
const createGauge = (work: LongWork, totals: { rows: number; bytes: number }) => {
  const done = { rows: 0, bytes: 0 }
  let told = 0
  const tell = async () => {
    if (work.signal.aborted) throw new JobOver()
    if (Date.now() - told < REPORT_MS) return
    told = Date.now()
    const phases = (['rows', 'bytes'] as const).map(name => ({
      name: name === 'bytes' ? 'files' : name,
      done: done[name],
      total: totals[name],
    }))
    await work.report({ phases: phases.filter(({ total }) => total > 0) })
  }
  return async (what: 'rows' | 'bytes', count: number) => {
    done[what] += count
    await tell()
  }
}
type Gauge = ReturnType<typeof createGauge>

type Zipped = ReturnType<typeof writeZip>
const addFiles = async (
  trx: Knex,
  maker: Maker,
  table: ArchivedTable,
  store: FileStore,
  zip: Zipped,
  gauge: Gauge,
) => {
  const sums = new Map<string, string>()
  let last: string | null = null
  for (let some: StoredFile[] = await filesAfter(trx, maker, table, last); some.length > 0; ) {
    for (const { id, asset } of some) {
      const kept = await store.read(asset)
      // Its bytes are lost: the row goes without them, and says so by having no checksum.
      if (!kept) continue
      const counted = async function* (source: Readable) {
        for await (const part of source as AsyncIterable<Buffer>) {
          await gauge('bytes', part.length)
          yield part
        }
      }
      sums.set(id, (await zip.add(`files/${id}`, counted(kept.stream), false)).sha256)
    }
    last = some.at(-1)!.id
    some = await filesAfter(trx, maker, table, last)
  }
  return sums
}

async function* inOne(text: string) {
  yield Buffer.from(text)
}

const writeAll = async (trx: Knex, maker: Maker, work: LongWork, store: FileStore, zip: Zipped) => {
  const input = work.job.input as ArchiveInput
  const tables = archivedTables.filter(isKept(input))
  const counts = new Map<string, number>()
  for (const table of tables) counts.set(table.table, await countRows(trx, maker, table))
  const filesTable = tables.find(({ table }) => table === 'file_assets')
  const gauge = createGauge(work, {
    rows: [...counts.values()].reduce((sum, count) => sum + count, 0),
    bytes: filesTable ? await bytesOfFiles(trx, maker, filesTable) : 0,
  })
  await gauge('rows', 0)
  const sums = filesTable
    ? await addFiles(trx, maker, filesTable, store, zip, gauge)
    : new Map<string, string>()
  const named = new Set<string>()
  const entries: ArchiveManifest['entries'] = {}
  for (const table of tables) {
    let lines = 0
    const parts = linesIn(trx, maker, table, async rows => {
      lines += rows.length
      for (const { named: people } of rows) for (const id of people) if (id) named.add(id)
      if (table === filesTable)
        for (const row of rows) {
          const { id } = JSON.parse(row.line) as { id: string }
          row.line = `${row.line.slice(0, -1)},"sha256":${JSON.stringify(sums.get(id) ?? null)}}`
        }
      await gauge('rows', rows.length)
    })
    const name = `${table.table}.jsonl`
    entries[name] = { ...(await zip.add(name, parts)), lines: 0 }
    entries[name].lines = lines
  }
  const people = await peopleOf(trx, maker, [...named])
  entries['people.jsonl'] = {
    ...(await zip.add('people.jsonl', inOne(people.map(one => `${JSON.stringify(one)}\n`).join('')))),
    lines: people.length,
  }
  const left_out = await leftOutOf(trx, maker)
  const manifest: ArchiveManifest = {
    format: ARCHIVE_FORMAT,
    version: ARCHIVE_VERSION,
    program: 'Tandem',
    made_at: new Date().toISOString(),
    made_by: maker.viewer.id,
    parts: { files: input.files, history: input.history },
    workspace: await trx('workspaces')
      .where('id', maker.workspace)
      .first(
        'id',
        'name',
        'slug',
        'organization_size',
        'timezone',
        'logo',
        'logo_asset',
        'logo_url',
        'owner_id',
        'created_at',
      ),
    projects: projectsOf(maker).length,
    left_out,
    entries,
  }
  await zip.add('manifest.json', inOne(JSON.stringify(manifest, null, 2)))
  await zip.end()
  return { counts: Object.fromEntries([...counts, ['people', people.length]]), left_out }
}

/** The job that makes an archive: a file of the store, for as long as the file of any job. */
export const makeArchive = (settings: Place): LongKind => {
  const store = openStore(settings)
  return {
    kind: ARCHIVE,
    run: async work => {
      const { db, job } = work
      const before = job.checkpoint as { key: string } | null
      if (before) await store.remove(before.key)
      const checkpoint = { key: newKey(job.workspace) }
      await work.report({ checkpoint })
      await dropDraft(settings.dataDir, job.id)
      const path = await draftOf(settings.dataDir, job.id)
      const zip = writeZip(path)
      try {
        const told = await atOneMoment(db, job.user, job.workspace, (trx, maker) =>
          writeAll(trx, maker, work, store, zip),
        )
        const { size: bytes } = await stat(path)
        await store.put(checkpoint.key, createReadStream(path), bytes)
        return { result: { bytes, ...told }, checkpoint }
      } finally {
        zip.abort()
        await dropDraft(settings.dataDir, job.id)
      }
    },
    undo: async ({ job }) => {
      await dropDraft(settings.dataDir, job.id)
      await store.remove((job.checkpoint as { key: string }).key)
    },
  }
}

/** The bytes of a made archive, to one who may still make one. */
export const archiveFile = async (server: Server, viewer: ServerViewer, job: Job, ctx: Context) => {
  const made = (await server.db('jobs').where({ id: job.id, state: 'done' }).first('checkpoint')) as
    | { checkpoint: { key: string } | null }
    | undefined
  if (!can(viewer, 'archive.make', {}, { workspace: job.workspace })) fail('permission.denied')
  const kept =
    (made?.checkpoint && (await server.files.store.read(made.checkpoint.key))) ?? fail('job.noFile')
  const { slug } = await server.db('workspaces').where('id', job.workspace).first<{ slug: string }>('slug')
  ctx.set('Content-Disposition', `attachment; filename="${slug}-${job.created_at.slice(0, 10)}.tandem.zip"`)
  ctx.type = 'application/zip'
  ctx.length = kept.size
  return kept.stream as never
}

/** Forgets the files of archives as those of other jobs are, and uploads that are of no use any more. */
export const forgetArchives = async (db: Db, settings: Place): Promise<{ archives: number }> => {
  const store = openStore(settings)
  const old: { id: string; checkpoint: { key: string } }[] = await db('jobs')
    .where({ kind: ARCHIVE, state: 'done' })
    .whereNotNull('checkpoint')
    .where('ended_at', '<', new Date(Date.now() - FILE_DAYS * 86_400_000))
    .select('id', 'checkpoint')
  for (const { id, checkpoint } of old) {
    await store.remove(checkpoint.key)
    await db('jobs').where({ id }).update({ checkpoint: null })
  }
  return { archives: old.length }
}
