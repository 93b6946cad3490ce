/** Merges both edits of one run of words: additions of either side stay, deletions of either side go. */
import type { Mark } from '@tiptap/pm/model'
import { linesOf, type Part } from './parts.ts'
import { common, inOrder } from './sequences.ts'
import { isWord, type Token, tokensOf } from './tokens.ts'

/** A token, the block that it is in, and of that the part that holds the words. Between two blocks is a token that begins the second. */
export type Placed = { token: Token; part: Part; lines: Part; begins: boolean }

/** A word of the merged run; `from`: the token of the present text that it is. */
export type Word = { placed: Placed; letters: Token['letters']; from: Placed | null }

const BEGINS = '\0begins'

/** All tokens of blocks that follow each other. */
export const wordsIn = (parts: Part[]): Placed[] =>
  parts.flatMap((part, n) => {
    const lines = linesOf(part)!
    const tokens = tokensOf(lines).map(token => ({ token, part, lines, begins: false }))
    if (n === 0) return tokens
    const token: Token = { key: BEGINS, letters: [], node: null, id: part.id, at: 0, length: 0 }
    return [{ token, part, lines, begins: true }, ...tokens]
  })

type Pairs = [number, number][]
type Letters = Token['letters']

const tells = ({ token, begins }: Placed) => begins || token.node !== null || isWord(token)

/** Calls `between` with the places between pairs, and behind the last. */
const inGaps = (
  pairs: Pairs,
  ends: [number, number],
  between: (from: [number, number], to: [number, number]) => void,
) => {
  let from: [number, number] = [0, 0]
  for (const to of [...pairs, ends]) {
    if (to[0] > from[0] && to[1] > from[1]) between(from, to)
    from = [to[0] + 1, to[1] + 1]
  }
}

/** By what the words say. Spaces and signs that happen to recur between rewritten words hold nothing together. */
export const alignByKeys = (a: Placed[], b: Placed[]): Pairs => {
  const places = (words: Placed[]) => words.flatMap((word, n) => (tells(word) ? [n] : []))
  const [mine, theirs] = [places(a), places(b)]
  const key = (words: Placed[]) => (n: number) => words[n]!.token.key
  const telling = common(mine.map(key(a)), theirs.map(key(b))).map(([i, j]): [number, number] => [
    mine[i]!,
    theirs[j]!,
  ])
  const pairs: Pairs = [...telling]
  inGaps(telling, [a.length, b.length], ([i, j], [x, y]) => {
    for (
      let n = 0;
      n < Math.min(x - i, y - j) && !tells(a[i + n]!) && a[i + n]!.token.key === b[j + n]?.token.key;
      n++
    )
      pairs.push([i + n, j + n])
    const start = pairs.at(-1)
    const [least, most] = start && start[0] >= i && start[0] < x ? [start[0] + 1, start[1] + 1] : [i, j]
    for (
      let n = 1;
      x - n >= least && y - n >= most && !tells(a[x - n]!) && a[x - n]!.token.key === b[y - n]!.token.key;
      n++
    )
      pairs.push([x - n, y - n])
  })
  return pairs.sort(([x], [y]) => x - y)
}

/** Pairs words by identity, and those between such pairs by their letters. */
export const alignById = (a: Placed[], b: Placed[]): Pairs => {
  const there = new Map(b.flatMap(({ token }, n) => (token.id === null ? [] : [[token.id, n] as const])))
  const same = inOrder(
    a.flatMap(({ token }, n): Pairs => {
      const other = token.id === null ? undefined : there.get(token.id)
      return other === undefined || b[other]!.token.key !== token.key ? [] : [[n, other]]
    }),
  )
  const pairs: Pairs = [...same]
  inGaps(same, [a.length, b.length], ([i, j], [x, y]) => {
    for (const [m, n] of alignByKeys(a.slice(i, x), b.slice(j, y))) pairs.push([i + m, j + n])
  })
  return pairs.sort(([x], [y]) => x - y)
}

