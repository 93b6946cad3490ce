/** The browser's own Back and Forward, handled before the router learns of them: window's listeners are called in their order. */
type Hold = (event: PopStateEvent) => void

let hold: Hold | null = null
addEventListener('popstate', event => hold?.(event))

/** Answers what lets go again. */
export const holdBack = (by: Hold) => {
  hold = by
  return () => {
    hold = null
  }
}
