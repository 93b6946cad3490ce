/** The width of "+3" with its gap. */
const COUNT = 32

/** How many of these widths have room beside each other and the count of the rest; one in any case. */
export const fitting = (widths: readonly number[], room: number): number => {
  let sum = 0
  let most = Math.min(1, widths.length)
  widths.forEach((width, at) => {
    sum += width
    if (sum + (at < widths.length - 1 ? COUNT : 0) <= room) most = at + 1
  })
  return most
}
