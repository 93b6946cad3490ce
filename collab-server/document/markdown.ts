/** Text as Markdown and back: what Markdown has words for, by the field's parser; the rest as what comes nearest. */
import type { JSONContent } from '@tiptap/core'
import { MarkdownManager } from '@tiptap/markdown'
import type { Node } from '@tiptap/pm/model'
import { documentExtensions, documentSchema } from './schema.ts'

/** Where a reader elsewhere finds what the text only names. */
export type MarkdownLinks = {
  /** Null leaves the image out. */
  image: (id: string) => string | null
  issue: (id: string) => { text: string; href: string } | null
}

type Token = { href?: string; text?: string }

/** A bracket within would end the description, and what follows it would be an address of its writer's choice. */
const quoted = (words: unknown) => String(words ?? '').replace(/[\\[\]]/g, '\\$&')

// An image takes a line of its own here; Markdown's stands in one.
const extensions = documentExtensions.map(extension =>
  extension.name === 'image'
    ? extension.extend({
        markdownTokenName: 'image',
        parseMarkdown: ({ href, text }: Token) => ({ type: 'image', attrs: { src: href, alt: text } }),
        renderMarkdown: ({ attrs }: JSONContent) => `![${quoted(attrs?.alt)}](${attrs?.src ?? ''})`,
      })
    : extension,
)
let made: MarkdownManager | null = null
const manager = () => {
  made ??= new MarkdownManager({ extensions })
  return made
}

const linked = (text: string, href: string): JSONContent => ({
  type: 'text',
  text,
  marks: [{ type: 'link', attrs: { href } }],
})

const WORDLESS = new Set(['customColor', 'textStyle', 'underline'])

const nearest = (node: JSONContent, links: MarkdownLinks): JSONContent[] => {
  const { attrs = {} } = node
  const marks = node.marks?.filter(mark => !WORDLESS.has(mark.type))
  switch (node.type) {
    case 'imageComponent': {
      const src = attrs.src ? links.image(String(attrs.src)) : null
      return src ? [{ type: 'image', attrs: { src, alt: attrs.alt } }] : []
    }
    case 'image':
      return attrs.src && links.image(String(attrs.src)) !== null ? [node] : []
    case 'mention':
      return [{ type: 'text', text: `@${attrs.label ?? ''}`, ...(marks ? { marks } : {}) }]
    case 'issue-embed-component': {
      const issue = links.issue(String(attrs.entity_identifier ?? ''))
      return issue ? [{ type: 'paragraph', content: [linked(issue.text, issue.href)] }] : []
    }
    case 'calloutComponent':
      return [{ type: 'blockquote', content: children(node, links) }]
    default: {
      const content = children(node, links)
      return [{ ...node, ...(marks ? { marks } : {}), ...(node.content ? { content } : {}) }]
    }
  }
}

const children = (node: JSONContent, links: MarkdownLinks) =>
  (node.content ?? []).flatMap(child => nearest(child, links))

export const toMarkdown = (doc: JSONContent, links: MarkdownLinks): string =>
  `${manager()
    .serialize({ ...doc, content: children(doc, links) })
    .trim()}\n`

const INLINE_PLACES = new Set(['paragraph', 'heading'])

// An image of another host is never fetched by who reads the text: it becomes a link that may be followed.
const withoutImages = (node: JSONContent, parent: string): JSONContent[] => {
  if (node.type === 'image') {
    const { src, alt } = node.attrs ?? {}
    if (!src) return []
    const link = linked(String(alt || src), String(src))
    return INLINE_PLACES.has(parent) ? [link] : [{ type: 'paragraph', content: [link] }]
  }
  if (!node.content) return [node]
  return [{ ...node, content: node.content.flatMap(child => withoutImages(child, node.type ?? '')) }]
}

/**
 * Longer ones are not read: that would hold the browser up. The parser's time grows with the square of a line, and of the
 * signs of emphasis in a paragraph, however its lines are cut.
 */
const LONGEST = 500_000
const LONGEST_LINE = 10_000
const MOST_SIGNS = 500
const isReadable = (markdown: string) =>
  markdown.length <= LONGEST &&
  markdown.split('\n').every(line => line.length <= LONGEST_LINE) &&
  markdown.split(/\n\s*\n/).every(block => block.replace(/[^*_~]/g, '').length <= MOST_SIGNS)

/** Null when it makes no text of this vocabulary, is too long, or nested beyond reading. */
export const fromMarkdown = (markdown: string): Node | null => {
  if (!isReadable(markdown)) return null
  try {
    const [json] = withoutImages(manager().parse(markdown), '')
    const doc = documentSchema.nodeFromJSON(json)
    doc.check()
    return doc
  } catch {
    return null
  }
}

const SIGNS = [
  /^#{1,6} \S/m,
  /^ {0,3}(?:[-*+]|\d+\.) \S/m,
  /^ {0,3}> \S/m,
  /^ {0,3}(?:```|~~~)/m,
  /^\|.*\|[ \t]*\n\|[ :|-]+\|/m,
  /\[[^\]\n]+\]\([^)\s]+\)/,
  /\*\*[^*\n]+\*\*/,
  /(?:^|\s)`[^`\n]+`/,
  /^ {0,3}(?:---|\*\*\*|___)[ \t]*$/m,
]

/** Whether somebody who copied this meant Markdown: plain words stay plain words. */
export const looksLikeMarkdown = (text: string): boolean => SIGNS.some(sign => sign.test(text))
