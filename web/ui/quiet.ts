const LONG_ENOUGH = 30
const AGAIN = 100
/** Where a browser does not report idle moments. */
const BLINDLY = 400
/** A machine that is never quiet still gets what waits: offline, it could not be had any more. */
const LONGEST = 6_000

/**
 * Resolves once the client has drawn something (the frame of index.html is none of it) and that has been seen: what comes
 * then holds up no first sight.
 */
export const whenSeen = (): Promise<void> =>
  new Promise(resolve => {
    const behindFrame = () => requestAnimationFrame(() => setTimeout(resolve))
    const root = document.getElementById('root')
    if (!root || root.hasChildNodes()) {
      behindFrame()
      return
    }
    const look = new MutationObserver(() => {
      look.disconnect()
      behindFrame()
    })
    look.observe(root, { childList: true })
  })

const SOON = 30
const NO_LONGER = 1_000

const idle = (timeout: number) =>
  new Promise<unknown>(resolve => {
    if (window.requestIdleCallback) window.requestIdleCallback(resolve, { timeout })
    else setTimeout(resolve, SOON)
  })

/** Resolves once nothing is waited for and the answers are drawn, whatever else goes on; after a second or so in any case. */
export const whenDrawn = async (isWaiting: () => boolean): Promise<void> => {
  const latest = performance.now() + NO_LONGER
  do await new Promise(resolve => setTimeout(resolve, SOON))
  while (isWaiting() && performance.now() < latest)
  await new Promise(requestAnimationFrame)
  await idle(NO_LONGER / 4)
}

/**
 * Resolves when nobody scrolls, types or waits: a task run then may take a while without being felt. After six seconds it
 * resolves in any case.
 */
export const whenQuiet = (isAsking: () => boolean): Promise<void> =>
  new Promise(resolve => {
    if (!window.requestIdleCallback) {
      setTimeout(resolve, BLINDLY)
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
