/** Pairs the blocks of one version with those of another. */
import { allOf, familyOf, type Part } from './parts.ts'
import { anchors, inOrder } from './sequences.ts'
import type { Likeness } from './similar.ts'
import { isSpace, tokensOf } from './tokens.ts'

/** Pairs of blocks, of one family each. */
export class Matching {
  readonly to = new Map<Part, Part>()
  readonly from = new Map<Part, Part>()
  /** Pairs where nothing better is found. */
  unsure: [Part, Part][] = []
  pair(a: Part, b: Part) {
    if (this.to.has(a) || this.from.has(b)) return
    this.to.set(a, b)
    this.from.set(b, a)
  }
}

/** Blocks in each other's place are the same from this share of common words on … */
const LIKE_HERE = 0.3
/** … if they enclose others, from this … */
const LIKE_AROUND = 0.1
/** … and those found elsewhere from this. */
const LIKE_ANYWHERE = 0.5
/** The most comparisons of two blocks in one matching. */
const MOST_COMPARISONS = 60_000
/** A word that is in more blocks than this says nothing. */
const TOO_COMMON = 12

/** By the identity that blocks have in the states of one Yjs document. */
export const matchByIdentity = (a: Part, b: Part): Matching => {
  const found = new Matching()
  found.pair(a, b)
  const there = new Map(allOf(b).map(part => [part.id, part]))
  for (const part of allOf(a)) {
    const other = part.id === null ? undefined : there.get(part.id)
    if (!other || familyOf(part) !== familyOf(other)) continue
    if (keepsWords(part, other)) found.pair(part, other)
    else if (isEmpty(part) !== isEmpty(other)) found.unsure.push([part, other])
  }
  return found
}

const isEmpty = ({ node }: Part) => node.content.size === 0

// An element may be used again for another text: then it is another block, whatever its identity.
const keepsWords = (a: Part, b: Part): boolean => {
  if (!a.isText || a.node.content.eq(b.node.content)) return true
  const kept = new Set(tokensOf(a).map(token => token.id))
  return tokensOf(b).some(token => !isSpace(token) && kept.has(token.id))
}

const pairAll = (found: Matching, a: Part, b: Part) => {
  const [inA, inB] = [allOf(a), allOf(b)]
  for (const [n, part] of inA.entries()) found.pair(part, inB[n]!)
}

/** Blocks between two that are matched, in order: the pairs that have most in common. */
const mostAlike = (
  here: readonly Part[],
  there: readonly Part[],
  likeness: (x: Part, y: Part) => number,
): [Part, Part][] => {
  const width = there.length + 1
  const least = (part: Part) => (part.parts.length > 0 ? LIKE_AROUND : LIKE_HERE)
  const best = new Float64Array((here.length + 1) * width)
  const alike = new Float64Array(here.length * there.length)
  for (let i = here.length - 1; i >= 0; i--)
    for (let j = there.length - 1; j >= 0; j--) {
      const value = likeness(here[i]!, there[j]!)
      alike[i * there.length + j] = value
      const paired = value >= least(here[i]!) ? value + best[(i + 1) * width + j + 1]! : 0
      best[i * width + j] = Math.max(paired, best[(i + 1) * width + j]!, best[i * width + j + 1]!)
    }
  const pairs: [Part, Part][] = []
  for (let i = 0, j = 0; i < here.length && j < there.length; ) {
    const value = alike[i * there.length + j]!
    if (value >= least(here[i]!) && best[i * width + j] === value + best[(i + 1) * width + j + 1]!) {
      pairs.push([here[i]!, there[j]!])
      ;[i, j] = [i + 1, j + 1]
    } else if (best[i * width + j] === best[(i + 1) * width + j]!) i++
    else j++
  }
  return pairs
}

