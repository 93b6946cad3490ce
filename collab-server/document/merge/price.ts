/** The price of a comparison, counted before it is paid. */
import { allOf, type Part } from './parts.ts'
import type { Likeness } from './similar.ts'
import { coarsen, keysOf } from './tokens.ts'

/** Of more words than these in changed blocks each changed block is compared as a whole: a token costs hundreds of bytes. */
const MOST_WORDS = 20_000
/** Of more changed blocks than these none is looked for among the others: it is taken out, and the new one put in. */
const MOST_BLOCKS = 5_000

const isLong = (parts: readonly Part[]): boolean => {
  let left = MOST_WORDS
  // A word has a letter at least.
  if (parts.reduce((sum, { node }) => sum + node.content.size, 0) <= left) return false
  for (const part of parts) for (const key of keysOf(part)) if (key.trim() !== '' && --left < 0) return true
  return false
}

/** Bounds the comparison of versions by what is not the same in all of them, on the longest side. */
export const bound = (versions: readonly Part[], like: Likeness): void => {
  const all = versions.map(allOf)
  const prints = all.map(parts => new Set(parts.map(like.printOf)))
  const changed = all.map(parts =>
    parts.filter(part => prints.some(others => !others.has(like.printOf(part)))),
  )
  const words = changed.map(parts => parts.filter(part => part.isText))
  if (words.some(isLong)) coarsen(words.flat())
  like.isRough = changed.some(parts => parts.length > MOST_BLOCKS)
}
