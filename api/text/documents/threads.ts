/** Runs the tasks of texts so that a text holds up nobody but its sender. */
import { fileURLToPath } from 'node:url'
import type { Piscina } from 'piscina'
import { fail } from '#contract/errors.ts'
import type { StoredMark } from '../../../collab-server/document/saved.ts'
import { loadTexts } from './loadTexts.ts'
import type { Derived, TextTasks } from './textTasks.ts'
import type { ThreadTask } from './textThread.ts'

/** Bytes and letters up to which a task takes less of everyone's time than handing it to a thread would. */
export const SMALL = 50_000
const SMALL_FOR: Partial<Record<keyof TextTasks, number>> = {
  // Reads, writes and derives each of its texts several times.
  merge: 20_000,
  // Only reads bytes.
  lacking: 100_000,
}
/** Longer than anything takes that the bounds of a text let through, on a slow machine. */
const LONGEST_MS = 60_000

let threads: Promise<Piscina> | null = null
// Loaded and begun with the first long text, and ended when none has come for a while: each takes the memory of a second program.
const begin = async () => {
  const { Piscina } = await import('piscina')
  return new Piscina({
    filename: fileURLToPath(new URL('textThread.ts', import.meta.url)),
    name: 'run',
    minThreads: 0,
    maxThreads: 2,
    idleTimeout: 30_000,
    // Where every processor is busy, calls go first.
    niceIncrement: 10,
    // A text leaves much garbage and keeps little: of a larger young generation each thread would hold 90 MB more for nothing.
    resourceLimits: { maxOldGenerationSizeMb: 1_024, maxYoungGenerationSizeMb: 32 },
  })
}
const pool = () => {
  threads ??= begin()
  return threads
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

const inThread = async <N extends keyof TextTasks>(
  name: N,
  input: Input<N>,
): Promise<ReturnType<TextTasks[N]>> => {
  const late = AbortSignal.timeout(LONGEST_MS)
  const threads = await pool()
  return threads
    .run({ name, input } satisfies ThreadTask<N>, { signal: late })
    .catch(error => (late.aborted ? fail('text.tooSlow') : Promise.reject(error))) as Promise<
    ReturnType<TextTasks[N]>
  >
}

/** Does a task of texts, here and at once where they are short. One that takes too long is refused. */
export const runTask = async <N extends keyof TextTasks>(
  name: N,
  input: Input<N>,
): Promise<ReturnType<TextTasks[N]>> => {
  if (sizeOf(input) > (SMALL_FOR[name] ?? SMALL)) return inThread(name, input)
  const { [name]: task } = tasks ?? (await loadTasks())
  return (task as (input: Input<N>) => ReturnType<TextTasks[N]>)(input)
}

/** An open text at one moment; `changes` are those since it was stored last, null where it never was. */
export type OpenText = { name: string; state: Uint8Array; mark: StoredMark; changes: Uint8Array | null }

/** The derived parts of an open text. A thread that has kept a long one since its last store is sent the changes alone. */
export const deriveOpen = async ({ name, state, mark, changes }: OpenText): Promise<Derived> => {
  if (state.length <= SMALL) return runTask('derive', { state })
  const derived = changes && (await inThread('deriveKept', { name, changes, mark }))
  return derived ?? inThread('deriveAndKeep', { name, state })
}

/** Lets a thread read an open long text before there is anything to store. Answers its state vector. */
export const readAhead = (name: string, state: Uint8Array): Promise<Uint8Array> =>
  inThread('readAhead', { name, state })

/** Ends the threads: nothing that they do is worth waiting for any more. */
export const endThreads = async (): Promise<void> => {
  const ending = threads
  threads = null
  await (await ending)?.destroy()
}
