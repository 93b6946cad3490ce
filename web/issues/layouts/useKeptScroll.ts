import { type RefObject, useLayoutEffect, useRef } from 'react'

type Offset = { top: number; left: number }
const kept = new Map<string, Offset>()
const keep = (name: string, { scrollTop, scrollLeft }: Element) =>
  kept.set(name, { top: scrollTop, left: scrollLeft })

/**
 * A person who comes back to a list in the same visit finds it where it was left. Answers where the drawn part of a virtual
 * list begins, in pixels, so that its first frame is that place already.
 */
export const useKeptScroll = (scroller: RefObject<HTMLElement | null>, name: string) => {
  const shown = useRef(name)
  useLayoutEffect(() => {
    const node = scroller.current
    if (!node) return
    shown.current = name
    const before = kept.get(name)
    if (before) node.scrollTo(before)
    const scrolled = () => keep(name, node)
    node.addEventListener('scroll', scrolled, { passive: true })
    return () => node.removeEventListener('scroll', scrolled)
  }, [scroller, name])
  // The last word of a scroll comes with the next frame; the list may be left before that.
  useLayoutEffect(() => {
    const node = scroller.current
    return () => void (node && keep(shown.current, node))
  }, [scroller])
  return { initialOffset: () => kept.get(name)?.top ?? 0 }
}
