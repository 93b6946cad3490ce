import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Figure } from './measure.ts'

const main = fileURLToPath(new URL('../../api/main.ts', import.meta.url))

const launch = (dataDir: string) =>
  new Promise<{ ms: number; pid: number; stop: () => Promise<void> }>((resolve, reject) => {
    const from = performance.now()
    const child = spawn(process.execPath, [main], {
      env: { ...process.env, DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'error' },
    })
    child.on('exit', code => reject(new Error(`exited with ${code}`)))
    child.stdout.on('data', (part: Buffer) => {
      if (part.includes('ready'))
        resolve({
          ms: performance.now() - from,
          pid: child.pid!,
          stop: () =>
            new Promise(done => {
              child.removeAllListeners('exit')
              child.on('exit', () => done())
              child.kill('SIGTERM')
            }),
        })
    })
  })

/** Proportional set size of the process and all it started, in MB; Linux only. */
const memory = (pid: number, dataDir: string): number => {
  const kb = readdirSync('/proc').reduce((sum, name) => {
    try {
      const mine = Number(name) === pid
      const command = readFileSync(`/proc/${name}/cmdline`, 'utf8')
      const cwd = readFileSync(`/proc/${name}/environ`, 'utf8')
      if (!mine && !command.includes(dataDir) && !(command.startsWith('postgres') && cwd.includes(dataDir)))
        return sum
      return sum + Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${name}/smaps_rollup`, 'utf8'))?.[1] ?? 0)
    } catch {
      return sum
    }
  }, 0)
  return kb / 1024
}

export const starts = async (idleSeconds: number): Promise<Figure[]> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'tandem-start-'))
  const first = await launch(dataDir)
  await first.stop()
  const second = await launch(dataDir)
  await new Promise(resolve => setTimeout(resolve, idleSeconds * 1000))
  const idle =
    process.platform === 'linux' ? `${Math.round(memory(second.pid, dataDir))} MB` : 'measured on Linux only'
  await second.stop()
  await rm(dataDir, { recursive: true, force: true })
  return [
    {
      measure: 'first start of an installed clone to ready',
      aim: '60 s with npm install',
      value: `${(first.ms / 1000).toFixed(1)} s`,
      n: 1,
    },
    { measure: 'second start to ready', aim: '3 s', value: `${(second.ms / 1000).toFixed(1)} s`, n: 1 },
    {
      measure: `idle memory, PSS of all processes, ${idleSeconds} s after ready`,
      aim: '300 MB',
      value: idle,
      n: 1,
    },
  ]
}
