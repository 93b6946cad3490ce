/** Comparing two sequences in a bounded number of steps. */
import { diffArrays } from 'diff'

/** Beyond so many differences what lies between the common ends counts as rewritten. */
const MOST_STEPS = 1_000

/** Of pairs, in the order of their first places, the most that are in order on both sides. */
export const inOrder = (pairs: [number, number][]): [number, number][] => {
  // Patience: the last pair of the best row of each length, and for each pair the one before it in its row.
  const ends: number[] = []
  const before: number[] = []
  for (const [n, pair] of pairs.entries()) {
    let [from, to] = [0, ends.length]
    while (from < to) {
      const middle = (from + to) >> 1
      if (pairs[ends[middle]!]![1] < pair[1]) from = middle + 1
      else to = middle
    }
    before[n] = from > 0 ? ends[from - 1]! : -1
    ends[from] = n
  }
  const row: [number, number][] = []
  for (let n = ends.at(-1) ?? -1; n >= 0; n = before[n]!) row.push(pairs[n]!)
  return row.reverse()
}

type Key = string | number

const places = (keys: Key[]) => {
  const found = new Map<Key, number | null>()
  for (const [n, key] of keys.entries()) found.set(key, found.has(key) ? null : n)
  return found
}

/** Each round looks at everything once; a sequence made to need more is compared less finely. */
const MOST_ROUNDS = 12

/** Common ends, then what is there once on either side, then the same between those: linear but for the sorting. */
export const anchors = (a: Key[], b: Key[]): [number, number][] => {
  const found: [number, number][] = []
  const ahead: [number, number, number, number, number][] = [[0, a.length, 0, b.length, 1]]
  for (let next = ahead.pop(); next; next = ahead.pop()) {
    let [from, to, start, end, round] = next
    while (from < to && start < end && a[from] === b[start]) found.push([from++, start++])
    while (from < to && start < end && a[to - 1] === b[end - 1]) found.push([--to, --end])
    if (from === to || start === end || round > MOST_ROUNDS) continue
    const there = places(b.slice(start, end))
    const once = [...places(a.slice(from, to))].flatMap(([key, n]): [number, number][] => {
      const other = there.get(key)
      return n === null || other === null || other === undefined ? [] : [[from + n, start + other]]
    })
    const row = inOrder(once)
    if (row.length === 0) continue
    let [i, j] = [from, start]
    for (const [x, y] of [...row, [to, end] as [number, number]]) {
      ahead.push([i, x, j, y, round + 1])
      if (x < to) found.push([x, y])
      ;[i, j] = [x + 1, y + 1]
    }
  }
  return found.sort(([x], [y]) => x - y)
}

type Stretch = { i: number; j: number; length: number }

const stretchesOf = (pairs: [number, number][]): Stretch[] => {
  const found: Stretch[] = []
  for (const [i, j] of pairs) {
    const last = found.at(-1)
    if (last && last.i + last.length === i && last.j + last.length === j) last.length++
    else found.push({ i, j, length: 1 })
  }
  return found
}

/**
 * Where words repeat, which of them stayed is by chance. They are chosen so that a word put in before a stretch and one taken
 * out behind it, or the other way round, count as one replaced by the other.
 */
const slid = (a: string[], b: string[], pairs: [number, number][]): [number, number][] => {
  const stretches = stretchesOf(pairs)
  const reads = ({ length }: Stretch, i: number, j: number) => {
    for (let n = 0; n < length; n++) if (a[i + n] !== b[j + n]) return false
    return true
  }
  for (const [n, one] of stretches.entries()) {
    const before = stretches[n - 1] ?? { i: 0, j: 0, length: 0 }
    const after = stretches[n + 1] ?? { i: a.length, j: b.length }
    const [outBefore, inBefore] = [one.i - before.i - before.length, one.j - before.j - before.length]
    const [outAfter, inAfter] = [after.i - one.i - one.length, after.j - one.j - one.length]
    const ways: [number, number][] = []
    if (outBefore === 0 && inAfter === 0) ways.push([outAfter, 0], [0, -inBefore])
    if (inBefore === 0 && outAfter === 0) ways.push([-outBefore, 0], [0, inAfter])
    const way = ways.find(([di, dj]) => di + dj !== 0 && reads(one, one.i + di, one.j + dj))
    const isReplaced = (outBefore > 0 && inAfter > 0) || (inBefore > 0 && outAfter > 0)
    if (way && isReplaced) [one.i, one.j] = [one.i + way[0], one.j + way[1]]
  }
  return stretches.flatMap(({ i, j, length }) =>
    Array.from({ length }, (_, n): [number, number] => [i + n, j + n]),
  )
}

/** The longest common subsequence of two sequences of words. */
export const common = (a: string[], b: string[]): [number, number][] => {
  const parts = diffArrays(a, b, { maxEditLength: MOST_STEPS })
  if (!parts) return anchors(a, b)
  const pairs: [number, number][] = []
  let [i, j] = [0, 0]
  for (const { removed, added, count } of parts) {
    if (!removed && !added) for (let n = 0; n < count; n++) pairs.push([i + n, j + n])
    if (!added) i += count
    if (!removed) j += count
  }
  return slid(a, b, pairs)
}
