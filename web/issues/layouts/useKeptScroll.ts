import { type RefObject, useLayoutEffect } from 'react'

type Offset = { top: number; left: number }
const kept = new Map<string, Offset>()

/** Who comes back to a list in the same visit finds it where it was left. */
export const useKeptScroll = (scroller: RefObject<HTMLElement | null>, name: string) => {
  useLayoutEffect(() => {
    const node = scroller.current
    if (!node) return
    const before = kept.get(name)
    if (before) node.scrollTo(before)
    const keep = () => kept.set(name, { top: node.scrollTop, left: node.scrollLeft })
    node.addEventListener('scroll', keep, { passive: true })
    return () => node.removeEventListener('scroll', keep)
  }, [scroller, name])
}
