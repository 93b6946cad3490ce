/** Says the styles of a canvas how far it is scrolled to the side (`bar-words`): no bar is drawn anew. */
export const tellScrolled = (node: HTMLElement) =>
  node.style.setProperty('--scrolled', `${node.scrollLeft}px`)

/** A canvas runs on while something is held near one of its edges. */
const EDGE = 56
const SPEED = 14

const step = (at: number, from: number, to: number) =>
  at > to - EDGE ? SPEED : at < from + EDGE ? -SPEED : 0

/** Scrolls by a step where the point is near an edge; without `y` to the sides alone. Says whether it did. */
export const scrollAtEdge = (node: HTMLElement, sidebar: number, x: number, y?: number): boolean => {
  const box = node.getBoundingClientRect()
  const left = step(x, box.left + sidebar, box.right)
  const top = y === undefined ? 0 : step(y, box.top + EDGE, box.bottom)
  if (left === 0 && top === 0) return false
  node.scrollBy(left, top)
  return true
}
