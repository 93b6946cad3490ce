import { proxy, useSnapshot } from 'valtio'

const key = 'sidebar'
const shut = () => {
  try {
    return localStorage.getItem(key) === 'shut'
  } catch {
    return false
  }
}

const state = proxy({ shut: shut(), over: false })
// Where it lies over the work; `desk` of app.css.
const narrow = () => matchMedia('(max-width: 999px)').matches

export const toggleSidebar = () => {
  if (narrow()) {
    state.over = !state.over
    return
  }
  state.shut = !state.shut
  try {
    localStorage.setItem(key, state.shut ? 'shut' : 'open')
  } catch {
    // Then it is remembered for this page only.
  }
}

export const closeOverlay = () => {
  state.over = false
}

export const useSidebar = () => useSnapshot(state)
