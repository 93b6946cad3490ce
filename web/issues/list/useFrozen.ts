import { useEffect, useRef } from 'react'

/** The value as it was when something took hold of it: what is being edited or dragged does not move under the hand. */
export const useFrozen = <T>(value: T, held: boolean): T => {
  const last = useRef(value)
  useEffect(() => {
    if (!held) last.current = value
  })
  return held ? last.current : value
}
