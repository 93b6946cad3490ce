/** Reads an archive that was sent: judged whole before anything of it is written. */
import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { ARCHIVE_FORMAT, ARCHIVE_VERSION, ArchiveManifest } from '#contract/workspace/archives.ts'
import { JobFault } from '../jobs/longRunner.ts'
import { createIdSet, type IdSet, isId } from './ids.ts'
import { archivedTables } from './tables.ts'
import { archiveBounds, wordsOf, type Zip } from './zip.ts'

const HELD_MS = 10
/** Lets others go on where lines have held the process for a while. */
export const createBreath = () => {
  let from = performance.now()
  return async () => {
    if (performance.now() - from < HELD_MS) return
    await setImmediate()
    from = performance.now()
  }
}

const NEWLINE = 10
/** Lines of one entry; one that is longer than any that an archive has ends the reading. */
export async function* linesOf(stream: Readable, name: string): AsyncGenerator<string> {
  let rest: Buffer[] = []
  let held = 0
  for await (const part of stream as AsyncIterable<Buffer>) {
    let from = 0
    for (let at = part.indexOf(NEWLINE); at >= 0; at = part.indexOf(NEWLINE, from)) {
      yield rest.length === 0
        ? part.toString('utf8', from, at)
        : Buffer.concat([...rest, part.subarray(from, at)]).toString()
      rest = []
      held = 0
      from = at + 1
    }
    if (from < part.length) rest.push(part.subarray(from))
    held += part.length - from
    if (held > archiveBounds.line) throw new JobFault(`A line of ${name} is longer than any may be.`)
  }
  if (held > 0) throw new JobFault(`The last line of ${name} is cut off.`)
}

export const rowOf = (line: string, name: string, nth: number): Record<string, unknown> => {
  try {
    const row: unknown = JSON.parse(line)
    if (typeof row === 'object' && row !== null && !Array.isArray(row)) return row as Record<string, unknown>
  } catch {
    // Told below, with its place.
  }
  throw new JobFault(`Line ${nth} of ${name} is no object of JSON.`)
}

/** Damaged bytes end a stream with words of its library. */
async function* whole(stream: Readable, name: string) {
  try {
    yield* stream as AsyncIterable<Buffer>
  } catch (error) {
    throw new JobFault(`${name} is damaged: ${wordsOf(error)}.`)
  }
}

const readManifest = async (zip: Zip): Promise<ArchiveManifest> => {
  const size = zip.size('manifest.json')
  if (size === null) throw new JobFault('There is no manifest.json: this is not an archive of a workspace.')
  if (size > archiveBounds.manifest) throw new JobFault('manifest.json is longer than any may be.')
  const parts: Buffer[] = []
  for await (const part of whole(await zip.read('manifest.json'), 'manifest.json')) parts.push(part)
  let given: unknown
  try {
    given = JSON.parse(Buffer.concat(parts).toString())
  } catch {
    throw new JobFault('manifest.json is no JSON.')
  }
  const { format, version } = (given ?? {}) as { format?: unknown; version?: unknown }
  if (format !== ARCHIVE_FORMAT) throw new JobFault('This is not an archive of a workspace.')
  if (typeof version === 'number' && version > ARCHIVE_VERSION)
    throw new JobFault(
      `The archive has version ${version}; this server reads up to ${ARCHIVE_VERSION}. Upgrade it first.`,
    )
  const read = ArchiveManifest.safeParse(given)
  if (read.success) return read.data
  const [issue] = read.error.issues
  throw new JobFault(`manifest.json is wrong at ${issue?.path.join('.')}: ${issue?.message}.`)
}

const sumOf = async (zip: Zip, name: string, took: (part: Buffer) => void = () => {}) => {
  const hash = createHash('sha256')
  for await (const part of whole(await zip.read(name), name)) {
    hash.update(part)
    took(part)
  }
  return hash.digest('hex')
}

const tables = new Map(archivedTables.map(table => [`${table.table}.jsonl`, table]))
const PEOPLE = 'people.jsonl'

export type ReadArchive = {
  zip: Zip
  manifest: ArchiveManifest
  known: IdSet
  sums: ReadonlyMap<string, string>
}

const judgeNames = (zip: Zip, { entries, parts }: ArchiveManifest) => {
  for (const name of Object.keys(entries)) {
    if (!tables.has(name) && name !== PEOPLE)
      throw new JobFault(`The archive holds ${name}, which this server does not know.`)
    if (zip.size(name) === null) throw new JobFault(`The archive lacks ${name}.`)
  }
  for (const [name, { part }] of tables)
    if (!(name in entries) && (part === undefined || parts[part]))
      throw new JobFault(`The archive lacks ${name}.`)
  if (!(PEOPLE in entries)) throw new JobFault(`The archive lacks ${PEOPLE}.`)
  for (const name of zip.names())
    if (name.endsWith('.jsonl') && !(name in entries))
      throw new JobFault(`manifest.json does not name ${name}.`)
}

/** Holds every entry against its checksum, and gathers the ids of all rows. `took` is notified of bytes. */
export const verify = async (zip: Zip, took: (bytes: number) => Promise<void>): Promise<ReadArchive> => {
  const manifest = await readManifest(zip)
  judgeNames(zip, manifest)
  const known = createIdSet()
  const sums = new Map<string, string>()
  for (const [name, { sha256, lines }] of Object.entries(manifest.entries)) {
    const hash = createHash('sha256')
    const summed = async function* (stream: Readable) {
      for await (const part of whole(stream, name)) {
        hash.update(part)
        await took(part.length)
        yield part
      }
    }
    let nth = 0
    const breathe = createBreath()
    for await (const line of linesOf(summed(await zip.read(name)) as never, name)) {
      await breathe()
      const row = rowOf(line, name, ++nth)
      if ('id' in row && !isId(row.id)) throw new JobFault(`Line ${nth} of ${name} has an id that is none.`)
      if (name !== PEOPLE && isId(row.id)) known.add(row.id)
      if (name === 'file_assets.jsonl' && isId(row.id) && typeof row.sha256 === 'string')
        sums.set(row.id, row.sha256)
    }
    if (hash.digest('hex') !== sha256)
      throw new JobFault(`${name} is not as it was written: its checksum differs.`)
    if (nth !== lines) throw new JobFault(`${name} has ${nth} lines in place of ${lines}.`)
  }
  for (const [id, sha256] of sums) {
    const name = `files/${id}`
    if (zip.size(name) === null) throw new JobFault(`The archive lacks ${name}.`)
    let bytes = 0
    const sum = await sumOf(zip, name, part => {
      bytes += part.length
    })
    await took(bytes)
    if (sum !== sha256) throw new JobFault(`${name} is not as it was written: its checksum differs.`)
  }
  return { zip, manifest, known, sums }
}
