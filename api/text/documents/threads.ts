/** Runs the tasks of texts so that a text holds up nobody but its sender. */
import { fileURLToPath } from 'node:url'
import type { Piscina } from 'piscina'
import { errors, fail } from '#contract/errors.ts'
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
type Limits = {
  /** Of the memory of one thread. */
  megabytes: number
  /** Longer than anything takes that the bounds of a text let through, on a slow machine. */
  ms: number
}
type Input<N extends keyof TextTasks> = Parameters<TextTasks[N]>[0]
/** The sender of a text, and the field that it came in. */
export type Sender = { person: string; field?: string }

const tooDear = (sender: Sender | undefined): never =>
  fail('text.tooDear', sender?.field ? { [sender.field]: [errors['text.tooDear'][1].error] } : {})

/** Two threads for the process, of which one person has one at a time: the next text of theirs waits for its turn. */
export const createThreads = ({ megabytes, ms }: Limits) => {
  let threads: Promise<Piscina> | null = null
  // Loaded and begun with the first long text, and ended when none has come for a while: each takes the memory of a second program.
  const begin = async () => {
    const { Piscina } = await import('piscina')
    const pool = new Piscina({
      filename: fileURLToPath(new URL('textThread.ts', import.meta.url)),
      name: 'run',
      minThreads: 0,
      maxThreads: 2,
      idleTimeout: 30_000,
      // Where every processor is busy, calls go first.
      niceIncrement: 10,
      // A text leaves much garbage and keeps little: of a larger young generation each thread would hold 90 MB more for nothing.
      resourceLimits: { maxOldGenerationSizeMb: megabytes, maxYoungGenerationSizeMb: 32 },
    })
    // A thread that ends between two tasks is nobody's failure: unheard it would end the process.
    pool.on('error', () => {})
    return pool
  }
  /** The end of each person's last task. */
  const turns = new Map<string, Promise<unknown>>()
  const inTurn = async <A>(person: string | undefined, task: () => Promise<A>): Promise<A> => {
    if (!person) return task()
    const mine = (turns.get(person) ?? Promise.resolve()).then(task)
    const ended = mine.catch(() => {})
    turns.set(person, ended)
    try {
      return await mine
    } finally {
      if (turns.get(person) === ended) turns.delete(person)
    }
  }
  const run = async <N extends keyof TextTasks>(
    name: N,
    input: Input<N>,
    sender?: Sender,
  ): Promise<ReturnType<TextTasks[N]>> =>
    inTurn(sender?.person, async () => {
      threads ??= begin()
      const pool = await threads
      const late = AbortSignal.timeout(ms)
      try {
        return await pool.run({ name, input } satisfies ThreadTask<N>, { signal: late })
      } catch (error) {
        const isOut = (error as { code?: string }).code === 'ERR_WORKER_OUT_OF_MEMORY'
        return late.aborted || isOut ? tooDear(sender) : Promise.reject(error)
      }
    })
  return {
    run,
    /** Ends the threads: nothing that they do is worth waiting for any more. */
    end: async (): Promise<void> => {
      const ending = threads
      threads = null
      await (await ending)?.destroy()
    },
  }
}
const threads = createThreads({ megabytes: 1_024, ms: 60_000 })
export const endThreads = threads.end

/** What a sign costs to read, in letters: each may begin a block or a mark, in HTML or in Markdown, and a line the more. */
const DEAR = new Map([['<', 100], ['\n', 60], ...[...'|*_`[>#-'].map((sign): [string, number] => [sign, 25])])
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

let tasks: TextTasks | null = null
const loadTasks = async (): Promise<TextTasks> => {
  await loadTexts()
  tasks = (await import('./textTasks.ts')).textTasks
  return tasks
}

/** Does a task of texts, here and at once where they are short. One that takes too much time or memory is refused. */
export const runTask = async <N extends keyof TextTasks>(
  name: N,
  input: Input<N>,
  sender?: Sender,
): Promise<ReturnType<TextTasks[N]>> => {
  if (sizeOf(input) > (SMALL_FOR[name] ?? SMALL)) return threads.run(name, input, sender)
  const { [name]: task } = tasks ?? (await loadTasks())
  return (task as (input: Input<N>) => ReturnType<TextTasks[N]>)(input)
}

/** An open text at one moment; `changes` are those since it was stored last, null where it never was. */
export type OpenText = { name: string; state: Uint8Array; mark: StoredMark; changes: Uint8Array | null }

/** The derived parts of an open text. A thread that has kept a long one since its last store is sent the changes alone. */
export const deriveOpen = async ({ name, state, mark, changes }: OpenText): Promise<Derived> => {
  if (state.length <= SMALL) return runTask('derive', { state })
  const derived = changes && (await threads.run('deriveKept', { name, changes, mark }))
  return derived ?? threads.run('deriveAndKeep', { name, state })
}

/** Lets a thread read an open long text before there is anything to store. Answers its state vector. */
export const readAhead = (name: string, state: Uint8Array): Promise<Uint8Array> =>
  threads.run('readAhead', { name, state })
