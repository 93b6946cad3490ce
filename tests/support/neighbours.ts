import { once } from 'node:events'
import { setPriority } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { Visitor } from './visitor.ts'

/** A call above 50 ms: when it began, and for how long the host gave processors of this machine to others meanwhile. */
export type Slow = { at: number; took: number; stolen: number }

/** Someone else who is served meanwhile, from a thread of their own: the test's own work delays no clock. */
export const neighbour = (address: string, who: Visitor, pause = 25) => {
  const took: number[] = []
  const slow: Slow[] = []
  const statuses = new Set<number>()
  const worker = new Worker(new URL('./neighbour.ts', import.meta.url), {
    workerData: { address, cookie: who.cookie(), pause },
  })
  worker.on('message', (told: Slow & { status: number }) => {
    took.push(told.took)
    if (told.took > 50) slow.push(told)
    statuses.add(told.status)
  })
  return { took, slow, statuses, stop: () => worker.terminate() }
}

/** The same caller of a bare server with the same database, at the same time: the floor that this machine gives. */
export const bareNeighbour = async (database: string, who: Visitor) => {
  const server = new Worker(new URL('./bareServer.ts', import.meta.url), { workerData: { database } })
  const [port] = (await once(server, 'message')) as [number]
  const beside = neighbour(`http://127.0.0.1:${port}/`, who)
  return {
    took: beside.took,
    slow: beside.slow,
    stop: () => Promise.all([beside.stop(), server.terminate()]),
  }
}

/**
 * The attacker has a machine of their own, too: on this one the test's thread takes only what the server leaves.
 * Threads that it begins from now on do the same.
 */
export const attackFromElsewhere = () => setPriority(19)
