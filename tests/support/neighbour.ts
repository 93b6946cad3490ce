/**
 * A thread of its own: someone who makes a small call again and again, and tells how long each took. The first is made
 * before, since it loads the caller's own client.
 */
import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'

const { address, cookie, pause } = workerData as { address: string; cookie: string; pause: number }

// Who calls has a machine of their own: a processor that the attacker holds here must not delay their clock. Linux lets each
// thread have its own priority, and only root raise one.
try {
  setPriority(-20)
} catch {}

const ask = () =>
  fetch(address, { headers: { cookie } }).then(
    async reply => {
      await reply.arrayBuffer()
      return reply.status
    },
    () => 0,
  )

await ask()
for (;;) {
  const from = performance.now()
  const status = await ask()
  parentPort!.postMessage({ status, took: performance.now() - from })
  await new Promise(resolve => setTimeout(resolve, pause))
}
