/** The scroller around an element; the whole page when there is none. */
export const scrollerOf = (element: Element): Element => {
  for (let at = element.parentElement; at; at = at.parentElement)
    if (/auto|scroll/.test(getComputedStyle(at).overflowY)) return at
  return document.documentElement
}

/** Scrolls a place of the text to just below the header. */
export const scrollTo = (element: Element, { smooth = true } = {}) => {
  const isStill = !smooth || matchMedia('(prefers-reduced-motion: reduce)').matches
  const scroller = scrollerOf(element)
  const top =
    scroller.scrollTop + element.getBoundingClientRect().top - scroller.getBoundingClientRect().top - 24
  scroller.scrollTo({ top, behavior: isStill ? 'instant' : 'smooth' })
}
