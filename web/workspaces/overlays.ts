import { proxy, useSnapshot } from 'valtio'

type Overlay = 'commands' | 'issue' | 'project'
const state = proxy<{ open: Overlay | null }>({ open: null })

/** One at a time, from wherever: a key, a button, a command. */
export const openOverlay = (overlay: Overlay | null) => {
  state.open = overlay
}
export const useOverlay = () => useSnapshot(state).open
