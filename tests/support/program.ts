import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import { until } from './live.ts'

const main = fileURLToPath(new URL('../../api/main.ts', import.meta.url))

export const freePort = () =>
  new Promise<number>(resolve => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => resolve(port))
    })
  })

/** The real program as a process of its own on a test's database: killed without warning, started again on its port. */
export const program = async (databaseUrl: string, more: Record<string, string> = {}) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'tandem-program-'))
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  let said = ''
  const launch = (): ChildProcess => {
    const launched = spawn(process.execPath, [main], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        PORT: String(port),
        HOST: '127.0.0.1',
        DATABASE_URL: databaseUrl,
        DATA_DIR: dataDir,
        LOG_LEVEL: 'silent',
        RATE_LIMIT_ANONYMOUS: '0',
        RATE_LIMIT_TOKEN: '0',
        RATE_LIMIT_SESSION: '0',
        RATE_LIMIT_AUTH: '0',
        ...more,
      },
    })
    for (const stream of [launched.stdout, launched.stderr])
      stream.on('data', part => {
        said += part
      })
    return launched
  }
  let running: ChildProcess | null = null
  const hasEnded = () => running?.exitCode !== null || running.signalCode !== null
  const end = async () => {
    running?.kill('SIGKILL')
    await rm(dataDir, { recursive: true, force: true })
  }
  // Outside of a test this is refused: there it lasts until it is ended.
  try {
    onTestFinished(end)
  } catch {}
  return {
    origin,
    end,
    kill: () => running?.kill('SIGKILL'),
    /** The printed lines, but for the one that says that it is ready. */
    said: () => said.replace(/^Tandem is ready at .*\n/gm, ''),
    hasEnded,
    /** Answers once the program does. */
    start: async () => {
      // One that is killed holds the port until the system has taken it down.
      if (running && !hasEnded()) await once(running, 'exit')
      running = launch()
      await until(async () => hasEnded() || (await fetch(`${origin}/readyz`).catch(() => null))?.ok, 60_000)
      if (hasEnded()) throw new Error(`The program ended at its start: ${said}`)
    },
  }
}
