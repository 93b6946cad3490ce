import type { Work } from './work.ts'

type Waiting<Given, Found> = {
  given: Given
  resolve: (found: Found) => void
  reject: (error: unknown) => void
}

/**
 * A step that several transactions reach at the same moment, taken for all of them by one statement instead of one
 * each. A transaction that comes later takes it again, behind the others. `run` answers in the order given.
 */
export const gathered = <Given extends { work: Work }, Found>(run: (given: Given[]) => Promise<Found[]>) => {
  const queues = new WeakMap<Work['trx'], Waiting<Given, Found>[]>()
  const take = async (queue: Waiting<Given, Found>[], trx: Work['trx']) => {
    // Those who were answered by one statement go on in the same tick and meet here again.
    await new Promise(setImmediate)
    while (queue.length > 0) {
      const together = queue.splice(0)
      try {
        const found = await run(together.map(({ given }) => given))
        for (const [at, { resolve }] of together.entries()) resolve(found[at]!)
      } catch (error) {
        for (const { reject } of together) reject(error)
      }
    }
    queues.delete(trx)
  }
  return (given: Given): Promise<Found> =>
    new Promise((resolve, reject) => {
      const { trx } = given.work
      const waiting = queues.get(trx)
      if (waiting) waiting.push({ given, resolve, reject })
      else {
        const queue = [{ given, resolve, reject }]
        queues.set(trx, queue)
        void take(queue, trx)
      }
    })
}
