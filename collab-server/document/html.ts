/** Between HTML and documents, on the server: the browser has a DOM of its own and never loads this file. */
import domino from '@mixmark-io/domino'
import { DOMParser, DOMSerializer, type Node } from '@tiptap/pm/model'
import { documentSchema } from './schema.ts'
import { shallow } from './shallow.ts'

// tiptap walks an element's classes, which domino lets one only index.
const classes = Object.getPrototypeOf(domino.createDocument('').body.classList) as {
  [Symbol.iterator]?: unknown
}
classes[Symbol.iterator] ??= Array.prototype[Symbol.iterator]

/** An element of one name, with attributes or without. */
const SIMPLE = /^([a-z][\w-]*)(?:\[[^\],]*\])*$/i
const simple = new Map<string, { name: string; isAll: boolean } | null>()
const nameIn = (selector: string) => {
  const known = simple.get(selector)
  if (known !== undefined) return known
  const name = SIMPLE.exec(selector)?.[1]?.toLowerCase()
  const found = name === undefined ? null : { name, isAll: name.length === selector.length }
  simple.set(selector, found)
  return found
}

// Each element is held against some sixty selectors, and domino reads a selector anew each time: to most of them the
// element's name alone says no.
const { body } = domino.createDocument('')
const judge = body.matches
const htmlElement = Object.getPrototypeOf(Object.getPrototypeOf(body)) as object
Object.defineProperty(htmlElement, 'matches', {
  // Where tests share a process this module may be read a second time.
  configurable: true,
  value(this: Element, selector: string) {
    const named = nameIn(selector)
    if (named && this.localName !== named.name) return false
    return named?.isAll || judge.call(this, selector)
  },
})

/** HTML as a document of the schema: unknown elements are gone, scripts first of all. */
export const fromHtml = (html: string, schema = documentSchema): Node => {
  const page = domino.createDocument('<!doctype html><body></body>')
  page.body.innerHTML = shallow(html)
  for (const banned of [
    ...(page.body.querySelectorAll('script,style,template,iframe,object') as Iterable<Element>),
  ])
    banned.remove()
  return DOMParser.fromSchema(schema).parse(page.body as unknown as Parameters<DOMParser['parse']>[0])
}

export const toHtml = (node: Node): string => {
  const page = domino.createDocument('<!doctype html><body></body>')
  const target = page.createElement('div')
  DOMSerializer.fromSchema(node.type.schema).serializeFragment(
    node.content,
    { document: page as unknown as Document },
    target as unknown as HTMLElement,
  )
  return target.innerHTML
}
