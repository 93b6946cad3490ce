import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Figure } from './measure.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  scripts: { start: string }
}

type Started = { ms: number; cpu: number | null; pid: number; stop: () => Promise<void> }

const TICK_MS = 10
/** The processor's time of a process so far, in ms; Linux only. */
const cpuOf = (pid: number): number | null => {
  if (process.platform !== 'linux') return null
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS
}

/** What `npm start` does once all is installed and built. */
const launch = (dataDir: string) =>
  new Promise<Started>((resolve, reject) => {
    const from = performance.now()
    const child = spawn('/bin/sh', ['-c', scripts.start], {
      cwd: root,
      env: {
        ...process.env,
        PATH: `${join(root, 'node_modules/.bin')}:${process.env.PATH}`,
        DATA_DIR: dataDir,
        PORT: '0',
        LOG_LEVEL: 'error',
      },
    })
    child.on('exit', code => reject(new Error(`exited with ${code}`)))
    child.stdout.on('data', (part: Buffer) => {
      if (part.includes('ready'))
        resolve({
          ms: performance.now() - from,
          cpu: cpuOf(child.pid!),
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
      measure: 'second start to ready, time of the processor without PostgreSQL',
      aim: '1,000 ms',
      value: second.cpu === null ? 'measured on Linux only' : `${second.cpu} ms`,
      n: 1,
    },
    {
      measure: `idle memory, PSS of all processes, ${idleSeconds} s after ready`,
      aim: '300 MB',
      value: idle,
      n: 1,
    },
  ]
}
