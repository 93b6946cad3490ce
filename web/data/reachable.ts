/** When the server can be had again: known by the browser, by the live line, or found out by trying. */

const FIRST_MS = 2_000
const LAST_MS = 30_000

const listeners = new Set<() => void>()
let wait = FIRST_MS
let timer = 0

const tell = () => {
  for (const listener of [...listeners]) listener()
}

export const whenReachable = (listener: () => void) => {
  listeners.add(listener)
}

/** It is there, as far as is known. */
export const noteReachable = () => {
  clearTimeout(timer)
  timer = 0
  wait = FIRST_MS
  tell()
}

/** An answer has come: the next gap begins with a short wait. */
export const noteReached = () => {
  wait = FIRST_MS
}

/**
 * For whoever could not reach it: tried again after a while, and after a longer one the next time. No event may come: a bad
 * gateway answers, and a short gap leaves the sockets as they are.
 */
export const awaitReachable = () => {
  if (timer) return
  timer = window.setTimeout(() => {
    timer = 0
    wait = Math.min(2 * wait, LAST_MS)
    tell()
  }, wait)
}

/** Done once it may be there again. */
export const reachable = () =>
  new Promise<void>(resolve => {
    const once = () => {
      listeners.delete(once)
      resolve()
    }
    listeners.add(once)
    awaitReachable()
  })

addEventListener('online', noteReachable)
