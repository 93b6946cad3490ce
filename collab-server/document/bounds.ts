/**
 * Bounds of a text beyond its schema, above which nobody could read it: blocks nested too deep (all readers recurse,
 * here and in every browser), and cells over millions of columns.
 */
import type { Node } from '@tiptap/pm/model'
import * as Y from 'yjs'
import { isSpan, SPANS } from './cells.ts'
import type { Structs } from './structs.ts'

/**
 * Deeper than anyone writes: a list in a list takes two. As HTML, where a table or a task takes one more, it stays
 * within the bound of calls, so that a text that was handed out can be sent back.
 */
const DEEPEST = 60

type Known = { depth: (item: Y.Item) => number | undefined; find: (id: Y.ID) => Y.Item | null }

const makesElement = (struct: Structs[number]): struct is Y.Item =>
  struct instanceof Y.Item && struct.content instanceof Y.ContentType

/** Of an item that is in a document. */
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

/** Items of the text, and those of an update that is not taken in yet. */
export const finder = (structs: Structs, doc: Y.Doc) => {
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

/** Walks up to the first item of known depth, then gives each on the way its own. Siblings are equally deep. */
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

/** Would these bring in a block that is deeper than anyone writes? */
const bringsDepth = (structs: Structs, doc: Y.Doc): boolean => {
  const elements = structs.filter(makesElement)
  if (elements.length === 0) return false
  const depths = new Map<Y.Item, number>()
  const known: Known = { depth: item => depths.get(item), find: finder(structs, doc) }
  return elements.some(item => measure(item, known, (one, depth) => depths.set(one, depth)) > DEEPEST)
}

/** The same of a document that is no text yet. */
export const hasWideSpan = (node: Node): boolean => {
  let found = false
  node.descendants(({ attrs }) => {
    found ||= SPANS.some(name => attrs[name] !== undefined && !isSpan(attrs[name]))
    return !found
  })
  return found
}

/** The name of the attribute that an item sets; a later value of one names only the value before it. */
const attributeOf = (item: Y.Item, find: Known['find']): string | null => {
  for (let at: Y.Item | null = item; at; ) {
    if (at.parentSub !== null || at.parent !== null) return at.parentSub
    const next: Y.ID | null = at.origin ?? at.rightOrigin
    at = next && find(next)
  }
  return null
}

const setsValue = (struct: Structs[number]): struct is Y.Item =>
  struct instanceof Y.Item && struct.content instanceof Y.ContentAny

/** Names of the attributes that these set. */
export const attributesSet = (structs: Structs, doc: Y.Doc): Set<string> => {
  const values = structs.filter(setsValue)
  if (values.length === 0) return new Set()
  const find = finder(structs, doc)
  return new Set(values.flatMap(item => attributeOf(item, find) ?? []))
}

/** Would these give a cell a span that no table has? Every browser that shows the text would lay all of it out. */
const bringsSpan = (structs: Structs, doc: Y.Doc): boolean => {
  const values = structs.filter(setsValue)
  const wrong = values.filter(({ content }) => !content.getContent().every(isSpan))
  if (wrong.length === 0) return false
  const find = finder(structs, doc)
  return wrong.some(item => SPANS.some(name => name === attributeOf(item, find)))
}

/** Is it more than anybody could read? Judged before it is applied. */
export const isBeyondReading = (structs: Structs, doc: Y.Doc): boolean =>
  bringsSpan(structs, doc) || bringsDepth(structs, doc)
