/**
 * Nodes, marks and attributes that a text holds and our schema does not know: a newer version wrote them. They are kept
 * as they are. Each text is read with our schema and, beside it, a word for everything that it alone holds.
 */
import { type NodeSpec, Schema } from '@tiptap/pm/model'
import * as Y from 'yjs'
import { attributesSet, finder } from './bounds.ts'
import { documentSchema, FRAGMENT, SINCE } from './schema.ts'
import type { ReadUpdate, Structs } from './structs.ts'

type Found = {
  nodes: Map<string, { attributes: Set<string>; inline: boolean }>
  marks: Map<string, { attributes: Set<string>; repeats: boolean }>
  /** Of nodes that are known. */
  attributes: Map<string, Set<string>>
  /** Those nodes themselves, and their attributes that not every client knows. */
  known: Set<string>
}

/** A mark that may be twice on one letter is written with a digest behind its name. */
const DIGEST = /--[a-zA-Z0-9+/=]{8}$/
export const markName = (key: string) => key.replace(DIGEST, '')

export const isKnownNode = (name: string) => Object.hasOwn(documentSchema.nodes, name)
export const isKnownMark = (key: string) => Object.hasOwn(documentSchema.marks, markName(key))

const entry = <V>(map: Map<string, V>, name: string, make: () => V): V => {
  const known = map.get(name) ?? make()
  map.set(name, known)
  return known
}

/** Does a mark that is unknown begin or end anywhere in it? */
const setsUnknown = (text: Y.XmlText): boolean => {
  for (let item = text._start; item; item = item.right)
    if (!item.deleted && item.content instanceof Y.ContentFormat && !isKnownMark(item.content.key))
      return true
  return false
}

const lookAtText = (text: Y.XmlText, found: Found) => {
  // To read its letters for their marks takes as long as reading the text.
  if (!setsUnknown(text)) return
  for (const { attributes = {} } of text.toDelta() as { attributes?: Record<string, object> }[])
    for (const [key, value] of Object.entries(attributes)) {
      if (isKnownMark(key)) continue
      const mark = entry(found.marks, markName(key), () => ({ attributes: new Set(), repeats: false }))
      mark.repeats ||= DIGEST.test(key)
      for (const name of Object.keys(value ?? {})) mark.attributes.add(name)
    }
}

/** The first number that knows items which begin with any block. */
const BLOCK_FIRST = SINCE.get('listItem first')!
const ITEMS = new Set(['listItem', 'taskItem'])
const PARAGRAPH = 'paragraph'

/** Is it an item whose first block is no paragraph? */
const beginsAnyhow = (element: Y.XmlElement): boolean => {
  if (!ITEMS.has(element.nodeName)) return false
  const first = element.firstChild
  return first instanceof Y.XmlElement && first.nodeName !== PARAGRAPH
}

const lookAtElement = (element: Y.XmlElement, within: string | null, found: Found) => {
  const names = Object.keys(element.getAttributes())
  if (beginsAnyhow(element)) found.known.add(`${element.nodeName} first`)
  const type = isKnownNode(element.nodeName) ? documentSchema.nodes[element.nodeName] : undefined
  if (type) {
    found.known.add(element.nodeName)
    for (const name of names) {
      const attribute = `${element.nodeName} ${name}`
      if (SINCE.has(attribute)) found.known.add(attribute)
      if (!Object.hasOwn(type.spec.attrs ?? {}, name))
        entry(found.attributes, element.nodeName, () => new Set()).add(name)
    }
    return
  }
  const inline = within !== null && documentSchema.nodes[within]?.inlineContent === true
  const node = entry(found.nodes, element.nodeName, () => ({ attributes: new Set<string>(), inline }))
  for (const name of names) node.attributes.add(name)
}

const look = (doc: Y.Doc): Found => {
  const found: Found = { nodes: new Map(), marks: new Map(), attributes: new Map(), known: new Set() }
  const ahead: [Y.XmlElement | Y.XmlFragment, string | null][] = [[doc.getXmlFragment(FRAGMENT), null]]
  for (let next = ahead.pop(); next; next = ahead.pop()) {
    const [parent, name] = next
    for (const child of parent.toArray()) {
      if (child instanceof Y.XmlText) lookAtText(child, found)
      else if (child instanceof Y.XmlElement) {
        lookAtElement(child, name, found)
        ahead.push([child, child.nodeName])
      }
    }
  }
  return found
}

const numberOf = (name: string) => SINCE.get(name) ?? (isKnownNode(name) ? 1 : Number.POSITIVE_INFINITY)
/** By their names alone. */
const attributesSince = new Map(
  [...SINCE].flatMap(([name, number]) => {
    const [, attribute] = name.split(' ')
    return attribute && attribute !== 'first' ? [[attribute, number] as const] : []
  }),
)

/** The schema number that knows all blocks and marks of the text; endless where it is not ours. */
export const schemaNumberOf = (doc: Y.Doc): number => {
  const found = look(doc)
  if (found.nodes.size > 0 || found.marks.size > 0) return Number.POSITIVE_INFINITY
  return Math.max(1, ...[...found.known].map(numberOf))
}

/** Does the text hold a node or mark beyond our vocabulary? */
export const holdsUnknown = (doc: Y.Doc): boolean => {
  const found = look(doc)
  return found.nodes.size > 0 || found.marks.size > 0
}

const numberOfStruct = (struct: Structs[number]): number => {
  const content = struct instanceof Y.Item ? struct.content : null
  if (content instanceof Y.ContentType)
    return content.type instanceof Y.XmlElement ? numberOf(content.type.nodeName) : 1
  return content instanceof Y.ContentFormat && !isKnownMark(content.key) ? Number.POSITIVE_INFINITY : 1
}

