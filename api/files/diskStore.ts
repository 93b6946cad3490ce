import { randomBytes } from 'node:crypto'
import { link, mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { codeOf } from '#contract/messageOf.ts'
import { type FileStore, KeyTaken } from './store.ts'

const isMissing = (error: unknown) => codeOf(error) === 'ENOENT'

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
  const remove = (key: string) => rm(pathOf(key), { force: true })
  const openAt = async (key: string, part: { start?: number; end?: number } = {}) => {
    try {
      const file = await open(pathOf(key))
      const { size } = await file.stat()
      return { size, stream: file.createReadStream(part) }
    } catch (error) {
      if (isMissing(error)) return null
      throw error
    }
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
        throw codeOf(error) === 'EEXIST' ? new KeyTaken() : error
      } finally {
        await rm(draft, { force: true })
      }
    },
    // Uploads to this store pass our own door once: the file is in place under its key when that answers.
    arrived: async (key, count) => {
      const kept = await openAt(key, { end: count - 1 })
      return kept && { ...kept, keep: async () => true, drop: () => remove(key) }
    },
    read: (key, part) => openAt(key, part && { start: part.start, end: part.end - 1 }),
    remove,
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
