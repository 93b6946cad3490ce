/**
 * Loaded into the program beside its own code: writes down each stretch of work in which its event loop took up nothing
 * else for above 20 ms, in processor time. What the machine gives to others meanwhile is not in it.
 */
import { appendFileSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'

const file = process.env.TURNS_FILE
const worked = () => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

if (file && isMainThread) {
  let before = worked()
  setInterval(() => {
    const now = worked()
    if (now - before > 20) appendFileSync(file, `${Date.now()} ${(now - before).toFixed(1)}\n`)
    before = now
  }, 5).unref()
}
