/**
 * Words as a search compares them, of any language: without case and marks, none of them dropped or cut to a stem. Scripts
 * without spaces are kept as pairs of neighbouring signs, so that any part of a sentence is found.
 */
import { setImmediate } from 'node:timers/promises'

const SCRIPTS = ['Han', 'Hiragana', 'Katakana', 'Hangul', 'Thai', 'Lao', 'Khmer', 'Myanmar']
const PAIRED = `[${SCRIPTS.map(name => `\\p{sc=${name}}`).join('')}ー]`
const LONGEST = 64
// Longer words are cut in pieces: a match of millions of letters would exhaust the engine's stack.
const RUN = new RegExp(`(?:${PAIRED}\\p{M}*)+|[[\\p{L}\\p{N}\\p{M}]--${PAIRED}]{1,${LONGEST}}`, 'gv')
export const isPaired = (run: string) => new RegExp(`^${PAIRED}`, 'v').test(run)
const MARKS = /\p{M}/gu

/** Wider than the folding of lists: all marks of all scripts, and forms of letters such as the wide ones of Japanese. */
export const folded = (text: string): string =>
  text.normalize('NFKD').replace(MARKS, '').normalize('NFC').toLowerCase().replaceAll('ς', 'σ')

const runsOf = (text: string): string[] => folded(text).match(RUN) ?? []

/** As names are compared whole: words with one blank between them. */
export const plain = (text: string): string => runsOf(text).join(' ')

/** The signs of a run as they are indexed: each with the next one, the last one alone. */
const pairsOf = (run: string): string[] => {
  const signs = [...run]
  return signs.map((sign, at) => sign + (signs[at + 1] ?? ''))
}
const tokensOf = (text: string): string[] =>
  runsOf(text).flatMap(run => (isPaired(run) ? pairsOf(run) : [run]))

/** Words of a name in which one typing error is forgiven: with a digit in it another word is another thing. */
const FORGIVEN = /^\p{L}{4,32}$/u
export const forgivenOf = (text: string): string[] => [
  ...new Set(runsOf(text).filter(run => !isPaired(run) && FORGIVEN.test(run))),
]

/** The word and all that is left of it without one letter: two words that differ in one letter share one of these. */
export const formsOf = (word: string): string[] => {
  const letters = [...word]
  return [...new Set([word, ...letters.map((_, at) => letters.toSpliced(at, 1).join(''))])]
}

/** Are they the same but for one letter more, less, other, or two neighbours in each other's place? */
export const isNear = (one: string, other: string): boolean => {
  const [a, b] = [[...one], [...other]]
  let from = 0
  while (from < a.length && a[from] === b[from]) from++
  let end = 0
  while (end < Math.min(a.length, b.length) - from && a.at(-1 - end) === b.at(-1 - end)) end++
  const [left, right] = [a.slice(from, a.length - end), b.slice(from, b.length - end)]
  return (
    (left.length <= 1 && right.length <= 1) ||
    (left.length === 2 && right.length === 2 && left[0] === right[1] && left[1] === right[0])
  )
}

// PostgreSQL counts places of words up to here, so many of one word, and keeps less than 1 MB for one text.
const LAST_PLACE = 16_383
const MOST_PLACES = 255
const MOST_BYTES = 900_000
/** So much of a text is read before others have their turn. */
const SLICE = 20_000

/**
 * The words of a name and a text with their places, as PostgreSQL reads a tsvector. Words of letters and digits need no
 * quoting. In a text of more words than places, places begin again: a phrase is found all the same.
 */
export const vectorOf = async (names: readonly string[], text: string): Promise<string> => {
  const places = new Map<string, string[]>()
  let room = MOST_BYTES
  let at = 0
  const take = (part: string) => {
    for (const token of tokensOf(part)) {
      at += 1
      let held = places.get(token)
      if (!held) {
        room -= Buffer.byteLength(token) + 8
        if (room < 0) return
        held = []
        places.set(token, held)
      }
      if (held.length >= MOST_PLACES || room < 2) continue
      room -= 2
      held.push(String(((at - 1) % LAST_PLACE) + 1))
    }
    // No phrase goes from one part to the next.
    at += 1
  }
  const readText = async () => {
    for (let from = 0; from < text.length; ) {
      const blank = text.slice(from, from + SLICE).search(/\s\S*$/)
      const to = from + SLICE < text.length && blank > 0 ? from + blank : from + SLICE
      take(text.slice(from, to).toWellFormed())
      at -= 1
      if (to >= text.length) return
      // Where there was no blank, a pair of signs may be across the cut.
      from = blank > 0 ? to : to - 2
      await setImmediate()
    }
  }
  for (const name of names) take(name)
  await readText()
  return [...places].map(([token, where]) => `'${token}':${where.join(',')}`).join(' ')
}

/** A word that is looked for; of one that `begins` more letters may follow. */
export type Wanted = { word: string; begins: boolean }

/** The words of a part of a query, in their order. `open`: of the last one only the beginning may have been typed so far. */
export const wantedOf = (text: string, open: boolean): Wanted[] => {
  const runs = runsOf(text)
  return runs.flatMap((run, nth) => {
    const isLast = nth === runs.length - 1
    // A single letter stands for itself: too many words begin with it.
    if (!isPaired(run)) return [{ word: run, begins: open && isLast && [...run].length > 1 }]
    const pairs = pairsOf(run)
    const begins = { word: pairs.at(-1)!, begins: true }
    return pairs.length === 1
      ? [begins]
      : [
          ...pairs.slice(0, -1).map(word => ({ word, begins: false })),
          ...(isLast ? [] : [{ word: pairs.at(-1)!, begins: false }]),
        ]
  })
}

/** Where words are in a piece of text: from and to of each in UTF-16 units, those that touch as one. */
export const marksIn = (text: string, wanted: readonly Wanted[]): [from: number, to: number][] => {
  const isWanted = (word: string) =>
    wanted.some(one => (one.begins ? word.startsWith(one.word) : word === one.word))
  const marks: [number, number][] = []
  const mark = (from: number, to: number) => {
    const last = marks.at(-1)
    if (last && from <= last[1]) last[1] = Math.max(last[1], to)
    else marks.push([from, to])
  }
  for (const { 0: run, index } of text.matchAll(RUN)) {
    if (!isPaired(folded(run))) {
      if (isWanted(folded(run))) mark(index, index + run.length)
      continue
    }
    let at = index
    const signs = [...run]
    signs.forEach((sign, nth) => {
      const next = signs[nth + 1] ?? ''
      if (isWanted(folded(sign + next)))
        mark(at, at + sign.length + (wanted.some(one => one.word === folded(sign)) ? 0 : next.length))
      at += sign.length
    })
  }
  return marks
}
