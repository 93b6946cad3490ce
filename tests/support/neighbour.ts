/**
 * A thread of its own: someone who makes a small call again and again, and says how long each took. The first is made
 * before, since it loads the caller's own client.
 */
import { readFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'

const { address, cookie, pause } = workerData as { address: string; cookie: string; pause: number }

// The neighbour has a machine of their own: a processor that the attacker holds here must not delay their clock. Linux gives
// each thread its own priority.
try {
  setPriority(-20)
} catch {
  // Only root may raise one: their clock then waits with the attacker.
}

const ask = () =>
  fetch(address, { headers: { cookie } }).then(
    async reply => {
      await reply.arrayBuffer()
      return reply.status
    },
    () => 0,
  )

/** Ms that the host has given to other machines so far, of all processors; Linux counts them in steps of ten. */
const stolen = () => {
  try {
    return Number(readFileSync('/proc/stat', 'utf8').split('\n', 1)[0]!.split(/\s+/)[8]) * 10
  } catch {
    return 0
  }
}

await ask()
for (;;) {
  const from = performance.now()
  const [at, before] = [Date.now(), stolen()]
  const status = await ask()
  parentPort!.postMessage({ status, took: performance.now() - from, at, stolen: stolen() - before })
  await new Promise(resolve => setTimeout(resolve, pause))
}
