import { useDeferredValue } from 'react'

/** False in the first drawing, which somebody waits for; true in a second one, which can be interrupted. */
export const useBehind = () => useDeferredValue(true, false)
