import { useEffect, useRef } from 'react'

/** Holds a value from the moment that something is edited or dragged, so that it does not move under the hand. */
export const useFrozen = <T>(value: T, held: boolean): T => {
  const last = useRef(value)
  useEffect(() => {
    if (!held) last.current = value
  })
  return held ? last.current : value
}
