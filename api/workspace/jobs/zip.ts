/** Archives that are made while they are sent. */
import { setImmediate } from 'node:timers/promises'
import { Zip, ZipDeflate, ZipPassThrough } from 'fflate'

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

/** A ZIP archive in constant memory, as it is read. It holds 4 GB and 65,535 files at most. */
export async function* zipped(entries: AsyncIterable<Entry> | Iterable<Entry>): Bytes {
  const out: Uint8Array[] = []
  const zip = new Zip((failure, chunk) => {
    if (failure) throw failure
    out.push(chunk)
  })
  for await (const { name, bytes, isPacked } of entries) {
    const file = isPacked ? new ZipPassThrough(name) : new ZipDeflate(name)
    zip.add(file)
    for await (const chunk of bytes) {
      file.push(chunk)
      yield* out.splice(0)
    }
    file.push(new Uint8Array(0), true)
  }
  zip.end()
  yield* out.splice(0)
}
