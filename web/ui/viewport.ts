import { useSyncExternalStore } from 'react'

const matching = (media: string) => {
  const query = matchMedia(media)
  const subscribe = (changed: () => void) => {
    query.addEventListener('change', changed)
    return () => query.removeEventListener('change', changed)
  }
  return () => useSyncExternalStore(subscribe, () => query.matches)
}

/** A phone's width, where rows take two lines and panels the whole screen. */
export const useNarrow = matching('(max-width: 767px)')
/** A tablet's width, where the sidebar lies above the screen and the header folds. */
export const useFolded = matching('(max-width: 999px)')
/** Room for a third column beside a list and its open row. */
export const useWide = matching('(min-width: 1280px)')
