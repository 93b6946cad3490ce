import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { percentile } from '../bench/measure.ts'

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
        .map(([, ms]) => ms!),
  }
}

type Served = { sent: number; answers: Map<unknown, number>; took: number[]; bare: number[]; turns: number[] }

/** Prints how soon someone else was answered; beside it a bare server at the same time, and how long ours worked at a stretch. */
export const tellServed = ({ sent, answers, took, bare, turns }: Served) => {
  const above = (times: number[]) => `${times.filter(ms => ms > 50).length} above 50 ms`
  const figures = (times: number[]) =>
    [0.5, 0.95, 0.99, 1].map(share => `${share}: ${percentile(times, share).toFixed(1)} ms`).join(', ')
  console.log(
    `${sent} sent`,
    answers,
    `\n${took.length} calls by someone else meanwhile: ${figures(took)}, ${above(took)}`,
    `\n${bare.length} calls of a bare server meanwhile: ${figures(bare)}, ${above(bare)}`,
    `\nthe server worked ${Math.max(0, ...turns).toFixed(1)} ms at a stretch, ${above(turns)}`,
  )
}
