import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { percentile } from '../bench/measure.ts'
import type { Slow } from './neighbours.ts'

/**
 * Watches the longest stretches of a program's own work. `env` goes into the program; `since` answers the stretches above
 * 20 ms that it worked after a time, in ms of processor time.
 */
export const watchTurns = () => {
  const folder = mkdtempSync(join(tmpdir(), 'tandem-turns-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'turns')
  const module = new URL('./turns.ts', import.meta.url).href
  return {
    env: { TURNS_FILE: file, NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --import=${module}` },
    since: (time: number) =>
      readFileSync(file, { encoding: 'utf8', flag: 'a+' })
        .split('\n')
        .map(line => line.split(' ').map(Number))
        .filter(([at]) => at! > time)
        .map(([at, ms]) => ({ at: at!, ms: ms! })),
  }
}

type Neighbour = { took: number[]; slow: Slow[] }
type Turn = { at: number; ms: number }
type Served = {
  sent: number
  answers: Map<unknown, number>
  beside: Neighbour
  bare: Neighbour
  turns: Turn[]
}

const longest = (turns: Turn[]) => Math.max(0, ...turns.map(({ ms }) => ms)).toFixed(1)

/** Prints how soon someone else was answered; beside it a bare server at the same time, and how long ours worked at a stretch. */
export const tellServed = ({ sent, answers, beside, bare, turns }: Served) => {
  const figures = ({ took, slow }: Neighbour) =>
    `${[0.5, 0.95, 0.99, 1].map(share => `${share}: ${percentile(took, share).toFixed(1)} ms`).join(', ')}, ${slow.length} above 50 ms`
  const why = ({ at, took, stolen }: Slow) => {
    const meanwhile = turns.filter(turn => turn.at >= at && turn.at - turn.ms <= at + took)
    const alike = bare.slow.some(other => other.at < at + took && at < other.at + other.took)
    return `${took.toFixed(0)} ms: the server worked ${longest(meanwhile)} ms at a stretch, the host took ${stolen} ms, the bare server was ${alike ? 'as late' : 'in time'}`
  }
  console.log(
    `${sent} sent`,
    answers,
    `\n${beside.took.length} calls by someone else meanwhile: ${figures(beside)}`,
    `\n${bare.took.length} calls of a bare server meanwhile: ${figures(bare)}`,
    `\nthe server worked ${longest(turns)} ms at a stretch`,
    beside.slow.map(slow => `\n  ${why(slow)}`).join(''),
  )
}
