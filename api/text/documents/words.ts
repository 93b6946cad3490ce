/** Words as a search compares them: without case and accents. Of scripts that put no spaces, each sign is a word. */
import type { Knex } from 'knex'

const ALONE =
  '[\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmer}\\p{sc=Myanmar}]'
// Longer words are cut in pieces: a match of millions of letters would also exhaust the engine's stack.
const WORD_LENGTH = 64
const word = new RegExp(`${ALONE}\\p{M}?|[[\\p{L}\\p{N}\\p{M}]--${ALONE}]{1,${WORD_LENGTH}}`, 'gv')
const alone = new RegExp(`^${ALONE}`, 'v')
const mark = /\p{M}/gu

/** The most that PostgreSQL holds as the words of one text, less some room: it refuses more than 1 MB of different words. */
const WORDS_BYTES = 900_000
const MOST_ASKED = 10

/** Texts in all their forms as one. */
export const folded = (text: string) => text.normalize('NFKD').replace(mark, '').toLowerCase()

const allOf = (text: string): string[] => folded(text).match(word) ?? []

/** Every word of a text, once. */
export const wordsOf = (text: string): string[] => {
  let room = WORDS_BYTES
  return [...new Set(allOf(text))].filter(one => {
    room -= Buffer.byteLength(one)
    return room >= 0
  })
}

/** Words as PostgreSQL keeps them for its index. */
export const tsvector = (trx: Knex, words: string[]) => trx.raw('array_to_tsvector(?::text[])', [words])

/** A word that is looked for; `begins`: of the last one only the beginning may have been typed so far. */
export type Wanted = { word: string; begins: boolean }

/** The words of a search. A single letter stands for itself: too many words begin with it. */
export const wantedOf = (search: string): Wanted[] => {
  const asked = allOf(search)
  const last = asked.at(-1)
  return [...new Set(asked)]
    .map(one => ({ word: one, begins: one === last && one.length > 1 && !alone.test(one) }))
    .slice(0, MOST_ASKED)
}

const fits = (text: string, { word: wanted, begins }: Wanted) =>
  begins ? text.startsWith(wanted) : text === wanted

/** Where the words are in a piece of text: from and to of each, counted as JavaScript counts. */
export const placesOf = (text: string, wanted: readonly Wanted[]): [from: number, to: number][] =>
  [...text.matchAll(word)].flatMap(({ 0: found, index }) => {
    const plain = folded(found)
    return wanted.some(one => fits(plain, one)) ? [[index, index + found.length] as [number, number]] : []
  })

// Each letter with all that are the same to a search, by ranges that have letters with accents.
const variants = new Map<string, string>()
for (const [from, to] of [
  [0xc0, 0x24f],
  [0x370, 0x4ff],
  [0x1e00, 0x1fff],
] as const)
  for (let at = from; at <= to; at++) {
    const letter = String.fromCodePoint(at)
    const plain = folded(letter)
    if (plain.length === 1 && /\p{L}/u.test(letter))
      variants.set(plain, `${variants.get(plain) ?? plain + plain.toUpperCase()}${letter}`)
  }

const patternOfOne = ({ word: one, begins }: Wanted): string => {
  if (alone.test(one)) return one
  const letters = [...one.normalize('NFC')].map(
    letter => `${variants.has(letter) ? `[${variants.get(letter)}]` : letter}[\u0300-\u036f]*`,
  )
  return `\\m${letters.join('')}${begins || one.length === WORD_LENGTH ? '' : '\\M'}`
}

/**
 * The same for PostgreSQL, as regular expressions for the place in a text that says most, the best first: all the words in
 * a row, then each, the longest first.
 */
export const patternsOf = (wanted: readonly Wanted[]): string[] => {
  if (wanted.length === 0) return []
  const inRow = wanted.map(patternOfOne).join('[^[:alnum:]]*')
  const each = wanted.toSorted((a, b) => b.word.length - a.word.length).map(patternOfOne)
  return [...new Set([inRow, ...each])]
}
