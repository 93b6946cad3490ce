/** What a first drawing, which somebody waits for, leaves to a second one that can be interrupted. */
import { useDeferredValue } from 'react'

/** False in the first drawing, true in the second. */
export const useBehind = () => useDeferredValue(true, false)

/** How many lines a virtual list draws beyond those in sight: in its first drawing one. */
export const useOverscan = (lines = 8) => useDeferredValue(lines, 1)
