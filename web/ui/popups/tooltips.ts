/** The open tooltip, and the time of the next: at most one, after a while, at once where the last has just gone. */
import { type ReactNode, useSyncExternalStore } from 'react'

export type Told = { label: ReactNode; keys?: string | undefined; side: 'top' | 'bottom' | 'left' | 'right' }
type Shown = { anchor: Element; told: Told }

const WAIT = 400
const WARM = 300

let shown: Shown | null = null
let waiting: { anchor: Element; timer: number } | null = null
let gone = 0
const listeners = new Set<() => void>()

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
const set = (next: Shown | null) => {
  shown = next
  for (const listener of listeners) listener()
}
const stopWaiting = () => {
  if (waiting) clearTimeout(waiting.timer)
  waiting = null
}

export const useTooltip = () => useSyncExternalStore(subscribe, () => shown)

export const showTooltip = (anchor: Element, told: Told, at: 'pointer' | 'focus') => {
  stopWaiting()
  if (at === 'focus' || shown || Date.now() - gone < WARM) set({ anchor, told })
  else
    waiting = {
      anchor,
      timer: window.setTimeout(() => {
        waiting = null
        if (anchor.isConnected) set({ anchor, told })
      }, WAIT),
    }
}

/** Of one element, when it has been left or has gone from the page; of whichever without one. */
export const hideTooltip = (anchor?: Element) => {
  if (!anchor || waiting?.anchor === anchor) stopWaiting()
  if (!shown || (anchor && shown.anchor !== anchor)) return
  gone = Date.now()
  set(null)
}

/** Its words may change while it is open. */
export const retell = (anchor: Element, told: Told) => {
  if (shown?.anchor !== anchor) return
  if (shown.told.label !== told.label || shown.told.keys !== told.keys) set({ anchor, told })
}
