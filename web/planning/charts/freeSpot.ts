/** Where words are in a drawing so that no line runs through them. */

export type Spot = { x: number; y: number }
/** Straight lines from each point to the next. */
export type Course = readonly Spot[]
export type Box = { left: number; right: number; top: number; bottom: number }

/** The share of the way from one point to the next that lies between two bounds of one axis. */
const between = (from: number, to: number, low: number, high: number): [number, number] => {
  if (from === to) return from > low && from < high ? [0, 1] : [1, 0]
  const [one, other] = [(low - from) / (to - from), (high - from) / (to - from)]
  return [Math.min(one, other), Math.max(one, other)]
}

/** Does a line run through the box? At its edge it does not. */
export const runsThrough = (box: Box, course: Course): boolean =>
  course.some((to, n) => {
    const from = course[n - 1]
    if (!from) return false
    const [x0, x1] = between(from.x, to.x, box.left, box.right)
    const [y0, y1] = between(from.y, to.y, box.top, box.bottom)
    return Math.max(x0, y0, 0) < Math.min(x1, y1, 1)
  })

/** The first of these boxes that no line runs through; where none is free, the one with the fewest lines. */
export const freeSpot = <B extends Box>(boxes: readonly B[], courses: readonly Course[]): B | null => {
  const counted = boxes.map(box => ({ box, lines: courses.filter(one => runsThrough(box, one)).length }))
  const least = Math.min(...counted.map(({ lines }) => lines))
  return counted.find(({ lines }) => lines === least)?.box ?? null
}
