import { proxy, useSnapshot } from 'valtio'
import type { Width } from '../../ui/WidthEdge.tsx'

/** A value that this browser keeps: it belongs to its screen. Private windows may forbid it. */
export const kept = (key: string) => {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}
export const keep = (key: string, value: string | null) => {
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
  } catch {
    // Then it is remembered for this page only.
  }
}

const SHUT = 'sidebar'
const WIDTH = 'sidebar.width'
const FOLDED = 'sidebar.folded'
const [NARROWEST, USUAL, WIDEST] = [200, 248, 400]

/** Parts of the sidebar of each workspace: whatever else is there is passed over. */
const readFolded = () => (kept(FOLDED) ?? '').split(' ').filter(one => one.includes('/'))

const state = proxy({
  shut: kept(SHUT) === 'shut',
  over: false,
  /** Null: as wide as `--sidebar` of tokens.css says. */
  width: Number(kept(WIDTH)) || null,
  /** The parts that are folded. */
  folded: readFolded(),
})
// The sidebar lies over the work there; `desk` of app.css.
const narrow = () => matchMedia('(max-width: 999px)').matches

export const toggleSidebar = () => {
  if (narrow()) {
    state.over = !state.over
    return
  }
  const within = document.activeElement?.closest('[data-own="sidebar"], [data-sidebar-switch]')
  focusIsDue = within !== null && within !== undefined
  state.shut = !state.shut
  keep(SHUT, state.shut ? 'shut' : 'open')
}

/** What had the focus goes with the sidebar, or with its rail: the way back has it once that is there. */
let focusIsDue = false
export const sidebarSwitch = {
  'data-sidebar-switch': true,
  ref: (button: HTMLButtonElement | null) => {
    if (!button || !focusIsDue) return
    focusIsDue = false
    button.focus()
  },
}

export const closeOverlay = () => {
  state.over = false
}

export const useSidebar = () => useSnapshot(state)

const within = (width: number) => Math.round(Math.min(WIDEST, Math.max(NARROWEST, width)))

const show = () => {
  const { style } = document.documentElement
  if (state.width === null) style.removeProperty('--sidebar')
  else style.setProperty('--sidebar', `${within(state.width)}px`)
}
show()

/** The width as it is drawn, and the verb. */
export const useSidebarWidth = (): Width => {
  const { width } = useSnapshot(state)
  const set: Width['set'] = (next, { tried } = { tried: false }) => {
    state.width = next === null ? null : within(next)
    show()
    if (!tried) keep(WIDTH, state.width === null ? null : String(state.width))
  }
  return { width: within(width ?? USUAL), chosen: width, narrowest: NARROWEST, widest: WIDEST, set }
}

/** Whether a part of it is folded in this workspace, known by its address before its rows are; and how that is changed. */
export const useFoldedPart = (slug: string, part: string): [boolean, () => void] => {
  const key = `${slug.toLowerCase()}/${part}`
  const isFolded = useSnapshot(state).folded.includes(key)
  const toggle = () => {
    // Another tab may have folded parts of another workspace.
    const others = readFolded().filter(one => one !== key)
    state.folded = isFolded ? others : [...others, key]
    keep(FOLDED, state.folded.join(' '))
  }
  return [isFolded, toggle]
}
