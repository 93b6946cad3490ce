/** The width of the open issue beside its list. Kept in the browser: it belongs to that screen. */
import { useLayoutEffect, useSyncExternalStore } from 'react'
import { proxy, useSnapshot } from 'valtio'
import type { Width } from '../../ui/WidthEdge.tsx'

const KEY = 'peek.width'
const NARROWEST = 480
/** The least width left to the sidebar and the list. */
const BESIDE = 560
const USUAL = 0.44

const read = (): number | null => {
  try {
    return Number(localStorage.getItem(KEY)) || null
  } catch {
    return null
  }
}
const keep = (width: number | null) => {
  try {
    if (width === null) localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, String(width))
  } catch {
    // Private windows may forbid storage; the width holds until the page is left.
  }
}

// Null: as wide as `--peek` of tokens.css says.
const chosen = proxy({ width: read() })

const show = ({ width } = chosen) => {
  const { style } = document.documentElement
  if (width === null) style.removeProperty('--peek')
  else style.setProperty('--peek', `max(${NARROWEST}px, min(${width}px, 100vw - ${BESIDE}px))`)
}

/** Sees to it that lists and the issue beside them know the width before they are drawn. */
export const useKeptPeekWidth = () => useLayoutEffect(() => show(), [])

const within = (width: number, widest: number) => Math.round(Math.min(widest, Math.max(NARROWEST, width)))
const widestOf = (screen: number) => Math.max(NARROWEST, screen - BESIDE)

const onResize = (changed: () => void) => {
  addEventListener('resize', changed)
  return () => removeEventListener('resize', changed)
}

/** The width as it is drawn, and the verbs; `set` shows a width and keeps it unless it is only tried. */
export const usePeekWidth = (): Width => {
  const { width } = useSnapshot(chosen)
  const screen = useSyncExternalStore(onResize, () => innerWidth)
  const widest = widestOf(screen)
  const set: Width['set'] = (next, { tried } = { tried: false }) => {
    chosen.width = next === null ? null : within(next, widest)
    show()
    if (!tried) keep(chosen.width)
  }
  return { width: within(width ?? screen * USUAL, widest), chosen: width, narrowest: NARROWEST, widest, set }
}
