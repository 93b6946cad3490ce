/** Between HTML and documents, on the server: the browser has a DOM of its own and never loads this file. */
import domino from '@mixmark-io/domino'
import {
  type DOMOutputSpec,
  DOMParser,
  DOMSerializer,
  Fragment,
  type Node,
  type Schema,
} from '@tiptap/pm/model'
import { layStylesAside, readForeign } from './foreign/index.ts'
import { type HtmlPage, htmlPage, type PageElement } from './htmlPage.ts'
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

const BANNED = 'script,style,template,iframe,object'

const bodyOf = (html: string): HTMLElement => {
  const page = domino.createDocument('<!doctype html><body></body>')
  page.body.innerHTML = shallow(html)
  for (const banned of [...(page.body.querySelectorAll(BANNED) as Iterable<Element>)]) banned.remove()
  return page.body
}

const parsed = (body: HTMLElement, schema: Schema): Node => DOMParser.fromSchema(schema).parse(body)

/** HTML as a document of the schema: unknown elements are gone, scripts first of all. */
export const fromHtml = (html: string, schema = documentSchema): Node => parsed(bodyOf(html), schema)

/** The same of HTML from outside, which may say in words of other programs what ours says otherwise. */
export const fromForeignHtml = (html: string, schema = documentSchema): Node => {
  const body = bodyOf(html)
  layStylesAside(body)
  readForeign(body)
  return parsed(body, schema)
}

type Renders<Of extends unknown[]> = Record<string, (...of: Of) => DOMOutputSpec>
const each = <Of extends unknown[]>(
  renders: Renders<Of>,
  wrap: (render: Renders<Of>[string]) => Renders<Of>[string],
): Renders<Of> => Object.fromEntries(Object.entries(renders).map(([name, render]) => [name, wrap(render)]))

/** The same of a page of an archive, whose tree `prepare` puts in words that the reading below knows. */
export const fromArchivedHtml = (html: string, prepare: (root: HTMLElement) => void): Node => {
  const body = bodyOf(html)
  prepare(body)
  layStylesAside(body)
  readForeign(body)
  return parsed(body, documentSchema)
}

/** A serializer that renders once what most of a text is made of: paragraphs and marks without attributes. */
const makeSerializer = (schema: Schema): DOMSerializer => {
  const known = new Map<object, DOMOutputSpec>()
  const once = (key: object, render: () => DOMOutputSpec) => {
    const spec = known.get(key) ?? render()
    known.set(key, spec)
    return spec
  }
  const paragraph = schema.nodes.paragraph!
  const { attrs: plain } = paragraph.create()
  const { nodes, marks } = DOMSerializer.fromSchema(schema)
  return new DOMSerializer(
    each(
      nodes,
      render => node =>
        node.type === paragraph && node.attrs === plain ? once(paragraph, () => render(node)) : render(node),
    ),
    each(
      marks,
      render => (mark, inline) =>
        inline && Object.keys(mark.attrs).length === 0
          ? once(mark.type, () => render(mark, inline))
          : render(mark, inline),
    ),
  )
}

const serializers = new WeakMap<Schema, DOMSerializer>()
const serializerOf = (schema: Schema): DOMSerializer => {
  const made = serializers.get(schema) ?? makeSerializer(schema)
  serializers.set(schema, made)
  return made
}

/** A serializer, by what it asks of a page. */
type Writer = {
  serializeFragment(
    content: Fragment,
    options?: { document?: HtmlPage },
    target?: Pick<PageElement, 'appendChild'>,
  ): unknown
}

/** The HTML that a serializer makes of content. */
export const htmlBy = (serializer: DOMSerializer, content: Fragment): string => {
  const target = htmlPage.createElement('div')
  const writer: Writer = serializer
  writer.serializeFragment(content, { document: htmlPage }, target)
  return target.innerHTML
}

/** The blocks of a document carry no marks, so each is written by itself; once, however often its text is written. */
const written = new WeakMap<Node, string>()
const htmlOf = (block: Node): string => {
  const known = written.get(block)
  if (known !== undefined) return known
  const html = htmlBy(serializerOf(block.type.schema), Fragment.from(block))
  written.set(block, html)
  return html
}

export const toHtml = (node: Node): string => node.children.map(htmlOf).join('')
