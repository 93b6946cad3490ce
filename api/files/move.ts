import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { Knex } from 'knex'
import type { FileStore } from './store.ts'

export type Moved = { copied: number; there: number; missing: string[] }
export type Told = Moved & { total: number }

const BATCH = 200

type Digest = { size: number; sha256: string }

const digestOf = async (file: { stream: Readable } | null): Promise<Digest | null> => {
  if (!file) return null
  const hash = createHash('sha256')
  let size = 0
  for await (const part of file.stream as AsyncIterable<Buffer>) {
    size += part.length
    hash.update(part)
  }
  return { size, sha256: hash.digest('hex') }
}

const same = (a: Digest | null, b: Digest | null) => a?.size === b?.size && a?.sha256 === b?.sha256

/** Copies one file and reads it back: the copy is equal to its source, or there is none. */
const moveOne = async (
  from: FileStore,
  to: FileStore,
  key: string,
): Promise<'copied' | 'there' | 'missing'> => {
  const [was, is] = await Promise.all([digestOf(await from.read(key)), digestOf(await to.read(key))])
  if (!was) return is ? 'there' : 'missing'
  if (same(was, is)) return 'there'
  if (is) await to.remove(key)
  const source = await from.read(key)
  if (!source) return 'missing'
  await to.put(key, source.stream, source.size)
  if (same(was, await digestOf(await to.read(key)))) return 'copied'
  await to.remove(key)
  throw new Error(`The file ${key} did not arrive as it was sent. Nothing is lost: run this again.`)
}

/** All files, each once: copies of an image share their bytes. Deleted ones too, since a deletion can be taken back. */
const kept = (db: Knex) => db('file_assets').where('is_uploaded', true)

/**
 * Copies every file that a row names from one store to another. A file that is there already is compared with its
 * source and left alone, so that an interrupted run is simply run again; the source keeps all it has.
 */
export const moveFiles = async (
  db: Knex,
  from: FileStore,
  to: FileStore,
  tell: (told: Told) => void,
): Promise<Moved> => {
  const counted = await kept(db).countDistinct({ total: 'asset' }).first<{ total: string }>()
  const moved: Moved = { copied: 0, there: 0, missing: [] }
  for (let last = '', more = true; more; ) {
    const keys: string[] = await kept(db)
      .where('asset', '>', last)
      .distinct('asset')
      .orderBy('asset')
      .limit(BATCH)
      .pluck('asset')
    for (const key of keys) {
      const outcome = await moveOne(from, to, key)
      if (outcome === 'missing') moved.missing.push(key)
      else moved[outcome]++
      tell({ ...moved, total: Number(counted.total) })
    }
    last = keys.at(-1) ?? last
    more = keys.length === BATCH
  }
  return moved
}
