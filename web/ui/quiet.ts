const LONG_ENOUGH = 30
const AGAIN = 400
/** A machine that is never quiet still gets what waits: offline, it could not be had any more. */
const LONGEST = 6_000

/** Resolves once something of the page has been seen: what comes then holds up no first sight. */
export const whenSeen = (): Promise<void> =>
  new Promise(resolve => {
    const look = new PerformanceObserver(list => {
      if (list.getEntriesByName('first-contentful-paint').length === 0) return
      look.disconnect()
      resolve()
    })
    look.observe({ type: 'paint', buffered: true })
  })

/**
 * Resolves when nobody scrolls, types or waits: a task run then may take a while without being felt. After six seconds it
 * resolves in any case.
 */
export const whenQuiet = (isAsking: () => boolean): Promise<void> =>
  new Promise(resolve => {
    if (!window.requestIdleCallback) {
      setTimeout(resolve, AGAIN)
      return
    }
    const latest = performance.now() + LONGEST
    const look = () =>
      window.requestIdleCallback(
        deadline => {
          const isQuiet = deadline.timeRemaining() > LONG_ENOUGH && !isAsking()
          if (isQuiet || performance.now() >= latest) resolve()
          else setTimeout(look, AGAIN)
        },
        { timeout: LONGEST },
      )
    look()
  })
