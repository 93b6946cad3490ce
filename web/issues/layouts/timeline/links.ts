/** A line from the end of one bar to the start of another, which it blocks. */
export type Link = { from: string; to: string }
export type Point = { x: number; y: number }

const OUT = 8
const CORNER = 6

/** An elbow with round corners; when the second bar begins too soon it leads back between the two rows. */
export const linkPath = (from: Point, to: Point): string => {
  const down = to.y >= from.y ? 1 : -1
  const forward = to.x - from.x >= 2 * OUT
  const half = Math.abs(to.y - from.y) / 2
  const corner = Math.min(CORNER, half)
  if (half === 0) return `M${from.x} ${from.y}H${to.x}`
  if (forward) {
    const bend = from.x + OUT
    return [
      `M${from.x} ${from.y}H${bend - corner}`,
      `Q${bend} ${from.y} ${bend} ${from.y + corner * down}`,
      `V${to.y - corner * down}`,
      `Q${bend} ${to.y} ${bend + corner} ${to.y}H${to.x}`,
    ].join('')
  }
  const middle = from.y + half * down
  const right = from.x + OUT
  const left = to.x - OUT - CORNER
  return [
    `M${from.x} ${from.y}H${right - corner}`,
    `Q${right} ${from.y} ${right} ${from.y + corner * down}`,
    `V${middle - corner * down}`,
    `Q${right} ${middle} ${right - corner} ${middle}`,
    `H${left + corner}`,
    `Q${left} ${middle} ${left} ${middle + corner * down}`,
    `V${to.y - corner * down}`,
    `Q${left} ${to.y} ${left + corner} ${to.y}H${to.x}`,
  ].join('')
}
