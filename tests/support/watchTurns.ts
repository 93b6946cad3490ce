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

/** Prints how soon someone else was answered, and beside it how long the server itself worked at a stretch. */
export const tellServed = (sent: number, took: number[], turns: number[], answers: Map<unknown, number>) => {
  const figures = [0.5, 0.95, 0.99, 1].map(share => `${share}: ${percentile(took, share).toFixed(1)} ms`)
  const above = (times: number[]) => times.filter(ms => ms > 50).length
  console.log(
    `${sent} sent, ${took.length} calls by someone else meanwhile, ${figures.join(', ')},`,
    `${above(took)} above 50 ms; the server worked ${Math.max(0, ...turns).toFixed(1)} ms at a stretch,`,
    `${above(turns)} times above 50 ms`,
    answers,
  )
}
