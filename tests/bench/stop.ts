import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { editor } from '../support/editor.ts'
import { until } from '../support/live.ts'
import { freePort } from '../support/program.ts'
import { type Figure, percentile } from './measure.ts'
import type { BenchWorld } from './world.ts'

const main = fileURLToPath(new URL('../../api/main.ts', import.meta.url))
const ROUNDS = 5
const TEXTS = 20
const WRITERS = 16
const LOAD_MS = 3_000

const launch = async (url: string, dataDir: string, port: number) => {
  const child = spawn(process.execPath, [main], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      DATABASE_URL: url,
      PORT: String(port),
      LOG_LEVEL: 'silent',
      RATE_LIMIT_SESSION: '0',
    },
  })
  await until(async () => (await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null))?.ok, 20_000)
  return child
}

/** How long a stop takes while twenty texts are typed in, each by two people, and sixteen programs create issues. */
export const stops = async ({ url, make, team }: BenchWorld): Promise<Figure[]> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'tandem-stop-'))
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const pages = await Promise.all(Array.from({ length: TEXTS }, () => make.page(team.admin, team.path)))
  const took: number[] = []
  const codes = new Set<number | null>()
  for (let round = 0; round < ROUNDS; round++) {
    const child = await launch(url, dataDir, port)
    const editors = pages.flatMap(({ id }) =>
      [team.admin, team.member].map(who => editor(origin, who, `page.${id}`)),
    )
    await Promise.all(editors.map(one => one.synced()))
    let isOver = false
    const typing = setInterval(() => {
      for (const one of editors) one.write(`round ${round}`)
    }, 100)
    const headers = { cookie: team.admin.cookie(), 'content-type': 'application/json' }
    const writers = Array.from({ length: WRITERS }, async () => {
      while (!isOver)
        await fetch(`${origin}${team.path}/issues/`, {
          method: 'POST',
          headers,
          body: JSON.stringify({ name: 'Written until the end' }),
        }).catch(() => new Promise(resolve => setTimeout(resolve, 50)))
    })
    await new Promise(resolve => setTimeout(resolve, LOAD_MS))
    const from = performance.now()
    child.kill('SIGTERM')
    codes.add(await new Promise(resolve => child.once('exit', resolve)))
    took.push(performance.now() - from)
    isOver = true
    clearInterval(typing)
    for (const one of editors) one.close()
    await Promise.all(writers)
  }
  await rm(dataDir, { recursive: true, force: true })
  return [
    {
      measure: `stop while ${TEXTS} texts are typed in and ${WRITERS} programs write`,
      aim: 'longest 2 s',
      value: `p50 ${percentile(took, 0.5).toFixed(0)} ms, longest ${Math.max(...took).toFixed(0)} ms`,
      n: ROUNDS,
      note: `exit code ${[...codes].join(', ')}`,
    },
  ]
}
