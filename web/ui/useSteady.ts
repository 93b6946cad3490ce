import { useLayoutEffect, useRef, useState } from 'react'

/**
 * A function of constant identity whose body is renewed with each drawing: components that receive it do not redraw for
 * its sake. For events; during a drawing it would run the body of the drawing before.
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