/** From `a` to `c` by way of `b`; between the pairs found so, by their letters. */
export const alignThrough = (first: Pairs, second: Pairs): Pairs => {
  const further = new Map(second)
  return first.flatMap(([a, b]): Pairs => {
    const c = further.get(b)
    return c === undefined ? [] : [[a, c]]
  })
}

const sameMarks = (a: readonly Mark[], b: readonly Mark[]) =>
  a.length === b.length && a.every((mark, n) => mark.eq(b[n]!))

const sameLetters = (a: Token['letters'], b: Token['letters']) =>
  a.length === b.length &&
  a.every(({ text, marks }, n) => text === b[n]!.text && sameMarks(marks, b[n]!.marks))

const marksAt = (letters: Token['letters']) => {
  const each: (readonly Mark[])[] = []
  for (const { text, marks } of letters) for (let n = 0; n < Math.max(1, text.length); n++) each.push(marks)
  return each
}

/** The word as the present text has it, with the marks that the incoming one added and without those that it removed. */
const marked = (base: Letters, present: Letters, incoming: Letters): Letters => {
  if (sameLetters(base, incoming)) return present
  const [was, wanted] = [marksAt(base), marksAt(incoming)]
  let at = 0
  return present.flatMap(({ text, marks }) => {
    const length = Math.max(1, text.length)
    const pieces: Token['letters'] = []
    for (let n = 0; n < length; n++, at++) {
      const [before, after] = [was[at] ?? [], wanted[at] ?? []]
      let worn = marks
      for (const mark of before) if (!mark.isInSet(after)) worn = mark.removeFromSet(worn)
      for (const mark of after) if (!mark.isInSet(before)) worn = mark.addToSet(worn)
      const last = pieces.at(-1)
      if (last && sameMarks(last.marks, worn)) last.text += text[n] ?? ''
      else pieces.push({ text: text[n] ?? '', marks: worn })
    }
    return pieces
  })
}

/** How many letters two words have in common at their beginning, and at their end. */
export const commonEnds = (a: string, b: string): [number, number] => {
  const most = Math.min(a.length, b.length)
  let [start, end] = [0, 0]
  while (start < most && a[start] === b[start]) start++
  // Half of a letter is none.
  if (/[\uD800-\uDBFF]/.test(a[start - 1] ?? '')) start--
  while (end < most - start && a.at(-1 - end) === b.at(-1 - end)) end++
  if (/[\uDC00-\uDFFF]/.test(a.at(-end) ?? '') && end > 0) end--
  return [start, end]
}

/** Of a word's letters those from one place to another. */
export const lettersFrom = (letters: Letters, from: number, to: number): Letters => {
  let at = 0
  return letters.flatMap(({ text, marks }) => {
    const shown = text.slice(Math.max(0, from - at), Math.max(0, to - at))
    at += text.length
    return shown ? [{ text: shown, marks }] : []
  })
}

/** One word in place of another: their common letters stay as the present text has them. */
const reword = (base: Placed, from: Placed, to: Placed): Word => {
  const [was, wanted] = [from.token, to.token]
  const [start, end] = was.node || wanted.node ? [0, 0] : commonEnds(was.key, wanted.key)
  if (start + end === 0) return { placed: to, letters: wanted.letters, from: null }
  const [n, m] = [was.key.length, wanted.key.length]
  const shared = (begin: number, length: number, inWanted: number) =>
    marked(
      lettersFrom(base.token.letters, begin, begin + length),
      lettersFrom(was.letters, begin, begin + length),
      lettersFrom(wanted.letters, inWanted, inWanted + length),
    )
  const letters = [
    ...shared(0, start, 0),
    ...lettersFrom(wanted.letters, start, m - end),
    ...shared(n - end, end, m - end),
  ]
  return { placed: to, letters, from }
}

