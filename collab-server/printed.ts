import { AsyncLocalStorage } from 'node:async_hooks'
import type { Logger } from 'pino'

const within = new AsyncLocalStorage<Logger>()
/** Somebody may put their own in the place of ours: then it is put around theirs. */
const ours = new WeakSet<typeof console.error>()

const textOf = (said: unknown[]) =>
  said.map(one => (one instanceof Error ? one.message : String(one))).join(' ') || 'no reason given'

// Hocuspocus prints instead of logging: its refusals with their reasons, and a stack for every malformed frame of a
// client.
const listen = () => {
  for (const name of ['error', 'warn'] as const) {
    if (ours.has(console[name])) continue
    const print = console[name].bind(console)
    console[name] = (...said: unknown[]) => {
      const log = within.getStore()
      if (log) log.warn({ reason: textOf(said) }, 'the collab server refuses')
      else print(...said)
    }
    ours.add(console[name])
  }
}

/** Sends the lines printed during `act`, and by anything that it starts, to the log. Other output stays as it is. */
export const tellPrinted = <T>(log: Logger, act: () => T): T => {
  listen()
  return within.run(log, act)
}
