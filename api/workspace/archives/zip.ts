/** The bytes of an archive: written one entry after the other, read at any place. */
import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type Entry, openPromise, type ZipFile as Reader } from 'yauzl'
import { ZipFile } from 'yazl'
import { messageOf } from '#contract/messageOf.ts'
import { JobFault } from '../jobs/longRunner.ts'

/** An own file of a job, beside the files of workspaces; a job that begins anew finds none. */
export const draftOf = async (dataDir: string, job: string): Promise<string> => {
  await mkdir(join(dataDir, 'archives'), { recursive: true, mode: 0o700 })
  return join(dataDir, 'archives', job)
}
export const dropDraft = (dataDir: string, job: string): Promise<void> =>
  rm(join(dataDir, 'archives', job), { force: true })

export type Summed = { bytes: number; sha256: string }

/** Writes a zip into a file. `add` resolves when all of an entry is taken, with its size and checksum. */
export const writeZip = (path: string) => {
  const zip = new ZipFile()
  const failed = new Promise<never>((_, reject) => {
    zip.once('error', reject)
  })
  failed.catch(() => {})
  const written = pipeline(
    zip.outputStream as Readable,
    createWriteStream(path, { mode: 0o600, flush: true }),
  )
  written.catch(() => {})
  const add = (name: string, parts: AsyncIterable<Uint8Array>, compress = true): Promise<Summed> => {
    const hash = createHash('sha256')
    let bytes = 0
    const summed = new Promise<Summed>((resolve, reject) => {
      const counted = async function* () {
        try {
          for await (const part of parts) {
            hash.update(part)
            bytes += part.length
            yield part
          }
          resolve({ bytes, sha256: hash.digest('hex') })
        } catch (error) {
          reject(error)
          throw error
        }
      }
      zip.addReadStream(Readable.from(counted(), { objectMode: false }), name, {
        compressionLevel: compress ? 6 : 0,
      })
    })
    return Promise.race([summed, failed, written.then(() => summed)])
  }
  return {
    add,
    end: async () => {
      zip.end()
      await Promise.race([written, failed])
    },
    abort: () => (zip.outputStream as Readable).destroy(),
  }
}

/** The words of a library as part of a sentence of ours. */
export const wordsOf = (error: unknown): string => messageOf(error).replace(/\.+$/, '')

/** Bounds of what is taken in: an archive of half a million issues stays far below them. */
export const archiveBounds = {
  entries: 2_000_000,
  /** Letters of one line: the longest text with its Yjs state. */
  line: 64 * 1024 * 1024,
  /** Rows of words shrink ten times, of numbers fifty times. */
  ratio: 200,
  /** Smaller ones may be anything. */
  small: 64 * 1024 * 1024,
  total: 1024 ** 4,
  manifest: 4 * 1024 * 1024,
}

const NAME = /^(?:manifest\.json|[a-z_]+\.jsonl|files\/[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12})$/

export type Zip = {
  size(name: string): number | null
  names(): Iterable<string>
  read(name: string): Promise<Readable>
  close(): void
}

export type ZipBounds = Pick<typeof archiveBounds, 'entries' | 'ratio' | 'small' | 'total'>

/** The entries of a zip of this size, as its end lists them; more than the bounds end the reading. */
export async function* entriesWithin(zip: Reader, size: number, bounds: ZipBounds): AsyncGenerator<Entry> {
  if (zip.entryCount > bounds.entries) throw new JobFault('The archive has too many entries.')
  let total = 0
  for await (const entry of zip.eachEntry()) {
    total += entry.uncompressedSize
    if (total > bounds.total || (total > bounds.small && total > size * bounds.ratio))
      throw new JobFault('The archive would unpack to more than is taken in.')
    yield entry
  }
}

const readEntries = async (zip: Reader, size: number): Promise<Map<string, Entry>> => {
  const entries = new Map<string, Entry>()
  for await (const entry of entriesWithin(zip, size, archiveBounds)) {
    const name = entry.fileName
    if (!NAME.test(name))
      throw new JobFault(`The archive holds “${name.slice(0, 80)}”, which no archive of a workspace does.`)
    if (entries.has(name)) throw new JobFault(`The archive holds ${name} twice.`)
    entries.set(name, entry)
  }
  return entries
}

/** Opens a zip whose every entry is one that an archive may have, within bounds; none is unpacked yet. */
export const readZip = async (path: string, size: number): Promise<Zip> => {
  const zip = await openPromise(path, { lazyEntries: true, autoClose: false, strictFileNames: true }).catch(
    error => {
      throw new JobFault(`This is not a whole zip: ${wordsOf(error)}.`)
    },
  )
  const entries = await readEntries(zip, size).catch(error => {
    zip.close()
    throw error instanceof JobFault ? error : new JobFault(`This zip cannot be read: ${wordsOf(error)}.`)
  })
  return {
    size: name => entries.get(name)?.uncompressedSize ?? null,
    names: () => entries.keys(),
    read: name => zip.openReadStreamPromise(entries.get(name)!) as Promise<Readable>,
    close: () => zip.close(),
  }
}