/** The words that a side put in before each word of the base, and the words that it took out. */
const editsOf = (length: number, side: Placed[], pairs: Pairs) => {
  const puts = new Map<number, number[]>()
  const kept = new Map<number, number>()
  let [i, j] = [0, 0]
  for (const [x, y] of [...pairs, [length, side.length] as [number, number]]) {
    if (y > j)
      puts.set(
        i,
        Array.from({ length: y - j }, (_, n) => j + n),
      )
    if (x < length) kept.set(x, y)
    ;[i, j] = [x + 1, y + 1]
  }
  return { puts, kept }
}

const SPACE: Token = { key: ' ', letters: [{ text: ' ', marks: [] }], node: null, id: null, at: 0, length: 1 }

export type ThreeRuns = {
  base: Placed[]
  present: Placed[]
  incoming: Placed[]
  toPresent: Pairs
  toIncoming: Pairs
  /**
   * Says whether this word of the present text was there when the text was handed out, though the handed form could
   * not show it.
   */
  isOld?: ((word: Placed) => boolean) | undefined
}

export const mergeWords = ({ base, present, incoming, toPresent, toIncoming, isOld }: ThreeRuns): Word[] => {
  const here = editsOf(base.length, present, toPresent)
  const there = editsOf(base.length, incoming, toIncoming)
  const merged: Word[] = []
  // Where the last word is on each side: words that were neighbours on neither are parted by a space.
  let last: { word: Placed; here: number; there: number } | null = null
  const put = (word: Word, atHere: number, atThere: number) => {
    const comesAfter = (before: number, at: number) => before >= 0 && at === before + 1
    const isNeighbour = last !== null && (comesAfter(last.here, atHere) || comesAfter(last.there, atThere))
    if (last && !isNeighbour) {
      const { token } = last.word
      if (isWord(token) && isWord(word.placed.token))
        merged.push({ placed: { ...word.placed, token: SPACE }, letters: SPACE.letters, from: null })
      // Of two spaces around a word that has gone, one goes with it.
      if (token.key === ' ' && word.placed.token.key === ' ') {
        last = { word: last.word, here: atHere, there: atThere }
        return
      }
    }
    merged.push(word)
    last = { word: word.placed, here: atHere, there: atThere }
  }
  /** Words that the incoming text has in place of these, one for one, where the present text left them alone. */
  const rewordedAt = (at: number): number => {
    const theirs = there.puts.get(at) ?? []
    const isLeft = (n: number) =>
      here.kept.has(at + n) && !there.kept.has(at + n) && (n === 0 || !there.puts.has(at + n))
    return theirs.length > 0 &&
      !here.puts.has(at) &&
      theirs.every((_, n) => isLeft(n) && !here.puts.has(at + n)) &&
      (at + theirs.length === base.length || there.kept.has(at + theirs.length))
      ? theirs.length
      : 0
  }
  for (let at = 0; at <= base.length; at++) {
    const reworded = rewordedAt(at)
    if (reworded > 0) {
      for (const [n, to] of there.puts.get(at)!.entries())
        put(
          reword(base[at + n]!, present[here.kept.get(at + n)!]!, incoming[to]!),
          here.kept.get(at + n)!,
          to,
        )
      at += reworded - 1
      continue
    }
    const mine = (here.puts.get(at) ?? []).filter(n => !isOld?.(present[n]!))
    const theirs = there.puts.get(at) ?? []
    const isTwice =
      mine.length === theirs.length &&
      mine.every((n, k) => present[n]!.token.key === incoming[theirs[k]!]!.token.key)
    for (const [k, n] of mine.entries())
      put(
        { placed: present[n]!, letters: present[n]!.token.letters, from: present[n]! },
        n,
        isTwice ? theirs[k]! : -1,
      )
    if (!isTwice)
      for (const n of theirs)
        put({ placed: incoming[n]!, letters: incoming[n]!.token.letters, from: null }, -1, n)
    const [x, y] = [here.kept.get(at), there.kept.get(at)]
    if (x !== undefined && y !== undefined) {
      const from = present[x]!
      put(
        {
          placed: from,
          letters: marked(base[at]!.token.letters, from.token.letters, incoming[y]!.token.letters),
          from,
        },
        x,
        y,
      )
    }
  }
  return merged
}
