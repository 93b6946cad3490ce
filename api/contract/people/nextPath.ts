/**
 * A path on this site that a form may send people to: starts with exactly one slash, has no backslash and no control
 * character, so that neither another host nor another scheme can be meant.
 */
const SAFE = /^\/(?![/\\])[^\\\p{Cc}]*$/u

export const safePath = (value: unknown): string | null => {
  if (typeof value !== 'string' || value.length > 2000 || !SAFE.test(value)) return null
  // In the letters that a header may hold; and judged again, since the way there may lead up and out.
  const url = URL.parse(`http://here${value.toWellFormed()}`)
  const path = url && url.pathname + url.search + url.hash
  return path !== null && SAFE.test(path) ? path : null
}
