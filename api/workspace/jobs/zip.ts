/** Archives that are made while they are sent. */
import { pipeline, Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { promisify } from 'node:util'
import { crc32, createDeflateRaw, deflateRaw as deflateRawThen } from 'node:zlib'
import { Zip, type ZipInputFile, ZipPassThrough } from 'fflate'
import { must } from '#contract/errors.ts'

const deflateRaw = promisify(deflateRawThen)

export type Bytes = AsyncGenerator<Uint8Array>
/** `isPacked`: it would not become smaller. */
export type Entry = { name: string; bytes: AsyncIterable<Uint8Array>; isPacked?: boolean }

const SLICE = 64 * 1024
/** In slices, with a breath after each: packing one takes a millisecond or two. */
export async function* bytesOf(texts: AsyncIterable<string> | Iterable<string>): Bytes {
  for await (const text of texts) {
    const whole = Buffer.from(text)
    for (let at = 0; at < whole.length; at += SLICE) {
      yield whole.subarray(at, at + SLICE)
      await setImmediate()
    }
  }
}

/** A file that is no longer is packed at once. */
const SMALL = 256 * 1024

async function* all(parts: readonly Uint8Array[], rest: AsyncIterator<Uint8Array>): Bytes {
  yield* parts
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value
}

/**
 * The bytes of a file, packed on the program's threads; its size and sum are noted as it is read. A packer of JavaScript takes half a
 * megabyte for each file: to clear those of thousands away would hold everybody up.
 */
async function* deflated(
  file: ZipInputFile,
  bytes: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const source = (async function* () {
    for await (const chunk of bytes) {
      file.size += chunk.length
      file.crc = crc32(chunk, file.crc)
      yield chunk
    }
  })()
  const parts: Uint8Array[] = []
  let isOver = false
  while (!isOver && file.size < SMALL) {
    const next = await source.next()
    if (next.done) isOver = true
    else parts.push(next.value)
  }
  if (isOver) {
    yield await deflateRaw(Buffer.concat(parts))
    return
  }
  const packer = createDeflateRaw()
  // An error of the source ends the packer, and so whoever reads it.
  pipeline(Readable.from(all(parts, source)), packer, () => {})
  yield* packer
}

/** A ZIP archive in constant memory, as it is read. It holds 4 GB and 65,535 files at most. */
export async function* zipped(entries: AsyncIterable<Entry> | Iterable<Entry>): Bytes {
  const out: Uint8Array[] = []
  const zip = new Zip((failure, chunk) => {
    if (failure) throw failure
    out.push(chunk)
  })
  for await (const { name, bytes, isPacked } of entries) {
    if (isPacked) {
      const file = new ZipPassThrough(name)
      zip.add(file)
      for await (const chunk of bytes) {
        file.push(chunk)
        yield* out.splice(0)
      }
      file.push(new Uint8Array(0), true)
      continue
    }
    const file: ZipInputFile = { filename: name, size: 0, crc: 0, compression: 8 }
    zip.add(file)
    const push = must(file.ondata, 'a file of the archive')
    for await (const chunk of deflated(file, bytes)) {
      push(null, chunk, false)
      yield* out.splice(0)
    }
    push(null, new Uint8Array(0), true)
  }
  zip.end()
  yield* out.splice(0)
}
