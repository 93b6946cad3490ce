import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { chmod, mkdir, open, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** A start that cannot go on; its message is the sentence that the person at the terminal reads. */
export class StartError extends Error {}

const isAlive = (pid: number, mark: string) => {
  try {
    process.kill(pid, 0)
    // A pid is reused after a reboot: only a process that looks like the one we knew counts.
    return process.platform !== 'linux' || readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(mark)
  } catch {
    return false
  }
}

/** Opens the data directory for this process alone; a lock left by a crash is taken over. */
export const claimDataDir = async (dataDir: string): Promise<() => Promise<void>> => {
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o711 })
  } catch (error) {
    throw new StartError(`DATA_DIR ${dataDir} cannot be made: ${(error as Error).message}.`)
  }
  const lock = join(dataDir, 'tandem.lock')
  for (const attempt of [1, 2]) {
    try {
      const file = await open(lock, 'wx', 0o600)
      await file.writeFile(String(process.pid))
      await file.close()
      return () => rm(lock, { force: true })
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException
      if (code !== 'EEXIST') throw new StartError(`DATA_DIR ${dataDir} cannot be used: ${message}.`)
      const pid = Number(await readFile(lock, 'utf8').catch(() => '0'))
      if (pid !== process.pid && isAlive(pid, 'main.ts'))
        throw new StartError(
          `Tandem is already running on ${dataDir} (process ${pid}). Stop it, or set another DATA_DIR.`,
        )
      if (attempt === 1) await rm(lock, { force: true })
    }
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
