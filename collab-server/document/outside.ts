/** Texts for readers without this program: mentions, embedded issues and files as words that are links, pictures by plain addresses. */
import type { JSONContent } from '@tiptap/core'
import { type DOMOutputSpec, DOMSerializer } from '@tiptap/pm/model'
import { safeUrl } from './attributes.ts'
import { FILE, titleOfFile } from './fileBlock.ts'
import { CONTENTS, type Heading, headingsIn, listOfHeadings } from './headings.ts'
import { htmlBy } from './html.ts'
import { toMarkdown } from './markdown/index.ts'
import { imageAddressOf, NAMELESS, namedAddress, type TextPlace } from './named.ts'
import { documentSchema } from './schema.ts'

/** The place of a text, and what lies beside it as a file. */
export type Outside = TextPlace & {
  /** False leaves pictures out. */
  images: boolean
  /** Key and name of issues; those that the reader may not see are missing. */
  issues: Record<string, string>
  /** Addresses of uploaded pictures and files by id; where one is missing, it is addressed on the site. */
  files: Record<string, string>
  /** Addresses of pages by id, as for files. */
  pages: Record<string, string>
}

type Mark = NonNullable<JSONContent['marks']>[number]

const PAGE_PATH = /^\/[\w-]+\/projects\/[\w-]+\/pages\/([\w-]+)\/?(#.*)?$/

/** The address as a reader elsewhere follows it; null where it is none. */
const addressOf = ({ origin, pages }: Outside, given: unknown): string | null => {
  const address = safeUrl(given)
  if (address === null || address.startsWith('#')) return address
  const path = address.startsWith(`${origin}/`) ? address.slice(origin.length) : address
  const [, id = '', place = ''] = PAGE_PATH.exec(path) ?? []
  if (pages[id] !== undefined) return pages[id] + place
  return path.startsWith('/') ? origin + path : address
}

const linked = (text: string, href: string | null, marks: readonly Mark[] = [], title?: string) => ({
  ...{ type: 'text', text },
  marks: href === null ? [...marks] : [...marks, { type: 'link', attrs: { href, title } }],
})
const line = (content: JSONContent): JSONContent => ({ type: 'paragraph', content: [content] })

const marksOf = (marks: readonly Mark[], out: Outside): Mark[] =>
  marks.flatMap(mark => {
    if (mark.type !== 'link') return [mark]
    const href = addressOf(out, mark.attrs?.href)
    return href === null ? [] : [{ type: 'link', attrs: { ...mark.attrs, href } }]
  })

const fileAddress = (out: Outside, src: unknown) =>
  typeof src !== 'string' || src === '' ? null : (out.files[src] ?? safeUrl(imageAddressOf(out, src)))

const namedIn = (out: Outside, attrs: Record<string, unknown>) =>
  addressOf(
    out,
    namedAddress(out, name => attrs[name]),
  )

/** A text whose nodes every reader knows. */
const plainly = (nodes: readonly JSONContent[], out: Outside): JSONContent[] =>
  nodes.flatMap((node): JSONContent[] => {
    const { attrs = {}, marks = [], content } = node
    switch (node.type) {
      case 'text':
        return [{ ...node, marks: marksOf(marks, out) }]
      case 'mention':
        return [linked(`@${attrs.label ?? ''}`, namedIn(out, attrs), marks)]
      case 'issue-embed-component':
        return [line(linked(out.issues[String(attrs.entity_identifier)] ?? NAMELESS, namedIn(out, attrs)))]
      case FILE: {
        const href = fileAddress(out, attrs.src)
        return href === null ? [] : [line(linked(String(attrs.name || href), href, [], titleOfFile(attrs)))]
      }
      case 'image':
      case 'imageComponent': {
        const src = out.images ? fileAddress(out, attrs.src) : null
        return src === null ? [] : [{ type: 'image', attrs: { ...attrs, src } }]
      }
      default:
        return [content ? { ...node, content: plainly(content, out) } : node]
    }
  })

const plain = (doc: JSONContent, out: Outside): JSONContent => ({
  ...doc,
  content: plainly(doc.content ?? [], out),
})

/** The text as Markdown. */
export const outsideMarkdown = (doc: JSONContent, out: Outside): string =>
  toMarkdown(plain(doc, out), { ...out, issue: () => null })

/** A title as the heading above a text. */
export const titleMarkdown = (title: string): string => {
  const heading = { type: 'heading', attrs: { level: 1 }, content: [{ type: 'text', text: title }] }
  return toMarkdown(
    { type: 'doc', content: [heading] },
    { origin: '', slug: '', project: '', images: false, issue: () => null },
  )
}

/** With its list of headings in the first place that shows one: in each of many it would be the whole again. */
const withContents = (doc: JSONContent, headings: readonly Heading[]): JSONContent => {
  let list = listOfHeadings(headings)
  const placed = (node: JSONContent): JSONContent[] => {
    if (node.type !== CONTENTS)
      return [node.content ? { ...node, content: node.content.flatMap(placed) } : node]
    const taken = list
    list = null
    return taken ? [taken] : []
  }
  return { ...doc, content: (doc.content ?? []).flatMap(placed) }
}

const { nodes, marks } = DOMSerializer.fromSchema(documentSchema)
/** Nodes and marks as every browser shows them; headings are met in their order. */
const serializerOf = (headings: Iterable<Heading>) => {
  const left = headings[Symbol.iterator]()
  return new DOMSerializer(
    {
      ...nodes,
      heading: ({ attrs, textContent }) => {
        const slug = textContent.trim() ? left.next().value?.slug : undefined
        return [`h${attrs.level}`, slug ? { id: slug } : {}, 0]
      },
      image: ({ attrs: { src, alt, width, caption } }): DOMOutputSpec => {
        const image = ['img', { src, alt: alt ?? '', ...(width ? { width } : {}) }] as const
        return caption ? ['figure', image, ['figcaption', String(caption)]] : image
      },
      details: () => ['details', { open: '' }, 0],
      calloutComponent: () => ['aside', 0],
    },
    {
      ...marks,
      link: ({ attrs: { href, title } }) => ['a', { href, ...(title ? { title } : {}) }, 0],
    },
  )
}

/** The text as the inner part of an HTML file. */
export const outsideHtml = (doc: JSONContent, out: Outside): string => {
  const text = plain(doc, out)
  const headings = headingsIn(text)
  const { content } = documentSchema.nodeFromJSON(withContents(text, headings))
  return htmlBy(serializerOf(headings), content)
}
