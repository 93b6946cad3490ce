import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { chmod, link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf, messageOf } from '#contract/messageOf.ts'

/** A start that cannot go on; its message is the sentence that the person at the terminal reads. */
export class StartError extends Error {}

const isAlive = (pid: number, mark: string) => {
  if (!pid) return false
  try {
    process.kill(pid, 0)
    // A pid is reused after a reboot: only a process that looks like the one we knew counts.
    return process.platform !== 'linux' || readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(mark)
  } catch {
    return false
  }
}

const holderOf = async (lock: string) => Number(await readFile(lock, 'utf8').catch(() => '0'))

// The lock appears with its content in one step, so that nobody reads it half-written and takes it for a dead one's.
const place = async (lock: string): Promise<boolean> => {
  const draft = `${lock}.${process.pid}`
  await writeFile(draft, String(process.pid), { mode: 0o600 })
  try {
    await link(draft, lock)
    return true
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
    return false
  } finally {
    await rm(draft, { force: true })
  }
}

// Of two starts that find the same dead lock, the slower one might move away the fast one's new lock: it puts that back.
const removeDead = async (lock: string, dead: number) => {
  const aside = `${lock}.dead.${process.pid}`
  try {
    await rename(lock, aside)
    if ((await holderOf(aside)) !== dead) await link(aside, lock)
  } catch (error) {
    if (!['ENOENT', 'EEXIST'].includes(codeOf(error) ?? '')) throw error
  } finally {
    await rm(aside, { force: true })
  }
}

/** Opens the data directory for this process alone; a lock left by a crash is taken over. */
export const claimDataDir = async (dataDir: string): Promise<() => Promise<void>> => {
  try {
    // PostgreSQL runs as another user when we are root, and has to pass through this folder.
    await mkdir(dataDir, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 })
  } catch (error) {
    throw new StartError(`DATA_DIR ${dataDir} cannot be made: ${messageOf(error)}.`)
  }
  const lock = join(dataDir, 'tandem.lock')
  try {
    for (let attempt = 0; attempt < 3; attempt++) {
      if (await place(lock)) return () => rm(lock, { force: true })
      const holder = await holderOf(lock)
      if (holder !== process.pid && isAlive(holder, 'main.ts'))
        throw new StartError(
          `Tandem is already running on ${dataDir} (process ${holder}). Stop it, or set another DATA_DIR.`,
        )
      await removeDead(lock, holder)
    }
  } catch (error) {
    if (error instanceof StartError) throw error
    throw new StartError(`DATA_DIR ${dataDir} cannot be used: ${messageOf(error)}.`)
  }
  throw new StartError(`DATA_DIR ${dataDir} is being taken by another start.`)
}

/** A secret of this installation: made once, readable by its owner alone. */
export const secret = async (dataDir: string, name: string): Promise<string> => {
  const folder = join(dataDir, 'secrets')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, name)
  try {
    return (await readFile(path, 'utf8')).trim()
  } catch {
    const value = randomBytes(32).toString('hex')
    await writeFile(path, value, { mode: 0o600 })
    await chmod(path, 0o600)
    return value
  }
}
