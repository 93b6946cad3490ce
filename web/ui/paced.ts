/** Runs once in a while at most, with all that was wished until then: wishes without end put it off no further. */
export const paced = (run: () => void, ms: number) => {
  let timer = 0
  return {
    wish: () => {
      timer ||= window.setTimeout(() => {
        timer = 0
        run()
      }, ms)
    },
    stop: () => {
      clearTimeout(timer)
      timer = 0
    },
  }
}
