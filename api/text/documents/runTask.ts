/** Runs the tasks of texts so that a text holds up nobody but its sender. */
import { fileURLToPath } from 'node:url'
import type { Pool } from 'workerpool'
import { fail } from '#contract/errors.ts'
import { loadTexts } from './loadTexts.ts'
import type { TextTasks } from './textTasks.ts'
import type { WorkerTask } from './textWorker.ts'

/** Bytes and letters up to which a task takes less of everyone's time than handing it to a worker would. */
const SMALL = 50_000
const SMALL_FOR: Partial<Record<keyof TextTasks, number>> = {
  // Reads, writes and derives each of its texts several times.
  merge: 20_000,
  // Reads a whole text and writes it anew.
  markdownOf: 20_000,
  // Only reads bytes.
  lacking: 100_000,
}
/** Longer than anything takes that the bounds of a text let through, on a slow machine. */
const LONGEST_MS = 60_000

/** A worker takes the memory of a second program: it is ended when no long text has come for so long. */
const IDLE_MS = 30_000
const END_WITHIN_MS = 1_000

let workers: Promise<Pool> | null = null
let asked = 0
let ending: NodeJS.Timeout | undefined

/**
 * Processes of their own, not threads: what a long text leaves to be collected, and the helpers that collect it, stand beside
 * this process and behind it, and no text can end it.
 */
const begin = async () => {
  const { pool } = await import('workerpool')
  return pool(fileURLToPath(new URL('textWorker.ts', import.meta.url)), {
    workerType: 'process',
    maxWorkers: 2,
    workerTerminateTimeout: 200,
    // Bytes stay bytes. Ctrl-C is for this process: it still stores texts.
    forkOpts: { serialization: 'advanced', detached: true, execArgv: ['--max-old-space-size=1024'] },
  })
}

/** What a sign costs to read, in letters: each may begin a block or a mark, in HTML or in Markdown. */
const DEAR = new Map([['<', 100], ...[...'\n|*_`[>#-'].map((sign): [string, number] => [sign, 25])])
const dearness = Uint8Array.from({ length: 128 }, (_, code) => DEAR.get(String.fromCharCode(code)) ?? 1)

const sizeOfText = (text: string): number => {
  let size = text.length
  for (let at = 0; at < text.length && size <= SMALL; at++) size += (dearness[text.charCodeAt(at)] ?? 1) - 1
  return size
}

/** The most that a task's texts can cost, in letters. */
const sizeOf = (value: unknown): number => {
  if (typeof value === 'string') return sizeOfText(value)
  if (value instanceof Uint8Array) return value.length
  if (typeof value !== 'object' || value === null) return 8
  let size = 0
  for (const one of Object.values(value)) size += sizeOf(one)
  return size
}

type Input<N extends keyof TextTasks> = Parameters<TextTasks[N]>[0]

let tasks: TextTasks | null = null
const loadTasks = async (): Promise<TextTasks> => {
  await loadTexts()
  tasks = (await import('./textTasks.ts')).textTasks
  return tasks
}

/** Does a task of texts, here and at once where they are short. One that takes too long is refused. */
export const runTask = async <N extends keyof TextTasks>(
  name: N,
  input: Input<N>,
): Promise<ReturnType<TextTasks[N]>> => {
  if (sizeOf(input) <= (SMALL_FOR[name] ?? SMALL)) {
    const { [name]: task } = tasks ?? (await loadTasks())
    return (task as (input: Input<N>) => ReturnType<TextTasks[N]>)(input)
  }
  return runElsewhere({ name, input }) as Promise<ReturnType<TextTasks[N]>>
}

const runElsewhere = async (task: WorkerTask): Promise<unknown> => {
  clearTimeout(ending)
  asked++
  try {
    workers ??= begin()
    const pool = await workers
    const { Promise: Stoppable, TerminateError } = await import('workerpool')
    const run = async () => pool.exec('run', [task]).timeout(LONGEST_MS)
    return await run().catch(error => {
      if (error instanceof Stoppable.TimeoutError) fail('text.tooSlow')
      // Somebody ended the worker, not its task: a signal to every process here, perhaps, as we stop.
      if (error instanceof TerminateError) return run()
      throw error
    })
  } finally {
    asked--
    if (asked === 0) ending = setTimeout(() => void endWorkers(), IDLE_MS).unref()
  }
}

/** Ends the workers: nothing that they do is worth waiting for any more. */
export const endWorkers = async (): Promise<void> => {
  const ended = workers
  workers = null
  // A worker that has gone by itself never says that it is gone; what is left of any ends with our side of the channel.
  await (await ended)?.terminate(true, END_WITHIN_MS).catch(() => {})
}
