import { randomBytes } from 'node:crypto'
import { link, mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** Where the bytes of files are. What is put under a key stays as it is until it is removed. */
export type FileStore = {
  /** Keeps all of the source or nothing; rejects with `KeyTaken` when the key has bytes already. */
  put(key: string, source: Readable | AsyncIterable<Buffer>): Promise<void>
  /** The bytes, or only the first `count` of them, and the size of the whole; null when there are none. */
  read(key: string, count?: number): Promise<{ size: number; stream: Readable } | null>
  remove(key: string): Promise<void>
  /** Forgets what uploads cut off by a crash have left behind. */
  sweep(before: Date): Promise<number>
}

export class KeyTaken extends Error {}

/** A new key, below the workspace's or the person's id: nothing of it comes from a client, so that no name can lead anywhere on the disk. */
export const newKey = (owner: string) => `${owner}/${randomBytes(16).toString('hex')}`

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT'

/** Files below `DATA_DIR/files`, readable by their owner alone, in folders of a few hundred. */
export const openDiskStore = (dataDir: string): FileStore => {
  const root = join(dataDir, 'files')
  const incoming = join(root, 'incoming')
  const makeFolder = (path: string) => mkdir(path, { recursive: true, mode: 0o700 })
  const pathOf = (key: string) => {
    const name = /^[0-9a-f-]{36}\/([0-9a-f]{32})$/.exec(key)?.[1]
    if (!name) throw new Error('not a key of this store')
    return join(root, name.slice(0, 2), name.slice(2, 4), name)
  }
  return {
    put: async (key, source) => {
      const path = pathOf(key)
      const draft = join(incoming, randomBytes(16).toString('hex'))
      await makeFolder(incoming)
      // Opened before anything can fail: a file that comes to be after its removal would stay.
      const file = await open(draft, 'wx', 0o600)
      try {
        // Flushed before it gets its name: after a power cut a file that is there is whole.
        await pipeline(source, file.createWriteStream({ flush: true }))
        await makeFolder(dirname(path))
        await link(draft, path)
      } catch (error) {
        throw (error as NodeJS.ErrnoException).code === 'EEXIST' ? new KeyTaken() : error
      } finally {
        await rm(draft, { force: true })
      }
    },
    read: async (key, count) => {
      try {
        const file = await open(pathOf(key))
        const { size } = await file.stat()
        return { size, stream: file.createReadStream(count === undefined ? {} : { end: count - 1 }) }
      } catch (error) {
        if (isMissing(error)) return null
        throw error
      }
    },
    remove: key => rm(pathOf(key), { force: true }),
    sweep: async before => {
      let swept = 0
      const names = await readdir(incoming).catch(error => (isMissing(error) ? [] : Promise.reject(error)))
      for (const name of names) {
        const path = join(incoming, name)
        const age = await stat(path).catch(() => null)
        if (!age || age.mtime >= before) continue
        await rm(path, { force: true })
        swept++
      }
      return swept
    },
  }
}