type Find = (id: Y.ID) => Y.Item | null

/** The element that an item of an update will stand in. */
const elementAround = (item: Y.Item, find: Find): Y.XmlElement | null => {
  for (let at: Y.Item | null = item; at; ) {
    if (at.parent instanceof Y.XmlElement) return at.parent
    const content: unknown = at.parent instanceof Y.ID ? find(at.parent)?.content : null
    if (content instanceof Y.ContentType) return content.type instanceof Y.XmlElement ? content.type : null
    const next: Y.ID | null = at.parent ? null : (at.origin ?? at.rightOrigin)
    at = next && find(next)
  }
  return null
}

/** Would it begin an item with a block that is no paragraph? */
const beginsItem = (struct: Structs[number], find: Find): boolean => {
  if (!(struct instanceof Y.Item) || struct.origin || !(struct.content instanceof Y.ContentType)) return false
  const { type } = struct.content
  if (!(type instanceof Y.XmlElement) || type.nodeName === PARAGRAPH) return false
  return ITEMS.has(elementAround(struct, find)?.nodeName ?? '')
}

/** Have these deletions left an item that begins with a block that is no paragraph? */
export const leavesBlockFirst = ({ ds }: ReadUpdate, { store }: Y.Doc): boolean =>
  [...ds.clients].some(([client, ranges]) => {
    const structs = store.clients.get(client) ?? []
    return ranges.some(({ clock, len }) => {
      if (clock >= Y.getState(store, client)) return false
      for (let at = Y.findIndexSS(structs, clock); at < structs.length; at++) {
        const struct = structs[at]!
        if (struct.id.clock >= clock + len) return false
        if (struct instanceof Y.Item && struct.parent instanceof Y.XmlElement && beginsAnyhow(struct.parent))
          return true
      }
      return false
    })
  })

/** The schema number that knows all that these would bring into the text. */
export const schemaNumberBrought = (structs: Structs, doc: Y.Doc): number => {
  const attributes = [...attributesSet(structs, doc)].map(name => attributesSince.get(name) ?? 1)
  const find = finder(structs, doc)
  return structs.reduce(
    (most, struct) => Math.max(most, numberOfStruct(struct), beginsItem(struct, find) ? BLOCK_FIRST : 1),
    Math.max(1, ...attributes),
  )
}

/** Would these bring in a node or mark beyond our vocabulary? */
export const bringsUnknown = (structs: Structs): boolean =>
  structs.some(struct => numberOfStruct(struct) === Number.POSITIVE_INFINITY)

const optional = (names: Iterable<string>) =>
  Object.fromEntries([...names].map(name => [name, { default: null }]))

// In HTML it is a placeholder that names the unknown node; read back it is nothing, so that nobody can bring one in by
// HTML.
const strangeNode = (name: string, attributes: Set<string>, inline: boolean): NodeSpec => ({
  group: inline ? 'inline' : 'block',
  inline,
  content: 'block*',
  attrs: optional(attributes),
  toDOM: () => ['span', { 'data-unknown': name }, 0],
  parseDOM: [{ tag: 'span[data-unknown]', ignore: true }],
})

const extend = (found: Found): Schema => {
  let { nodes, marks } = documentSchema.spec as Schema['spec']
  for (const [name, strange] of found.attributes) {
    const spec = documentSchema.nodes[name]!.spec
    nodes = nodes.update(name, { ...spec, attrs: { ...spec.attrs, ...optional(strange) } })
  }
  for (const [name, { attributes, inline }] of found.nodes)
    nodes = nodes.addToEnd(name, strangeNode(name, attributes, inline))
  for (const [name, { attributes, repeats }] of found.marks)
    marks = marks.addToEnd(name, {
      attrs: optional(attributes),
      ...(repeats ? { excludes: '' } : {}),
      toDOM: () => ['span', 0],
    })
  return new Schema({ ...documentSchema.spec, nodes, marks })
}

const sorted = <V>(map: Map<string, V>, show: (value: V) => unknown) =>
  [...map].map(([name, value]) => [name, show(value)]).sort()

const KEPT = 50
const extended = new Map<string, Schema>()

/** The schema that can hold this text whole: ours, unless it holds more. */
export const schemaFor = (doc: Y.Doc): Schema => {
  const found = look(doc)
  if (found.nodes.size + found.marks.size + found.attributes.size === 0) return documentSchema
  const key = JSON.stringify([
    sorted(found.nodes, node => [[...node.attributes].sort(), node.inline]),
    sorted(found.marks, mark => [[...mark.attributes].sort(), mark.repeats]),
    sorted(found.attributes, names => [...names].sort()),
  ])
  const schema = extended.get(key) ?? extend(found)
  if (extended.size >= KEPT) extended.clear()
  extended.set(key, schema)
  return schema
}

/** The schema that can hold what each of these can. */
export const joinedSchema = (schemas: Schema[]): Schema => {
  const [first = documentSchema, ...others] = new Set(schemas)
  if (others.length === 0) return first
  let { nodes, marks } = first.spec as Schema['spec']
  for (const { spec } of others) {
    spec.nodes.forEach((name, { attrs, ...rest }) => {
      const known = nodes.get(name)
      const all = { ...attrs, ...known?.attrs }
      nodes = known
        ? nodes.update(name, { ...known, attrs: all })
        : nodes.addToEnd(name, { ...rest, attrs: all })
    })
    spec.marks.forEach((name, { attrs, ...rest }) => {
      const known = marks.get(name)
      const all = { ...attrs, ...known?.attrs }
      marks = known
        ? marks.update(name, { ...known, attrs: all })
        : marks.addToEnd(name, { ...rest, attrs: all })
    })
  }
  return new Schema({ ...documentSchema.spec, nodes, marks })
}
