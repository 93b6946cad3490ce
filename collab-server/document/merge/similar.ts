/** How much two blocks have in common: tells an edited block from one written anew. */
import type { Node } from '@tiptap/pm/model'
import { familyOf, type Part } from './parts.ts'
import { keysOf } from './tokens.ts'

/** So many words of a block tell it from others. */
const TELLING = 500

type Bag = { count: Map<string, number>; size: number }

/** Knows the blocks of one merge. */
export const createLikeness = () => {
  const prints = new WeakMap<Part, number>()
  const numbers = new Map<string, number>()
  const bags = new WeakMap<Part, Bag>()

  const shapeKey = ({ type, attrs, marks }: Node) =>
    `${type.name}${JSON.stringify(attrs)}${marks.length > 0 ? JSON.stringify(marks) : ''}`

  /** Equal for blocks that are the same with all within them. */
  const printOf = (part: Part): number => {
    const known = prints.get(part)
    if (known !== undefined) return known
    const within = part.parts.length > 0 ? part.parts.map(printOf).join() : JSON.stringify(part.node.content)
    const key = `${shapeKey(part.node)}|${within}`
    const print = numbers.get(key) ?? numbers.size
    numbers.set(key, print)
    prints.set(part, print)
    return print
  }

  const fill = (bag: Bag, part: Part) => {
    const put = (key: string) => {
      bag.count.set(key, (bag.count.get(key) ?? 0) + 1)
      bag.size++
    }
    if (part.isText) {
      for (const key of keysOf(part)) {
        if (bag.size >= TELLING) return
        if (key.trim() !== '') put(key)
      }
    } else if (part.parts.length === 0) put(`\0${shapeKey(part.node)}`)
    for (const within of part.parts) if (bag.size < TELLING) fill(bag, within)
  }

  /** The words of a block, or as many of them as tell it from others. */
  const bagOf = (part: Part): Bag => {
    const known = bags.get(part)
    if (known) return known
    const bag: Bag = { count: new Map(), size: 0 }
    fill(bag, part)
    bags.set(part, bag)
    return bag
  }

  const shared = (a: Bag, b: Bag): number => {
    const [few, many] = a.count.size < b.count.size ? [a, b] : [b, a]
    let found = 0
    for (const [word, times] of few.count) found += Math.min(times, many.count.get(word) ?? 0)
    return found
  }

  return {
    /** Too many blocks differ: those that are not equal are not held beside each other. */
    isRough: false,
    printOf,
    bagOf,
    /** From 0 to 1. Blocks of different families have nothing in common; two empty ones of one kind have everything. */
    likeness: (a: Part, b: Part): number => {
      if (familyOf(a) !== familyOf(b)) return 0
      const [mine, theirs] = [bagOf(a), bagOf(b)]
      if (mine.size + theirs.size === 0) return a.node.type === b.node.type ? 1 : 0.5
      return (2 * shared(mine, theirs)) / (mine.size + theirs.size)
    },
    /** Says whether both say the same, except for words that only one of them has. */
    isShortened: (a: Part, b: Part): boolean => {
      if (familyOf(a) !== familyOf(b)) return false
      const [mine, theirs] = [bagOf(a), bagOf(b)]
      const least = Math.min(mine.size, theirs.size)
      return least > 0 && shared(mine, theirs) === least
    },
    /**
     * How likely `part` was split off `whole`, which left `beside`: the larger of two shares of its words, of those
     * that come from `whole`, and of the words missing there that are in it.
     */
    splitShare: (part: Part, whole: Part, beside: Part): number => {
      const [wanted, all, left] = [bagOf(part), bagOf(whole), bagOf(beside)]
      let [found, missing] = [0, 0]
      for (const [word, times] of all.count) {
        const gone = Math.max(0, times - (left.count.get(word) ?? 0))
        missing += gone
        found += Math.min(gone, wanted.count.get(word) ?? 0)
      }
      return found === 0 ? 0 : Math.max(found / wanted.size, found / missing)
    },
  }
}

export type Likeness = ReturnType<typeof createLikeness>
