/** The rows over which a finger may let another go. */
export type Point = { clientX: number; clientY: number }
export type Taker = {
  kind: string
  id: string
  /** Shows where it would come; null where it may not, or is elsewhere. */
  show: (dragged: string, at: Point) => void
  leave: () => void
  drop: (dragged: string, at: Point) => void
}
/** A row that can be held by a grip. */
export type Held = {
  kind: string
  id: string
  isFixed: boolean
  element: () => Element | null
  onHeld: (isHeld: boolean) => void
}

const takers = new Map<Element, Taker>()

/** From now on rows of its kind may be let go over it. */
export const takeFingers = (element: Element, taker: Taker) => {
  takers.set(element, taker)
  return () => {
    takers.delete(element)
  }
}

export const takerAt = ({ clientX, clientY }: Point, { kind, id }: Held): Taker | null => {
  const hit = document.elementFromPoint(clientX, clientY)
  for (const [element, taker] of takers)
    if (taker.kind === kind && taker.id !== id && element.contains(hit)) return taker
  return null
}
