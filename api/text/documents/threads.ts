/** Runs the tasks of texts so that a text holds up nobody but its sender. */
import { fileURLToPath } from 'node:url'
import { Piscina } from 'piscina'
import { fail } from '#contract/errors.ts'
import { type TextTasks, textTasks } from './textTasks.ts'
import type { ThreadTask } from './textThread.ts'

/** Bytes and letters up to which a task takes less of everyone's time than handing it to a thread would. */
const SMALL = 50_000
/** Of tasks that only read bytes: opening a text must not wait until a thread has begun. */
const SMALL_TO_READ: Partial<Record<keyof TextTasks, number>> = { slice: 400_000, sliceLacking: 100_000 }
/** Longer than anything takes that the bounds of a text let through, on a slow machine. */
const LONGEST_MS = 60_000

let threads: Piscina | null = null
// Begun with the first long text, and ended when none has come for a while: each takes the memory of a second program.
const pool = () => {
  threads ??= new Piscina({
    filename: fileURLToPath(new URL('textThread.ts', import.meta.url)),
    name: 'run',
    minThreads: 0,
    maxThreads: 2,
    idleTimeout: 30_000,
    resourceLimits: { maxOldGenerationSizeMb: 1_024 },
  })
  return threads
}

/** So many letters cost as much as one tag to read, and there is nothing dearer. */
const TAG = 100

const tagsIn = (text: string): number => {
  let tags = 0
  for (let at = text.indexOf('<'); at >= 0 && tags * TAG <= SMALL; at = text.indexOf('<', at + 1)) tags++
  return tags
}

/** The most that a task's texts can cost, in letters. */
const sizeOf = (value: unknown): number => {
  if (typeof value === 'string') return value.length + TAG * tagsIn(value)
  if (value instanceof Uint8Array) return value.length
  if (typeof value !== 'object' || value === null) return 8
  let size = 0
  for (const one of Object.values(value)) size += sizeOf(one)
  return size
}

type Input<N extends keyof TextTasks> = Parameters<TextTasks[N]>[0]

/** Does a task of texts, here where they are short. One that takes too long is refused. */
export const runTask = async <N extends keyof TextTasks>(
  name: N,
  input: Input<N>,
): Promise<ReturnType<TextTasks[N]>> => {
  const task = textTasks[name] as (input: Input<N>) => ReturnType<TextTasks[N]>
  if (sizeOf(input) <= (SMALL_TO_READ[name] ?? SMALL)) return task(input)
  const late = AbortSignal.timeout(LONGEST_MS)
  return pool()
    .run({ name, input } satisfies ThreadTask<N>, { signal: late })
    .catch(error => (late.aborted ? fail('text.tooSlow') : Promise.reject(error))) as Promise<
    ReturnType<TextTasks[N]>
  >
}

/** Ends the threads: nothing that they do is worth waiting for any more. */
export const endThreads = async (): Promise<void> => {
  await threads?.destroy()
  threads = null
}
