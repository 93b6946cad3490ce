import { useEffect, useRef, useState } from 'react'

/** So far from what is in sight something is drawn already, in pixels. */
const NEAR = 400

/** Has it come into sight, or near it, since it is there? What is far away need not be asked for yet. */
export const useNear = () => {
  const box = useRef<HTMLElement>(null)
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    const element = box.current
    if (!element || isNear) return
    const seen = new IntersectionObserver(
      entries => entries.some(({ isIntersecting }) => isIntersecting) && setNear(true),
      { root: element.closest('.overflow-y-auto'), rootMargin: `${NEAR}px` },
    )
    seen.observe(element)
    return () => seen.disconnect()
  }, [isNear])
  return [box, isNear] as const
}
