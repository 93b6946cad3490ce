import { useDeferredValue } from 'react'

/**
 * How many lines a virtual list draws beyond those in sight. Its first drawing, which somebody waits for, leaves them to a
 * second one that can be interrupted.
 */
export const useOverscan = (lines = 8) => useDeferredValue(lines, 1)
