/** How deep blocks may stand within each other: all that reads a text goes down by recursion, here and in every browser. */
import * as Y from 'yjs'
import type { Structs } from './unknown.ts'

/** Deeper than anyone writes: a list in a list takes two. */
const DEEPEST = 200

type Known = { depth: (item: Y.Item) => number | undefined; find: (id: Y.ID) => Y.Item | null }

const makesElement = (struct: Structs[number]): struct is Y.Item =>
  struct instanceof Y.Item && struct.content instanceof Y.ContentType

/** Of an item that stands in a document. */
const depthIn = (item: Y.Item): number => {
  let depth = 0
  for (let at: Y.Item | null = item; at; at = at.parent instanceof Y.AbstractType ? at.parent._item : null)
    depth++
  return depth
}

const itemIn = (doc: Y.Doc, id: Y.ID): Y.Item | null => {
  if (id.clock >= Y.getState(doc.store, id.client)) return null
  const struct = Y.getItem(doc.store, id)
  return struct instanceof Y.Item ? struct : null
}

const finder = (structs: Structs, doc: Y.Doc) => {
  const brought = Map.groupBy(
    structs.filter(struct => struct instanceof Y.Item),
    struct => struct.id.client,
  )
  return (id: Y.ID): Y.Item | null => {
    const items = brought.get(id.client) ?? []
    let [from, to] = [0, items.length - 1]
    while (from <= to) {
      const middle = (from + to) >> 1
      const item = items[middle]!
      if (id.clock < item.id.clock) to = middle - 1
      else if (id.clock >= item.id.clock + item.length) from = middle + 1
      else return item
    }
    return itemIn(doc, id)
  }
}

/** Walks to where the depth is known, then gives each on the way its own. What stands beside another is as deep. */
const measure = (item: Y.Item, { depth, find }: Known, learn: (item: Y.Item, depth: number) => void) => {
  const way: { item: Y.Item; below: boolean }[] = []
  let found = 0
  for (let at: Y.Item | null = item; at; ) {
    const known = at.parent instanceof Y.AbstractType ? depthIn(at) : depth(at)
    if (known !== undefined) {
      found = known
      break
    }
    const isBelow: boolean = at.parent instanceof Y.ID
    const next: Y.ID | null = at.parent instanceof Y.ID ? at.parent : (at.origin ?? at.rightOrigin)
    const isTop: boolean = at.parent !== null && !isBelow
    way.push({ item: at, below: isBelow || isTop })
    at = isTop || !next ? null : find(next)
  }
  for (const { item: one, below } of way.reverse()) {
    found += below ? 1 : 0
    learn(one, found)
  }
  return found
}

/** Would these bring in a block that stands deeper than anyone writes? */
export const bringsDepth = (structs: Structs, doc: Y.Doc): boolean => {
  const elements = structs.filter(makesElement)
  if (elements.length === 0) return false
  const depths = new Map<Y.Item, number>()
  const known: Known = { depth: item => depths.get(item), find: finder(structs, doc) }
  return elements.some(item => measure(item, known, (one, depth) => depths.set(one, depth)) > DEEPEST)
}
