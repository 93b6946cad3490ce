import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { ImportState } from '../../api/contract/workspace/imports.ts'
import { importCalls } from '../support/imports.ts'
import { type Figure, percentile, spread, timed } from './measure.ts'
import type { BenchWorld } from './world.ts'

const LINES = 100_000
/** So many people work meanwhile, each with a write a second or so. */
const PAUSE_MS = 100

const line = (at: number) =>
  [
    `CHA-${at + 1}`,
    `"Berth plan ${at}, with the tide of the ${at % 31}th"`,
    `"The pilot of line ${at} asks for **two tugs**, see CHA-${(at % 500) + 1}."`,
    ['To Do', 'In Progress', 'Done', 'Waiting for tug'][at % 4],
    ['Highest', 'High', 'Medium', 'Low'][at % 4],
    `"Tugs ${at % 12}, Outer"`,
    `person${at % 40}@portoffice.example`,
    new Date(Date.UTC(2024, 0, 1) + at * 60_000).toISOString(),
    `2027-0${(at % 9) + 1}-11`,
    [1, 2, 3, 5, 8][at % 5],
    at > 0 && at % 20 === 0 ? `CHA-${at - 10}` : '',
    at % 10 === 0 ? `"2024-05-06T07:08:09Z;person${at % 40}@portoffice.example;Said of line ${at}"` : '',
  ].join(',')

const list = (count: number) =>
  [
    'Key,Title,Description,State,Priority,Labels,Assignee,Created,Due date,Estimate,Parent,Comments',
    ...Array.from({ length: count }, (_, at) => line(at)),
  ].join('\n')

/** A long list brought in while people work: the pace of each step, and what the others wait. */
export const imports = async (bench: BenchWorld, lines = LINES): Promise<Figure[]> => {
  const { make, url, dataDir } = bench
  const team = await make.team()
  const calls = importCalls(team.admin, team.workspace.slug)
  const issue = await make.issue(team.admin, team.path)
  const write = (n: number) => team.member.patch(`${team.path}/issues/${issue.id}/`, { name: `Name ${n}` })
  const alone = await timed(60, write)
  const carrier = fork(fileURLToPath(new URL('importCarrier.ts', import.meta.url)), [url, dataDir])
  await once(carrier, 'message')
  const others: number[] = []
  const state = async (id: string) =>
    (await bench.db('imports').where({ id }).first('state')).state as ImportState
  const reaches = async (id: string, wanted: ImportState) => {
    const from = performance.now()
    for (;;) {
      const now = await state(id)
      if (now === wanted) return (performance.now() - from) / 1_000
      if (now === 'failed' || now === 'stopped') throw new Error(`the import is ${now}`)
      others.push(...(await timed(1, n => write(others.length + n))))
      await setTimeout(PAUSE_MS)
    }
  }
  const { id } = await calls.begin(list(lines), { name: 'long.csv' })
  const read = await reaches(id, 'matching')
  await calls.act(id, 'check')
  const checked = await reaches(id, 'checked')
  await calls.act(id, 'run')
  const run = await reaches(id, 'done')
  carrier.send('figures')
  const [{ peak, late }] = (await once(carrier, 'message')) as [{ peak: number; late: number }]
  carrier.kill()
  const many = lines.toLocaleString('en-GB')
  return [
    {
      measure: `${many} lines of a CSV read, and tried`,
      aim: '',
      value: `${read.toFixed(1)} s, ${checked.toFixed(1)} s`,
      n: lines,
    },
    {
      measure: `${many} issues imported while others work`,
      aim: '10,000 a minute',
      value: `${Math.round((lines * 60) / run).toLocaleString('en-GB')} a minute`,
      n: lines,
      note: `${run.toFixed(0)} s; memory of its process ${peak} MB, held up ${late} ms at most`,
    },
    {
      measure: 'another’s write during an import',
      aim: 'p95 under twice that alone',
      value: spread(others),
      n: others.length,
      ratio: percentile(others, 0.95) / percentile(alone, 0.95),
      note: `alone ${spread(alone)}`,
    },
  ]
}
