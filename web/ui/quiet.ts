const LONG_ENOUGH = 30
const AGAIN = 400

/** Resolves when nobody scrolls or types: what is then run may take a while without being felt. */
export const whenQuiet = (): Promise<void> =>
  new Promise(resolve => {
    if (!window.requestIdleCallback) {
      setTimeout(resolve, AGAIN)
      return
    }
    const look = () =>
      window.requestIdleCallback(deadline => {
        if (deadline.timeRemaining() > LONG_ENOUGH) resolve()
        else setTimeout(look, AGAIN)
      })
    look()
  })
