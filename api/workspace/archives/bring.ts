/** The job that makes a workspace of an archive: nobody sees it before it is whole, and nothing of it stays if it does not come to be. */
import { createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { codeOf, messageOf } from '#contract/messageOf.ts'
import { INSTANCE_BOT } from '#contract/people/users.ts'
import { ADMIN, GUEST, MEMBER, type Role } from '#contract/rules.ts'
import { BRING_ARCHIVE } from '#contract/workspace/archives.ts'
import { type Fault, MOST_FAULTS } from '#contract/workspace/jobs.ts'
import { WorkspaceMember } from '#contract/workspace/workspaceMembers.ts'
import { insert } from '../../db/rows.ts'
import type { Work } from '../../db/work.ts'
import { openStore, type Place } from '../../files/open.ts'
import { type FileStore, KeyTaken } from '../../files/store.ts'
import { cleanPerson, makePlaceholder } from '../../people/users/placeholder.service.ts'
import { JobFault, JobOver, type LongKind, type LongWork } from '../jobs/longRunner.ts'
import { introduce } from '../workspaces/member.service.ts'
import { showWorkspace } from '../workspaces/workspace.service.ts'
import { convert, type Into } from './convert.ts'
import { isOfType, keyOf } from './files.ts'
import { createIds, isId, LineFault } from './ids.ts'
import { createBreath, linesOf, type ReadArchive, rowOf, verify } from './readArchive.ts'
import { type ArchivedTable, archivedTables } from './tables.ts'
import {
  accountsOf,
  deriveRows,
  dropUpload,
  filesOf,
  forgetSearch,
  leadAll,
  placeholdersOf,
  slugOf,
  takeBack,
  typeUnknown,
  writeLater,
  writeRows,
} from './write.queries.ts'
import { draftOf, dropDraft, readZip } from './zip.ts'

/** Where the job is; the salt makes the ids, and is disclosed to nobody. */
export type Checkpoint = {
  salt: string
  upload: { id: string; key: string; size: number }
  /** People of the archive so far, and who they are here. */
  people: Record<string, string>
  matched: number
  /** Of `archivedTables`, and the lines of it that are written. */
  table: number
  line: number
  /** Files whose bytes are kept. */
  file: number
  /** Rows that were left out: what names them is left out as well. */
  skipped: string[]
}

const BATCH = 250
/** Longer texts are kept apart by the memory of the process, and freed late. */
const BATCH_BYTES = 128 * 1024
const PEOPLE_AT_ONCE = 50
const REPORT_MS = 500

type Phase = 'check' | 'rows' | 'files'
type Bring = {
  work: LongWork
  at: Checkpoint
  read: ReadArchive
  into: Into
  gauge: Gauge
}

const createGauge = (work: LongWork) => {
  const figures = new Map<Phase, { done: number; total: number }>()
  let told = 0
  return {
    total: (phase: Phase, total: number) => figures.set(phase, { done: 0, total }),
    /** Writes what comes with it at once, the figures now and then. */
    tell: async (
      phase: Phase,
      by: number,
      told_: { checkpoint?: Checkpoint; faults?: Fault[] } = {},
      write?: (work: Work) => Promise<void>,
    ) => {
      if (work.signal.aborted) throw new JobOver()
      const figure = figures.get(phase)
      if (figure) figure.done = Math.min(figure.done + by, figure.total)
      const isTime = Date.now() - told >= REPORT_MS
      if (!isTime && !write && !told_.checkpoint) return
      if (isTime) told = Date.now()
      const phases = [...figures].map(([name, one]) => ({ name, ...one }))
      await work.report({ ...told_, ...(isTime && { phases }) }, write)
    },
  }
}
type Gauge = ReturnType<typeof createGauge>

/** The file of the job, as it was sent. */
const fetchUpload = async (store: FileStore, path: string, { key, size }: Checkpoint['upload']) => {
  const there = await stat(path).catch(() => null)
  if (there?.size === size) return
  const kept = await store.read(key)
  if (!kept) throw new JobFault('The archive is not there any more: send it again.')
  await pipeline(kept.stream, createWriteStream(path, { mode: 0o600 }))
}

const roleOf = (given: unknown): Role => (given === ADMIN || given === MEMBER ? given : GUEST)

/**
 * Each person of the archive is an account here, if its person has proven the address and is somebody whom the importer knows: nobody
 * learns by an archive which addresses have an account. Everybody else is a placeholder.
 */
const bringPeople = async ({ work, at, read, gauge }: Pick<Bring, 'work' | 'at' | 'read' | 'gauge'>) => {
  const given: Record<string, unknown>[] = []
  let nth = 0
  for await (const line of linesOf(await read.zip.read('people.jsonl'), 'people.jsonl')) {
    const person = rowOf(line, 'people.jsonl', ++nth)
    if (!isId(person.id)) throw new JobFault(`Line ${nth} of people.jsonl has no id.`)
    if (!(person.id in at.people) && person.id !== INSTANCE_BOT) given.push(person)
  }
  const addresses = new Set<string>()
  for (let from = 0; from < given.length; from += PEOPLE_AT_ONCE) {
    const some = given.slice(from, from + PEOPLE_AT_ONCE).map(cleanOf)
    for (const one of some) {
      // Of two with one address the first has it.
      if (one.email && addresses.has(one.email)) one.email = null
      if (one.email) addresses.add(one.email)
    }
    const before = at.matched
    await gauge.tell('rows', some.length, { checkpoint: at }, async one => {
      at.matched = before + (await placePeople(one, work.job.workspace, some, at.people))
    })
  }
}

type GivenPerson = ReturnType<typeof cleanOf>
const cleanOf = ({ id, display_name, email, role, is_active, is_bot }: Record<string, unknown>) => ({
  ...cleanPerson({ name: String(display_name ?? ''), email: typeof email === 'string' ? email : null }),
  id: id as string,
  role: roleOf(role),
  isMember: is_active === true,
  isBot: is_bot === true,
})

/** Answers how many of them have an account here. May be called again, for the same. */
const placePeople = async (
  work: Work,
  workspace: string,
  some: readonly GivenPerson[],
  people: Record<string, string>,
): Promise<number> => {
  const accounts = await accountsOf(
    work.trx,
    work.viewer,
    some.flatMap(({ email, isBot }) => (email && !isBot ? [email] : [])),
  )
  for (const { id, name, email, role, isMember } of some) {
    const account = email === null ? undefined : accounts.get(email)
    people[id] = account ?? (await makePlaceholder(work, workspace, { name, email, role }))
    if (account === undefined || account === work.viewer.id) continue
    await insert(work, WorkspaceMember, {
      ...{ workspace_id: workspace, member_id: account, role, is_active: isMember },
    })
    await introduce(work, account, workspace)
  }
  return accounts.size
}

// PostgreSQL's classes of errors in what is written: of values, and of rows that name each other.
const isOfRows = (error: unknown) => /^(22|23)/.test(codeOf(error) ?? '')

const flush = async (
  bring: Bring,
  table: ArchivedTable,
  rows: Record<string, unknown>[],
  to: number,
  faults: Fault[],
) => {
  const { at, gauge } = bring
  const from = at.line
  const by = to - from
  at.line = to
  try {
    await gauge.tell(
      'rows',
      by,
      { checkpoint: at, ...(faults.length > 0 && { faults: [...faults] }) },
      work => (rows.length > 0 ? writeRows(work.trx, table, rows) : Promise.resolve()),
    )
  } catch (error) {
    at.line = from
    if (isOfRows(error))
      throw new JobFault(
        `${table.table}.jsonl, lines ${from + 1} to ${to}: ${messageOf(error).split(' - ').at(-1)}.`,
      )
    throw error
  }
}

const bringTable = async (bring: Bring, table: ArchivedTable) => {
  const { at, read, into } = bring
  const name = `${table.table}.jsonl`
  let nth = 0
  let bytes = 0
  let rows: Record<string, unknown>[] = []
  let faults: Fault[] = []
  const breathe = createBreath()
  for await (const line of linesOf(await read.zip.read(name), name)) {
    if (++nth <= at.line) continue
    const given = rowOf(line, name, nth)
    try {
      rows.push(await convert(table, given, into))
    } catch (error) {
      if (!(error instanceof LineFault)) throw error
      faults.push({ line: nth, said: `${name}: ${error.message}` })
      if (isId(given.id)) at.skipped.push(given.id)
      if (at.skipped.length >= MOST_FAULTS)
        throw new JobFault(`Too many lines of ${name} cannot be taken in: ${error.message}`)
    }
    bytes += line.length
    await breathe()
    if (rows.length + faults.length < BATCH && bytes < BATCH_BYTES) continue
    await flush(bring, table, rows, nth, faults)
    rows = []
    faults = []
    bytes = 0
  }
  if (nth > at.line) await flush(bring, table, rows, nth, faults)
}

/** The ids from which one comes to themselves by going up. */
const inCircles = (parents: ReadonlyMap<string, string>): Set<string> => {
  const ended = new Set<string>()
  const circles = new Set<string>()
  for (const begin of parents.keys()) {
    const path = new Set<string>()
    let id: string | undefined = begin
    while (id !== undefined && !ended.has(id) && !path.has(id)) {
      path.add(id)
      id = parents.get(id)
    }
    if (id !== undefined && path.has(id)) circles.add(id)
    for (const one of path) ended.add(one)
  }
  return circles
}

// Done again as a whole after a death: it writes the same.
const bringLater = async (bring: Bring, table: ArchivedTable) => {
  const { read, into, gauge } = bring
  const name = `${table.table}.jsonl`
  for (const column of table.later) {
    const parents = new Map<string, string>()
    let nth = 0
    for await (const line of linesOf(await read.zip.read(name), name)) {
      const { id, [column]: parent } = rowOf(line, name, ++nth)
      if (isId(id) && isId(parent) && into.ids.isKnown(parent))
        parents.set(into.ids.of(id), into.ids.of(parent))
    }
    const circles = inCircles(parents)
    if (circles.size > 0)
      await gauge.tell('rows', 0, {
        checkpoint: bring.at,
        faults: [...circles]
          .slice(0, MOST_FAULTS)
          .map(() => ({ line: 0, said: `${name}: a row is above itself by ${column}; it is not any more.` })),
      })
    const pairs = [...parents].filter(([id]) => !circles.has(id))
    for (let from = 0; from < pairs.length; from += BATCH)
      await gauge.tell('rows', 0, {}, work =>
        writeLater(work.trx, table.table, column, pairs.slice(from, from + BATCH)),
      )
  }
}

const bringFiles = async (bring: Bring, store: FileStore) => {
  const { at, read, work, gauge } = bring
  const name = 'file_assets.jsonl'
  if (!(name in read.manifest.entries)) return
  let nth = 0
  for await (const line of linesOf(await read.zip.read(name), name)) {
    const { id, attributes } = rowOf(line, name, ++nth) as { id: string; attributes?: { type?: unknown } }
    if (nth <= at.file || !read.sums.has(id) || at.skipped.includes(id)) continue
    const entry = `files/${id}`
    const size = read.zip.size(entry)!
    const key = keyOf(work.job.workspace, at.salt, id)
    const isTrue = await isOfType(String(attributes?.type), await read.zip.read(entry))
    // Taken: put there before the process died.
    await store.put(key, await read.zip.read(entry), size).catch(error => {
      if (!(error instanceof KeyTaken)) throw error
    })
    at.file = nth
    await gauge.tell('files', size, { checkpoint: at }, async ({ trx }) => {
      if (!isTrue) await typeUnknown(trx, bring.into.ids.of(id))
    })
  }
}

const bringAll = async (work: LongWork, store: FileStore, read: ReadArchive, gauge: Gauge) => {
  const at = work.job.checkpoint as Checkpoint
  const { manifest, zip } = read
  gauge.total(
    'rows',
    Object.values(manifest.entries).reduce((sum, { lines }) => sum + lines, 0),
  )
  gauge.total(
    'files',
    [...read.sums.keys()].reduce((sum, id) => sum + (zip.size(`files/${id}`) ?? 0), 0),
  )
  await bringPeople({ work, at, read, gauge })
  const people = new Map([...Object.entries(at.people), [INSTANCE_BOT, INSTANCE_BOT]])
  const known = { has: (id: string) => read.known.has(id) && !at.skipped.includes(id) }
  const ids = createIds(at.salt, known, new Map([...people, [manifest.workspace.id, work.job.workspace]]))
  const slugs = { from: manifest.workspace.slug, to: await slugOf(work.db, work.job.workspace) }
  const into: Into = {
    ids,
    people,
    placeholders: new Set(await placeholdersOf(work.db, work.job.workspace)),
    workspace: work.job.workspace,
    slugs,
    importer: work.job.user,
    salt: at.salt,
  }
  const bring: Bring = { work, at, read, into, gauge }
  const present = archivedTables.filter(({ table }) => `${table}.jsonl` in manifest.entries)
  for (const [nth, table] of archivedTables.entries()) {
    if (nth < at.table || !present.includes(table)) continue
    await bringTable(bring, table)
    at.table = nth + 1
    at.line = 0
    await gauge.tell('rows', 0, { checkpoint: at })
  }
  for (const table of present) if (table.later.length > 0) await bringLater(bring, table)
  await bringFiles(bring, store)
  await gauge.tell('rows', 0, {}, ({ trx }) => deriveRows(trx, work.job.workspace))
  return { at, ids, slugs }
}

export const bringArchive = (settings: Place): LongKind => {
  const store = openStore(settings)
  return {
    kind: BRING_ARCHIVE,
    run: async work => {
      const { job } = work
      const { upload } = job.checkpoint as Checkpoint
      const path = await draftOf(settings.dataDir, job.id)
      await fetchUpload(store, path, upload)
      const zip = await readZip(path, upload.size)
      try {
        const gauge = createGauge(work)
        gauge.total(
          'check',
          [...zip.names()].reduce((sum, name) => sum + (zip.size(name) ?? 0), 0),
        )
        const read = await verify(zip, bytes => gauge.tell('check', bytes))
        const { at, ids, slugs } = await bringAll(work, store, read, gauge)
        const { organization_size, timezone, logo, logo_asset, logo_url, name } = read.manifest.workspace
        const people = Object.keys(at.people).length
        return {
          result: {
            slug: slugs.to,
            from: name,
            matched: at.matched,
            placeholders: people - at.matched,
            left_out: at.skipped.length,
          },
          finish: async one => {
            await forgetSearch(one.trx, job.workspace)
            await leadAll(one.trx, job.workspace, job.user, one.now)
            await showWorkspace(one, job.workspace, {
              organization_size,
              timezone,
              ...(logo_asset && ids.isKnown(logo_asset)
                ? {
                    logo: logo && ids.within(logo),
                    logo_asset: ids.of(logo_asset),
                    logo_url: logo_url && ids.within(logo_url),
                  }
                : {}),
            })
            await dropUpload(one.trx, upload.id)
          },
          after: async () => {
            await dropDraft(settings.dataDir, job.id)
            await store.remove(upload.key)
          },
        }
      } finally {
        zip.close()
      }
    },
    undo: async ({ db, job }) => {
      const { upload } = job.checkpoint as Checkpoint
      for (const key of await filesOf(db, job.workspace)) await store.remove(key)
      await db.transaction(trx => takeBack(trx, job.workspace))
      await dropUpload(db, upload.id)
      await store.remove(upload.key)
      await dropDraft(settings.dataDir, job.id)
    },
  }
}
