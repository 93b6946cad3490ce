/** A zip in the store of files, read at any place of it: nothing of its size is held or copied. */
import { isUtf8 } from 'node:buffer'
import { PassThrough, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type Entry, fromRandomAccessReaderPromise, RandomAccessReader, validateFileName } from 'yauzl'
import type { FileStore } from '../../../files/store.ts'
import { entriesWithin, wordsOf, type ZipBounds } from '../../archives/zip.ts'
import { JobFault } from '../../jobs/longRunner.ts'
import { Unreadable } from '../read/source.ts'

/** Far more than any handbook holds. */
export const pageBounds: ZipBounds & { entry: number } = {
  entries: 60_000,
  ratio: 200,
  small: 64 * 1024 * 1024,
  total: 4 * 1024 ** 3,
  /** Bytes of one text. */
  entry: 8 * 1024 * 1024,
}

const BLOCK = 256 * 1024
const MOST_BLOCKS = 16

/** The list of entries is read a few dozen bytes at a time: these come from blocks that are kept for a while. */
class StoreReader extends RandomAccessReader {
  readonly #store: FileStore
  readonly #key: string
  readonly #size: number
  readonly #blocks = new Map<number, Promise<Buffer>>()

  constructor(store: FileStore, key: string, size: number) {
    super()
    this.#store = store
    this.#key = key
    this.#size = size
  }

  async #open(start: number, end: number): Promise<Readable> {
    const kept = await this.#store.read(this.#key, { start, end })
    if (!kept) throw new Unreadable('The file is gone.')
    return kept.stream
  }

  #block(nth: number): Promise<Buffer> {
    const known = this.#blocks.get(nth)
    if (known) return known
    const read = async () => {
      const parts: Buffer[] = []
      const end = Math.min((nth + 1) * BLOCK, this.#size)
      for await (const part of (await this.#open(nth * BLOCK, end)) as AsyncIterable<Buffer>) parts.push(part)
      return Buffer.concat(parts)
    }
    const block = read()
    // One that could not be read is asked for again.
    block.catch(() => this.#blocks.delete(nth))
    this.#blocks.set(nth, block)
    for (const [first] of this.#blocks) if (this.#blocks.size > MOST_BLOCKS) this.#blocks.delete(first)
    return block
  }

  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null) => void,
  ): void {
    const fill = async () => {
      for (let at = position; at < position + length; ) {
        const nth = Math.floor(at / BLOCK)
        const from = at - nth * BLOCK
        const block = await this.#block(nth)
        const part = block.subarray(from, from + (position + length - at))
        if (part.length === 0) throw new Error('unexpected end of the file')
        part.copy(buffer, offset + at - position)
        at += part.length
      }
    }
    fill().then(
      () => callback(null),
      (error: unknown) => callback(error as Error),
    )
  }

  override _readStreamForRange(start: number, end: number): Readable {
    const through = new PassThrough()
    this.#open(start, end)
      .then(stream => pipeline(stream, through))
      .catch((error: unknown) => through.destroy(error as Error))
    return through
  }
}

export type ZipEntry = { name: string; size: number; open(): Promise<Readable> }
export type StoredZip = { entries: ZipEntry[]; close(): void }

/** Names in Unicode are often not marked as such. */
const nameOf = (entry: Entry): string =>
  (isUtf8(entry.fileNameRaw) ? entry.fileNameRaw.toString().replaceAll('\\', '/') : entry.fileName)
    .normalize('NFC')
    .replaceAll('\0', '')
    .toWellFormed()

/** Letters and folders of a name: what walks a path does so for each of these. */
const LONGEST_NAME = 2_000
const DEEPEST = 100

const LINK = 0o120000
const isLink = ({ externalFileAttributes }: Entry) => ((externalFileAttributes >>> 16) & 0o170000) === LINK

const UNSEEN = /(?:^|\/)(?:\.[^/]*|__MACOSX|Thumbs\.db|desktop\.ini)(?:\/|$)/i

const readEntries = async (
  zip: Awaited<ReturnType<typeof fromRandomAccessReaderPromise>>,
  size: number,
): Promise<ZipEntry[]> => {
  const entries: ZipEntry[] = []
  for await (const entry of entriesWithin(zip, size, pageBounds)) {
    const name = nameOf(entry)
    const wrong = validateFileName(name)
    if (wrong) throw new Unreadable(`The archive holds a name that leads out of it: “${name.slice(0, 80)}”.`)
    if (name.length > LONGEST_NAME || name.split('/').length > DEEPEST)
      throw new Unreadable(`The archive holds a name that is too long or too deep: “${name.slice(0, 80)}…”.`)
    if (name.endsWith('/') || UNSEEN.test(name) || isLink(entry)) continue
    if (entry.isEncrypted()) throw new Unreadable('The archive is encrypted: take its password off first.')
    if (!entry.canDecodeFileData())
      throw new Unreadable(`The archive packs “${name.slice(0, 80)}” in an unknown way.`)
    entries.push({
      name,
      size: entry.uncompressedSize,
      open: () => zip.openReadStreamPromise(entry) as Promise<Readable>,
    })
  }
  return entries
}

const OUT = /invalid relative path|absolute path|invalid characters in fileName/

/** Opens a zip within its bounds; none of its entries is unpacked yet. Rejects with `Unreadable`. */
export const openStoredZip = async (store: FileStore, key: string): Promise<StoredZip> => {
  const kept = await store.read(key, { start: 0, end: 4 })
  if (!kept) throw new Unreadable('The file is gone.')
  kept.stream.destroy()
  const whole = await store.read(key)
  const size = whole?.size ?? 0
  whole?.stream.destroy()
  try {
    const zip = await fromRandomAccessReaderPromise(new StoreReader(store, key, size), size, {
      lazyEntries: true,
      autoClose: false,
    })
    return { entries: await readEntries(zip, size), close: () => zip.close() }
  } catch (error) {
    if (error instanceof Unreadable) throw error
    if (error instanceof JobFault) throw new Unreadable(error.message)
    const words = wordsOf(error)
    if (OUT.test(words)) throw new Unreadable(`The archive holds a name that leads out of it: ${words}.`)
    throw new Unreadable(`This is not a whole zip: ${words}.`)
  }
}

/** All bytes of an entry of a bounded size; null where it is longer. Rejects with `Unreadable` where it is damaged. */
export const bytesOf = async (entry: ZipEntry, most: number): Promise<Buffer | null> => {
  if (entry.size > most) return null
  const parts: Buffer[] = []
  try {
    for await (const part of (await entry.open()) as AsyncIterable<Buffer>) parts.push(part)
  } catch (error) {
    throw new Damaged(`Damaged in the archive: ${wordsOf(error)}`)
  }
  return Buffer.concat(parts)
}

/** One entry cannot be unpacked; the others can. */
export class Damaged extends Error {}

/** The first bytes of an entry. */
export const headOf = async (entry: ZipEntry, count: number): Promise<Buffer> => {
  const parts: Buffer[] = []
  let size = 0
  try {
    const stream = await entry.open()
    for await (const part of stream as AsyncIterable<Buffer>) {
      parts.push(part)
      size += part.length
      if (size >= count) break
    }
    stream.destroy()
  } catch (error) {
    throw new Damaged(`Damaged in the archive: ${wordsOf(error)}`)
  }
  return Buffer.concat(parts).subarray(0, count)
}
