import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { pino } from 'pino'
import { addDays } from '../../api/contract/people/zones.ts'
import { openSeal } from '../../api/db/seal.ts'
import { startWebhooks, webhookReader } from '../../api/jobs/sendWebhooks.ts'
import { startReader } from '../../api/live/reader.ts'
import { type Figure, percentile, spread, timed } from './measure.ts'
import type { BenchWorld } from './world.ts'

const TARGETS = 10
const CHANGES = 1_000
const IN_A_CALL = 100

/** A thousand changes of issues at once, each reported to ten addresses: how many arrive in a second, and the wait of others. */
export const webhooks = async (bench: BenchWorld): Promise<Figure[]> => {
  const { make, db, dataDir } = bench
  const team = await make.team()
  const receivers = fork(fileURLToPath(new URL('receivers.ts', import.meta.url)), [String(TARGETS)])
  const [ports] = (await once(receivers, 'message')) as [number[]]
  let arrived = 0
  receivers.on('message', count => {
    arrived = Number(count)
  })
  const issues = []
  for (let n = 0; n < CHANGES; n += 20)
    issues.push(...(await Promise.all(Array.from({ length: 20 }, () => make.issue(team.admin, team.path)))))
  const other = await make.issue(team.admin, team.path)
  const log = pino({ level: 'silent' })
  const settings = { appBaseUrl: null, port: 0, privateHosts: ['127.0.0.1'] }
  const reader = startReader(webhookReader, { db, log })
  const begun = () => db('readers').where({ name: 'webhooks', workspace: team.workspace.id }).first('seq')
  while (!(await begun())) await setTimeout(50)
  const sender = startWebhooks({ db, settings, seal: await openSeal(dataDir), log })
  const write = (n: number) => team.admin.patch(`${team.path}/issues/${other.id}/`, { name: `Name ${n}` })
  const alone = await timed(60, write)
  for (const port of ports) {
    const body = { url: `http://127.0.0.1:${port}/`, issue: true }
    const made = await team.admin.post(`/api/workspaces/${team.workspace.slug}/webhooks/`, body)
    if (made.status !== 201) throw new Error(`a webhook: ${made.status} ${JSON.stringify(made.body)}`)
  }
  const from = performance.now()
  for (let n = 0; n < CHANGES; n += IN_A_CALL) {
    const updates = issues
      .slice(n, n + IN_A_CALL)
      .map(({ id }, at) => ({ id, start_date: addDays('2030-01-01', at) }))
    await team.admin.post(`${team.path}/issue-dates/`, { updates })
  }
  const changed = performance.now() - from
  const writes: number[] = []
  // Writes of others are reported, too: they come after those that are counted.
  while (arrived < CHANGES * TARGETS) writes.push(...(await timed(1, n => write(n + writes.length))))
  const seconds = (performance.now() - from) / 1_000
  await sender.stop()
  await reader.stop()
  receivers.kill()
  return [
    {
      measure: `${CHANGES.toLocaleString('en-GB')} changes told to ${TARGETS} webhooks`,
      aim: '500 a second',
      value: `${Math.round((CHANGES * TARGETS) / seconds)} a second`,
      n: CHANGES * TARGETS,
      note: `changed within ${(changed / 1_000).toFixed(1)} s, all arrived after ${seconds.toFixed(1)} s; server and sender in one process`,
    },
    {
      measure: 'another’s write while webhooks are told',
      aim: 'p95 as alone',
      value: spread(writes),
      n: writes.length,
      note: `alone: ${spread(alone)}; the slowest ${percentile(writes, 1).toFixed(0)} ms`,
    },
  ]
}
