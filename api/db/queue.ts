import type { Db } from './knex.ts'
import { type Act, type Author, inWork, inWorks, UnheardCommit, type Written } from './work.ts'

type Turn = {
  author: Author
  act: Act<unknown>
  resolve: (done: { result: unknown; written: Written }) => void
  reject: (error: unknown) => void
}

/** The most calls committed together, unless it is said: the first of a large crowd need not wait for all of it. */
const MOST = 32

const queues = new Map<string, Turn[]>()

const alone = (db: Db, { author, act, resolve, reject }: Turn) =>
  inWork(db, author, act).then(resolve, reject)

// A mistake of one call undoes the transaction of all: then each gets one of its own.
const together = async (db: Db, turns: Turn[]) => {
  const [first, ...others] = turns as [Turn, ...Turn[]]
  if (others.length === 0) return alone(db, first)
  try {
    const { results, written } = await inWorks(db, turns)
    for (const [at, { resolve }] of turns.entries()) resolve({ result: results[at], written })
  } catch (error) {
    if (error instanceof UnheardCommit) for (const { reject } of turns) reject(error)
    else for (const turn of turns) await alone(db, turn)
  }
}

/**
 * Like `inWork`, for calls that would wait for each other in any case: those that arrive while one is under way are
 * committed together when it is done. Each is judged and answered by itself, and none fails because of another.
 */
export const inQueue = <T>(
  db: Db,
  key: string,
  author: Author,
  act: Act<T>,
  most = MOST,
): Promise<{ result: T; written: Written }> =>
  new Promise((resolve, reject) => {
    const turn = { author, act, resolve: resolve as Turn['resolve'], reject }
    const waiting = queues.get(key)
    if (waiting) {
      waiting.push(turn)
      return
    }
    const queue = [turn]
    queues.set(key, queue)
    const serve = async () => {
      while (queue.length > 0) await together(db, queue.splice(0, most))
      queues.delete(key)
    }
    void serve()
  })
