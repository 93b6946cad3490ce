export type Engine = typeof import('./engine.ts')
let engine: Engine | null = null

/** Nobody drags before the first screen is drawn: until then what dragging takes is not loaded. */
export const withEngine = (attach: (engine: Engine) => () => void): (() => void) => {
  if (engine) return attach(engine)
  let detach = () => {}
  let isGone = false
  void import('./engine.ts').then(loaded => {
    engine = loaded
    if (!isGone) detach = attach(loaded)
  })
  return () => {
    isGone = true
    detach()
  }
}
