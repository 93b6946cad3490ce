type Held = {
  move: (event: PointerEvent) => void
  up: () => void
  /** Escape, or the browser itself, ends it without a change. */
  letGo: () => void
}

/** Follows the pointer over the whole window until it is let go. Answers how to stop. */
export const whileHeld = ({ move, up, letGo }: Held) => {
  const stop = new AbortController()
  const { signal } = stop
  const key = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    letGo()
  }
  addEventListener('pointermove', move, { signal })
  addEventListener('pointerup', up, { signal })
  addEventListener('pointercancel', letGo, { signal })
  addEventListener('keydown', key, { signal, capture: true })
  // Words that the pointer passes are not selected: a selection would be dragged itself the next time.
  addEventListener('selectstart', event => event.preventDefault(), { signal })
  return () => stop.abort()
}
