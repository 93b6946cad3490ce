/** How much two titles say the same, by the words that they share. */
import { fold } from './folding.ts'

/** Shorter words are said of everything. */
const SHORTEST = 4
// Each sign of these scripts says as much as a short word of others.
const SIGN = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}]/u

/** The words that distinguish a title from others, each once. */
export const tellingWords = (name: string): string[] => [
  ...new Set(
    fold(name)
      .split(/[^\p{L}\p{N}\p{M}]+/u)
      .filter(word => word.length >= SHORTEST || (word.length > 1 && SIGN.test(word))),
  ),
]

/** A word without its ending: endings differ more than beginnings do. */
export const stemOf = (word: string): string =>
  SIGN.test(word) ? word : word.slice(0, Math.max(SHORTEST, word.length - 2))

/** From 0 to 1: how much of the shorter title the other one says as well. */
export const nearnessOf = (one: string, other: string): number => {
  const [a, b] = [tellingWords(one).map(stemOf), tellingWords(other).map(stemOf)]
  const shared = a.filter(word => b.some(held => held.startsWith(word) || word.startsWith(held))).length
  return shared / Math.max(1, Math.min(a.length, b.length))
}
