/** The words of a line in Markdown's tree, as the document has them: in one row, each with its marks. */
import type { JSONContent } from '@tiptap/core'
import type { Definition, ImageReference, LinkReference, PhrasingContent } from 'mdast'
import { safeUrl } from '../attributes.ts'
import { writtenOf } from './parsing.ts'

type Mark = { type: string; attrs?: Record<string, unknown> }
/** The names of links of the whole text, and the words that the positions of the present part point into. */
export type Read = {
  source: string
  definitions: ReadonlyMap<string, Definition>
  /** Another address in place of one of a link or a picture. */
  rebase?: Rebase | undefined
}
export type Rebase = (address: string, kind: 'link' | 'picture') => string

const text = (words: string, marks: readonly Mark[]): JSONContent[] =>
  words === '' ? [] : [{ type: 'text', text: words, ...(marks.length > 0 ? { marks: [...marks] } : {}) }]

const BREAK = /^<br\s*\/?>$/i
/** Tags of HTML that mean what a mark of ours means. */
const TAGS: Record<string, string> = {
  b: 'bold',
  strong: 'bold',
  i: 'italic',
  em: 'italic',
  s: 'strike',
  del: 'strike',
  u: 'underline',
  ins: 'underline',
  code: 'code',
  kbd: 'code',
}
const TAG = /^<(\/?)([a-z]+)>$/i

const linkMark = (url: string, title?: string | null): Mark[] => {
  const href = safeUrl(url)
  return href === null ? [] : [{ type: 'link', attrs: { href, ...(title ? { title } : {}) } }]
}

const linkOf = ({ url, title }: { url: string; title?: string | null }, { rebase }: Read) =>
  linkMark(rebase?.(url, 'link') ?? url, title)

/** A mark is once on a word: of two links the outer one is kept. */
const also = (marks: readonly Mark[], more: readonly Mark[]) => [
  ...marks,
  ...more.filter(one => marks.every(mark => mark.type !== one.type)),
]

/** Readers of a text never fetch an image of another host: it becomes a link that may be followed. */
const imageLink = (
  { url, title }: { url: string; title?: string | null },
  alt: string | null | undefined,
  marks: readonly Mark[],
  { rebase }: Read,
) => (url || alt ? text(alt || url, also(marks, linkMark(rebase?.(url, 'picture') ?? url, title))) : [])

const referred = (node: LinkReference | ImageReference, marks: readonly Mark[], read: Read) => {
  const definition = read.definitions.get(node.identifier)
  if (!definition) return text(writtenOf(node, read.source), marks)
  if (node.type === 'imageReference') return imageLink(definition, node.alt, marks, read)
  return inlineOf(node.children, read, also(marks, linkOf(definition, read)))
}

/** Where the element of a tag ends among its siblings; -1 where it does not. */
const endOf = (name: string, nodes: readonly PhrasingContent[], from: number) =>
  nodes.findIndex(
    (node, at) => at > from && node.type === 'html' && node.value.toLowerCase() === `</${name}>`,
  )

const one = (node: PhrasingContent, read: Read, marks: readonly Mark[]): JSONContent[] => {
  switch (node.type) {
    case 'text':
      return text(node.value, marks)
    case 'emphasis':
      return inlineOf(node.children, read, also(marks, [{ type: 'italic' }]))
    case 'strong':
      return inlineOf(node.children, read, also(marks, [{ type: 'bold' }]))
    case 'delete':
      return inlineOf(node.children, read, also(marks, [{ type: 'strike' }]))
    case 'inlineCode':
      return text(node.value.replaceAll('\n', ' '), also(marks, [{ type: 'code' }]))
    case 'break':
      return [{ type: 'hardBreak' }]
    case 'link':
      return inlineOf(node.children, read, also(marks, linkOf(node, read)))
    case 'image':
      return imageLink(node, node.alt, marks, read)
    case 'linkReference':
    case 'imageReference':
      return referred(node, marks, read)
    case 'footnoteReference':
      return text(`[^${node.label ?? node.identifier}]`, marks)
    case 'html':
      return BREAK.test(node.value) ? [{ type: 'hardBreak' }] : text(node.value, marks)
  }
}

export const inlineOf = (
  nodes: readonly PhrasingContent[],
  read: Read,
  marks: readonly Mark[] = [],
): JSONContent[] => {
  const found: JSONContent[] = []
  // Ends of elements are looked for no further than there can be one.
  for (let at = 0; at < nodes.length; at++) {
    const node = nodes[at]!
    const [, isEnd, name = ''] = node.type === 'html' ? (TAG.exec(node.value) ?? []) : []
    const mark = isEnd ? undefined : TAGS[name.toLowerCase()]
    const end = mark ? endOf(name.toLowerCase(), nodes, at) : -1
    if (mark && end > 0) {
      found.push(...inlineOf(nodes.slice(at + 1, end), read, also(marks, [{ type: mark }])))
      at = end
    } else found.push(...one(node, read, marks))
  }
  return found
}
