/** The headings of a text, and how a link names each; the block that lists them. */
import { type JSONContent, Node } from '@tiptap/core'
import type { Node as DocumentNode } from '@tiptap/pm/model'

export type Heading = { level: number; text: string; slug: string }

const slugOf = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '') || 'section'

/** Of two with the same words the second is called so. */
const slugs = () => {
  const counts = new Map<string, number>()
  return (text: string) => {
    const slug = slugOf(text)
    const nth = (counts.get(slug) ?? 0) + 1
    counts.set(slug, nth)
    return nth > 1 ? `${slug}-${nth}` : slug
  }
}

/** Those with words, in their order, and where they are. */
export const headingsOf = (doc: DocumentNode): (Heading & { at: number })[] => {
  const found: (Heading & { at: number })[] = []
  const slug = slugs()
  doc.descendants((node, at) => {
    if (node.type.name !== 'heading') return !node.isTextblock
    const text = node.textContent.trim()
    if (text) found.push({ at, level: Number(node.attrs.level), text, slug: slug(text) })
    return false
  })
  return found
}

const headingNodes = (node: JSONContent): JSONContent[] =>
  node.type === 'heading' ? [node] : (node.content ?? []).flatMap(headingNodes)

/** The same of a text that is no document of a schema. */
export const headingsIn = (json: JSONContent): Heading[] => {
  const slug = slugs()
  return headingNodes(json).flatMap(({ attrs, content = [] }) => {
    const text = content
      .map(child => child.text ?? '')
      .join('')
      .trim()
    return text ? [{ level: Number(attrs?.level ?? 1), text, slug: slug(text) }] : []
  })
}

/** As a list of links, those of lower levels within. */
export const listOfHeadings = (headings: readonly Heading[]): JSONContent | null => {
  const items: JSONContent[] = []
  for (let at = 0; at < headings.length; ) {
    const { level, text, slug } = headings[at]!
    let next = at + 1
    while (next < headings.length && headings[next]!.level > level) next++
    const below = listOfHeadings(headings.slice(at + 1, next))
    const link = { type: 'text', text, marks: [{ type: 'link', attrs: { href: `#${slug}` } }] }
    items.push({
      type: 'listItem',
      content: [{ type: 'paragraph', content: [link] }, ...(below ? [below] : [])],
    })
    at = next
  }
  return items.length > 0 ? { type: 'bulletList', content: items } : null
}

export const CONTENTS = 'tableOfContents'

/** The headings that it lists are no part of it: they are in the text anyway. */
export const TableOfContents = Node.create({
  name: CONTENTS,
  group: 'block',
  atom: true,
  parseHTML: () => [{ tag: 'div[data-block-type="table-of-contents"]' }],
  renderHTML: () => ['div', { 'data-block-type': 'table-of-contents' }],
})
