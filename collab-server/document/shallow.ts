/** Deeper than anyone writes. */
const DEEPEST = 100
/** What ends by itself, or with the next of its kind, encloses nothing of its own. */
const CLOSED = new Set(
  'area base br col hr img input link meta source track wbr p li dt dd td th tr option'.split(' '),
)

/**
 * HTML of a depth that readers can walk. They look up through all that is open, and go down by recursion: a small text of
 * a hundred thousand open tags would hold them for minutes, or end them. What lies deeper stands beside what encloses it.
 */
export const shallow = (html: string): string => {
  let depth = 0
  return html.replace(/<(\/?)([a-z][^\s/>]*)[^>]*>/gi, (tag, end: string, name: string) => {
    if (CLOSED.has(name.toLowerCase())) return tag
    if (end) depth = Math.max(0, depth - 1)
    else depth++
    return depth > DEEPEST || (end && depth === DEEPEST) ? '' : tag
  })
}
