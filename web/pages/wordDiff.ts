/** What two texts differ in, word by word. */
import type { Node } from '@tiptap/pm/model'

type Word = { text: string; from: number; to: number }
export type Differences = {
  /** Places of the later text that the earlier one lacks. */
  added: { from: number; to: number }[]
  /** Words of the earlier text that the later one lacks, and where in the later one they would stand. */
  removed: { at: number; text: string }[]
}

/** Beyond so many steps everything between is called changed: nobody reads such a comparison word by word. */
const MAX_STEPS = 2_000

const wordsOf = (doc: Node): Word[] => {
  const words: Word[] = []
  doc.descendants((node, at) => {
    if (node.isTextblock) {
      // A block's kind is a word of its own: a paragraph that became a heading has changed.
      words.push({ text: `\n${node.type.name}${node.attrs.level ?? ''}`, from: at, to: at + 1 })
      return true
    }
    if (node.isText)
      for (const match of (node.text ?? '').matchAll(/\s+|[\p{L}\p{N}\p{M}_’']+|./gsu))
        words.push({ text: match[0], from: at + match.index, to: at + match.index + match[0].length })
    else if (node.isLeaf)
      words.push({
        text: `\0${node.type.name}${JSON.stringify(node.attrs)}`,
        from: at,
        to: at + node.nodeSize,
      })
    return true
  })
  return words
}

/** Pairs of indexes of what both have, in order: the greedy algorithm of Myers, with its trace. */
const commonOf = (a: readonly string[], b: readonly string[]): [number, number][] => {
  const trace: Map<number, number>[] = []
  let furthest = new Map([[1, 0]])
  const end = (steps: number): [number, number][] => {
    const pairs: [number, number][] = []
    let [x, y] = [a.length, b.length]
    for (let d = steps; d >= 0; d--) {
      const before = trace[d] ?? new Map<number, number>()
      const k = x - y
      const isDown = k === -d || (k !== d && (before.get(k - 1) ?? 0) < (before.get(k + 1) ?? 0))
      const from = isDown ? k + 1 : k - 1
      const [fromX, fromY] = [before.get(from) ?? 0, (before.get(from) ?? 0) - from]
      while (x > fromX && y > fromY && x > 0 && y > 0) pairs.push([--x, --y])
      if (d > 0) [x, y] = [fromX, fromY]
    }
    return pairs.reverse()
  }
  for (let d = 0; d <= Math.min(a.length + b.length, MAX_STEPS); d++) {
    trace.push(furthest)
    const next = new Map(furthest)
    for (let k = -d; k <= d; k += 2) {
      const isDown = k === -d || (k !== d && (next.get(k - 1) ?? 0) < (next.get(k + 1) ?? 0))
      let x = isDown ? (next.get(k + 1) ?? 0) : (next.get(k - 1) ?? 0) + 1
      let y = x - k
      while (x < a.length && y < b.length && a[x] === b[y]) {
        x++
        y++
      }
      next.set(k, x)
      if (x >= a.length && y >= b.length) return end(d)
    }
    furthest = next
  }
  return []
}

const shared = (
  a: readonly Word[],
  b: readonly Word[],
  at: (list: readonly Word[], n: number) => Word | undefined,
) => {
  let n = 0
  while (n < Math.min(a.length, b.length) && at(a, n)?.text === at(b, n)?.text) n++
  return n
}

const shownText = (word: Word) =>
  word.text.startsWith('\n') ? ' ' : word.text.startsWith('\0') ? '▫' : word.text

/** How the later text came from the earlier one. */
export const differencesOf = (earlier: Node, later: Node): Differences => {
  const [a, b] = [wordsOf(earlier), wordsOf(later)]
  const head = shared(a, b, (list, n) => list[n])
  const tail = shared(a.slice(head), b.slice(head), (list, n) => list[list.length - 1 - n])
  const [midA, midB] = [a.slice(head, a.length - tail), b.slice(head, b.length - tail)]
  const pairs: [number, number][] = [
    ...commonOf(
      midA.map(word => word.text),
      midB.map(word => word.text),
    ),
    [midA.length, midB.length],
  ]
  const found: Differences = { added: [], removed: [] }
  let [i, j] = [0, 0]
  for (const [x, y] of pairs) {
    const gone = midA.slice(i, x)
    const text = gone.map(shownText).join('').trim()
    const at = midB[j]?.from ?? b[head + midB.length]?.from ?? later.content.size
    if (text) found.removed.push({ at, text })
    for (const word of midB.slice(j, y)) {
      const last = found.added.at(-1)
      if (last?.to === word.from) last.to = word.to
      else found.added.push({ from: word.from, to: word.to })
    }
    ;[i, j] = [x + 1, y + 1]
  }
  return found
}
