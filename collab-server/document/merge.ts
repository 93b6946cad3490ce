/** Three-way merge of sequences: what two people made of the same base, both kept. */

type Edit<T> = { from: number; to: number; put: T[] }

/** Longest common subsequence by table; beyond this product of lengths only common ends are matched. */
const TABLE_LIMIT = 4_000_000

export const commonPairs = <T>(a: T[], b: T[], same: (x: T, y: T) => boolean): [number, number][] => {
  const pairs: [number, number][] = []
  let start = 0
  while (start < a.length && start < b.length && same(a[start]!, b[start]!)) {
    pairs.push([start, start])
    start++
  }
  let ends = 0
  while (
    ends < a.length - start &&
    ends < b.length - start &&
    same(a[a.length - 1 - ends]!, b[b.length - 1 - ends]!)
  )
    ends++
  const [rows, columns] = [a.length - start - ends, b.length - start - ends]
  if (rows > 0 && columns > 0 && rows * columns <= TABLE_LIMIT) {
    const width = columns + 1
    const table = new Uint32Array((rows + 1) * width)
    for (let i = rows - 1; i >= 0; i--)
      for (let j = columns - 1; j >= 0; j--)
        table[i * width + j] = same(a[start + i]!, b[start + j]!)
          ? table[(i + 1) * width + j + 1]! + 1
          : Math.max(table[(i + 1) * width + j]!, table[i * width + j + 1]!)
    for (let i = 0, j = 0; i < rows && j < columns; ) {
      if (same(a[start + i]!, b[start + j]!)) pairs.push([start + i++, start + j++])
      else if (table[(i + 1) * width + j]! >= table[i * width + j + 1]!) i++
      else j++
    }
  }
  for (let end = ends; end > 0; end--) pairs.push([a.length - end, b.length - end])
  return pairs
}

/** The edits that lead from `base` to `next`, in order, none touching another. */
const editsOf = <T>(base: T[], next: T[], same: (x: T, y: T) => boolean): Edit<T>[] => {
  const edits: Edit<T>[] = []
  let [i, j] = [0, 0]
  for (const [at, to] of [...commonPairs(base, next, same), [base.length, next.length] as [number, number]]) {
    if (at > i || to > j) edits.push({ from: i, to: at, put: next.slice(j, to) })
    ;[i, j] = [at + 1, to + 1]
  }
  return edits
}

/** Edits that meet, both applied: what either side put in stays, what either took out goes; put in by both it stands once. */
export const weave = <T>(base: T[], present: T[], incoming: T[], same: (x: T, y: T) => boolean): T[] => {
  // A piece that keeps less than half of what it was is another piece, not an edit of it: single letters that happen to
  // recur are no reason to take it apart.
  const edits = (next: T[]): Edit<T>[] =>
    next.length > 0 && commonPairs(base, next, same).length * 2 <= base.length
      ? [{ from: 0, to: base.length, put: next }]
      : editsOf(base, next, same)
  const sides = [edits(present), edits(incoming)] as const
  const putAt = (side: 0 | 1, at: number) => sides[side].find(edit => edit.from === at)?.put ?? []
  const isGone = (at: number) => sides.some(side => side.some(edit => edit.from <= at && at < edit.to))
  const woven: T[] = []
  for (let at = 0; at <= base.length; at++) {
    const [mine, theirs] = [putAt(0, at), putAt(1, at)]
    const twice = mine.length === theirs.length && mine.every((atom, n) => same(atom, theirs[n]!))
    woven.push(...mine, ...(twice ? [] : theirs))
    if (at < base.length && !isGone(at)) woven.push(base[at]!)
  }
  return woven
}

/**
 * Base, and what became of it on two sides. Edits of different places are both applied; where they meet, `settle` gets
 * the three pieces. `present` comes first in what is kept of both.
 */
export const mergeThree = <T>(
  base: T[],
  present: T[],
  incoming: T[],
  same: (x: T, y: T) => boolean,
  settle: (base: T[], present: T[], incoming: T[]) => T[],
): T[] => {
  const sides = [editsOf(base, present, same), editsOf(base, incoming, same)] as const
  const merged: T[] = []
  let at = 0
  const next = [0, 0]
  while (next[0]! < sides[0].length || next[1]! < sides[1].length) {
    const from = Math.min(sides[0][next[0]!]?.from ?? Infinity, sides[1][next[1]!]?.from ?? Infinity)
    let to = from
    const taken: [Edit<T>[], Edit<T>[]] = [[], []]
    // A cluster of edits that meet: each new one may reach further and touch the next of the other side.
    for (let grown = true; grown; ) {
      grown = false
      for (const side of [0, 1] as const) {
        const edit = sides[side][next[side]!]
        if (edit && (edit.from < to || edit.from === from)) {
          taken[side].push(edit)
          to = Math.max(to, edit.to)
          next[side]!++
          grown = true
        }
      }
    }
    merged.push(...base.slice(at, from))
    const piece = (side: 0 | 1) => {
      const put: T[] = []
      let cursor = from
      for (const edit of taken[side]) {
        put.push(...base.slice(cursor, edit.from), ...edit.put)
        cursor = edit.to
      }
      return [...put, ...base.slice(cursor, to)]
    }
    if (taken[1].length === 0) merged.push(...piece(0))
    else if (taken[0].length === 0) merged.push(...piece(1))
    else merged.push(...settle(base.slice(from, to), piece(0), piece(1)))
    at = to
  }
  return [...merged, ...base.slice(at)]
}
