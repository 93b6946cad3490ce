/** What a first drawing, which somebody waits for, leaves to a second one that can be interrupted. */
import { type ReactNode, useDeferredValue, useSyncExternalStore } from 'react'

/** False in the first drawing, true in the second. */
export const useBehind = () => useDeferredValue(true, false)

type BehindProps = {
  children: ReactNode
  /** Nothing waits: it is seen without a pointer. */
  now?: boolean
}

/** What a row shows under the pointer or the focus alone: rows that are only passed by in scrolling never pay for it. */
export const Behind = ({ children, now = false }: BehindProps): ReactNode => {
  const isDrawn = useBehind()
  return isDrawn || now ? children : null
}

/** So many lines of a list are put on paper at most. */
const MOST_ON_PAPER = 2_000
const paper = matchMedia('print')
const onPaper = (tell: () => void) => {
  paper.addEventListener('change', tell)
  return () => paper.removeEventListener('change', tell)
}

/** How many lines a virtual list draws beyond those in sight: in its first drawing one, on paper all that are there. */
export const useOverscan = (lines = 8) => {
  const drawn = useDeferredValue(lines, 1)
  return useSyncExternalStore(onPaper, () => paper.matches) ? MOST_ON_PAPER : drawn
}
