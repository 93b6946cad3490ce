const LONG_ENOUGH = 30
const AGAIN = 400

/** Resolves when nobody scrolls, types or waits: a task run then may take a while without being felt. */
export const whenQuiet = (isAsking: () => boolean): Promise<void> =>
  new Promise(resolve => {
    if (!window.requestIdleCallback) {
      setTimeout(resolve, AGAIN)
      return
    }
    const look = () =>
      window.requestIdleCallback(deadline => {
        if (deadline.timeRemaining() > LONG_ENOUGH && !isAsking()) resolve()
        else setTimeout(look, AGAIN)
      })
    look()
  })