/** Completes a matching by the words of blocks; found pairs stay. */
export const matchByWords = (a: Part, b: Part, like: Likeness, found = new Matching()): Matching => {
  let comparisons = 0
  const isOpen = (part: Part) => !found.to.has(part) && !found.from.has(part)
  const likeness = (x: Part, y: Part) => {
    comparisons++
    return like.likeness(x, y)
  }

  const likenessHere = (x: Part, y: Part) => Math.max(likeness(x, y), like.isShortened(x, y) ? LIKE_HERE : 0)

  const matchBetween = (here: Part[], there: Part[]) => {
    if (like.isRough || here.length * there.length + comparisons > MOST_COMPARISONS) return
    for (const [x, y] of mostAlike(here, there, likenessHere)) found.pair(x, y)
  }

  const matchWithin = (x: Part, y: Part) => {
    const fixed = x.parts.flatMap((part): [number, number][] => {
      const other = found.to.get(part)
      return other?.up === y ? [[part.at, other.at]] : []
    })
    let [i, j] = [0, 0]
    for (const [at, to] of [...inOrder(fixed), [x.parts.length, y.parts.length] as [number, number]]) {
      const here = x.parts.slice(i, at).filter(isOpen)
      const there = y.parts.slice(j, to).filter(isOpen)
      let [m, n] = [0, 0]
      const same = anchors(here.map(like.printOf), there.map(like.printOf))
      for (const [k, l] of [...same, [here.length, there.length] as [number, number]]) {
        if (k > m && l > n) matchBetween(here.slice(m, k), there.slice(n, l))
        if (k < here.length) pairAll(found, here[k]!, there[l]!)
        ;[m, n] = [k + 1, l + 1]
      }
      ;[i, j] = [at + 1, to + 1]
    }
    for (const part of x.parts) {
      const other = found.to.get(part)
      if (other && part.parts.length > 0) matchWithin(part, other)
    }
  }

  /** An unmatched block on each side with the same words was moved. */
  const matchMoved = () => {
    const left = allOf(b).filter(part => isOpen(part) && (like.isRough || like.bagOf(part).size > 0))
    const byPrint = Map.groupBy(left, like.printOf)
    for (const part of allOf(a)) {
      if (!isOpen(part)) continue
      const other = byPrint.get(like.printOf(part))?.find(isOpen)
      if (other?.parts.every(isOpen)) pairAll(found, part, other)
    }
    if (like.isRough) return
    const byWord = new Map<string, Part[]>()
    for (const part of left)
      if (isOpen(part) && part.isText)
        for (const word of like.bagOf(part).count.keys()) {
          const parts = byWord.get(word) ?? []
          parts.push(part)
          byWord.set(word, parts)
        }
    for (const part of allOf(a)) {
      if (!isOpen(part) || !part.isText || comparisons > MOST_COMPARISONS) continue
      const near = new Set<Part>()
      for (const word of like.bagOf(part).count.keys()) {
        const parts = byWord.get(word) ?? []
        if (parts.length <= TOO_COMMON) for (const one of parts) near.add(one)
      }
      let [best, most] = [null as Part | null, LIKE_ANYWHERE]
      for (const one of near) {
        const value = isOpen(one) ? likeness(part, one) : 0
        if (value >= most) [best, most] = [one, value]
      }
      if (best) found.pair(part, best)
    }
  }

  /** Enclosing blocks with mostly the same content are the same: from the inside outwards. */
  const matchAround = () => {
    for (const part of allOf(a).reverse()) {
      if (!isOpen(part) || part.parts.length === 0) continue
      const votes = new Map<Part, number>()
      for (const within of part.parts) {
        const around = found.to.get(within)?.up
        if (around && isOpen(around) && familyOf(around) === familyOf(part))
          votes.set(around, (votes.get(around) ?? 0) + 1)
      }
      const [best] = [...votes].sort(([, x], [, y]) => y - x)
      if (best && best[1] * 3 >= Math.max(part.parts.length, best[0].parts.length)) found.pair(part, best[0])
    }
  }

  found.pair(a, b)
  matchWithin(a, b)
  matchMoved()
  for (const [x, y] of found.unsure) if (isOpen(x) && isOpen(y)) found.pair(x, y)
  matchAround()
  return found
}

/** From `a` to `c` by way of `b`. */
export const through = (first: Matching, second: Matching): Matching => {
  const found = new Matching()
  for (const [a, b] of first.to) {
    const c = second.to.get(b)
    if (c) found.pair(a, c)
  }
  found.unsure = second.unsure.flatMap(([b, c]): [Part, Part][] => {
    const a = first.from.get(b)
    return a ? [[a, c]] : []
  })
  return found
}
