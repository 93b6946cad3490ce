import { useLayoutEffect, useRef, useState } from 'react'

/**
 * A function that stays the same while what it does is renewed with each drawing: whoever is given it is not drawn anew for
 * its sake. For events; while drawing it would do what the drawing before said.
 */
export const useSteady = <A extends unknown[], R>(latest: (...given: A) => R): ((...given: A) => R) => {
  const last = useRef(latest)
  useLayoutEffect(() => {
    last.current = latest
  })
  const [steady] = useState(
    () =>
      (...given: A) =>
        last.current(...given),
  )
  return steady
}
