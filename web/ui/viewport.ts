import { useSyncExternalStore } from 'react'

const query = matchMedia('(max-width: 767px)')

const subscribe = (changed: () => void) => {
  query.addEventListener('change', changed)
  return () => query.removeEventListener('change', changed)
}

/** A phone's width, where rows take two lines and panels the whole screen. */
export const useNarrow = () => useSyncExternalStore(subscribe, () => query.matches)
