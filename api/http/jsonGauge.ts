/**
 * Counts the values of a JSON body while its bytes arrive: reading and judging one costs time by their number, which its
 * length does not bound. Twenty megabytes of names held the process for seconds.
 */
/** The richest text that may be sent as JSON has fewer. */
const MOST_VALUES = 500_000
/** No call takes an object of so many names, and each name of a large one costs as much as ten values. */
const MOST_NAMES = 10_000

const [QUOTE, BACKSLASH] = [34, 92]
const [COMMA, COLON] = [44, 58]
const [ARRAY, ARRAY_END, OBJECT, OBJECT_END] = [91, 93, 123, 125]

/** Takes the parts of a body in their order; false once there is more in it than a call may bring. */
export const createJsonGauge = () => {
  let values = 0
  let isText = false
  /** Backslashes at the end of the last part: an odd number escapes the next sign. */
  let carried = 0
  /** The names so far of each open object. */
  const names: number[] = []

  /** The place behind the text that goes on at `from`; the end of the part where it does not end there. */
  const textEnd = (part: Buffer, from: number): number => {
    const quote = part.indexOf(QUOTE, from)
    const end = quote < 0 ? part.length : quote
    let first = end
    while (first > from && part[first - 1] === BACKSLASH) first--
    const backslashes = end - first + (first === from ? carried : 0)
    carried = quote < 0 ? backslashes % 2 : 0
    isText = quote < 0 || backslashes % 2 === 1
    return end + 1
  }

  return (part: Buffer): boolean => {
    for (let at = 0; at < part.length; ) {
      if (isText) {
        at = textEnd(part, at)
        continue
      }
      const sign = part[at++]
      if (sign === QUOTE) isText = true
      else if (sign === OBJECT_END || sign === ARRAY_END) names.pop()
      else if (sign === COLON) {
        const count = (names.pop() ?? 0) + 1
        if (count > MOST_NAMES) return false
        names.push(count)
      } else if (sign === COMMA || sign === OBJECT || sign === ARRAY) {
        if (sign !== COMMA) names.push(0)
        if (++values > MOST_VALUES) return false
      }
    }
    return true
  }
}
