/** Text as Markdown and back: by the field's parser where Markdown has a form, by the nearest form otherwise. */
import { type AnyExtension, Extension, type JSONContent, Node } from '@tiptap/core'
import { MarkdownManager } from '@tiptap/markdown'
import type { Node as DocumentNode } from '@tiptap/pm/model'
import { FILE, titleOfFile } from './fileBlock.ts'
import { CONTENTS, type Heading, headingsIn, listOfHeadings } from './headings.ts'
import { partsOf } from './markdownParts.ts'
import { isReadable, measured, withinMeasure } from './markdownReading.ts'
import { imageAddressOf, NAMELESS, namedAddress, type TextPlace } from './named.ts'
import { documentExtensions, documentSchema } from './schema.ts'

/** The facts that Markdown does not hold, and the names of mentioned rows. */
export type MarkdownNames = TextPlace & {
  /** False leaves them out. */
  images: boolean
  /** Key and name of an issue; null where the reader may not know. */
  issue: (id: string) => string | null
}

/** Also the facts about the text as a whole, and about the block around. */
type Told = MarkdownNames & { takeContents: () => JSONContent | null; inCell: boolean; quotes: number }

/** Each quote is a sign before every line within it: of deeper ones the words are written at this depth. */
const DEEPEST_QUOTE = 20

type Token = { href?: string; text?: string; title?: string | null }

/** A bracket within would end the description, and the words after it would become an address of their writer's choice. */
const quoted = (words: unknown) => String(words ?? '').replace(/[\\[\]]/g, '\\$&')

/** The same of its title, which ends at a quotation mark and at a blank line. */
const titled = (words: unknown) => String(words).replace(/\s+/g, ' ').replace(/[\\"]/g, '\\$&')

/** The beginning of a line that would start a block of another kind, or make a table of the line above. */
const BLOCK_SIGN =
  /^[ \t]*(?:(\d{1,9})(?=[.)](?:\s|$))|(?=(?:#{1,6}|[+-])(?:\s|$)|>|=+[ \t]*$|[|:-][-:| \t]*$))/gm

const ITEMS = new Set(['listItem', 'taskItem'])

/** Words of a paragraph that look like the beginning of a block, or like the end of the one around, stay words. */
const asWords = (lines: string, within = '') => {
  // The words of a cell are asked for by the table itself.
  if (within === 'table') return lines.replaceAll('|', '\\|')
  const words = lines.replace(BLOCK_SIGN, (_, number = '') => `${number}\\`)
  // Outside of its indentation a line would not belong to the item any more.
  return ITEMS.has(within) ? words.replaceAll('\n', '\n  ') : words
}

/** The signs that a heading's line may be closed with would be taken from its words. */
const asHeading = (line: string) => line.replace(/ *\n/g, ' ').replace(/(?<=\s)(#+)$/, '\\$1')

// An image takes a line of its own here; Markdown's stands in one.
const image = (extension: Node) =>
  extension.extend({
    markdownTokenName: 'image',
    parseMarkdown: ({ href, text, title }: Token) => ({
      type: 'image',
      attrs: { src: href, alt: text, caption: title || null },
    }),
    renderMarkdown: ({ attrs }: JSONContent) => {
      const caption = attrs?.caption ? ` "${titled(attrs.caption)}"` : ''
      return `![${quoted(attrs?.alt)}](${attrs?.src ?? ''}${caption})`
    },
  })

const codeBlock = (extension: Node) =>
  extension.extend({
    renderMarkdown: ({ attrs, content = [] }: JSONContent) => {
      const code = content.map(({ text }) => text).join('')
      // Longer than any fence that stands within.
      const fence = '`'.repeat(Math.max(3, ...[...code.matchAll(/`+/g)].map(([run]) => run.length + 1)))
      return `${fence}${attrs?.language ?? ''}\n${code}\n${fence}`
    },
  })

const rewritten = (rewrite: (rendered: string, within?: string) => string) => (extension: Node) => {
  const { renderMarkdown } = extension.config
  return renderMarkdown
    ? extension.extend({
        renderMarkdown: (node, h, context) =>
          rewrite(renderMarkdown(node, h, context), context?.parentType ?? ''),
      })
    : extension
}

const written: Record<string, (extension: Node) => Node> = {
  image,
  codeBlock,
  paragraph: rewritten(asWords),
  heading: rewritten(asHeading),
}

const read = (extension: Node) => {
  const { markdownTokenizer } = extension.config
  return markdownTokenizer ? extension.extend({ markdownTokenizer: measured(markdownTokenizer) }) : extension
}

const inMarkdown = (extension: AnyExtension): AnyExtension => {
  if (extension instanceof Node) return read(written[extension.name]?.(extension) ?? extension)
  // Some of the vocabulary comes in one piece.
  return extension.name === 'starterKit' && extension instanceof Extension
    ? extension.extend({
        addExtensions() {
          return (this.parent?.() ?? []).map(inMarkdown)
        },
      })
    : extension
}
const extensions = documentExtensions.map(inMarkdown)
let made: MarkdownManager | null = null
const manager = () => {
  made ??= new MarkdownManager({ extensions })
  return made
}

const linked = (
  text: string,
  href: string,
  marks: JSONContent['marks'] = [],
  title: unknown = null,
): JSONContent => ({
  type: 'text',
  text,
  marks: [...marks, { type: 'link', attrs: { href, ...(title ? { title } : {}) } }],
})

const CELLS = new Set(['tableCell', 'tableHeader'])
const WORDLESS = new Set(['customColor', 'textStyle', 'underline'])

/** A backtick would end the code that it stands in. */
const isWordless = ({ type }: { type: string }, { text }: JSONContent) =>
  WORDLESS.has(type) || (type === 'code' && text?.includes('`'))

const nearest = (node: JSONContent, names: Told): JSONContent[] => {
  const { attrs = {} } = node
  const marks = node.marks?.filter(mark => !isWordless(mark, node))
  const address = () => namedAddress(names, name => attrs[name])
  switch (node.type) {
    case 'imageComponent':
    case 'image':
      return attrs.src && names.images
        ? [{ type: 'image', attrs: { ...attrs, src: imageAddressOf(names, String(attrs.src)) } }]
        : []
    case FILE: {
      if (!attrs.src) return []
      const href = imageAddressOf(names, String(attrs.src))
      return [
        { type: 'paragraph', content: [linked(String(attrs.name || href), href, [], titleOfFile(attrs))] },
      ]
    }
    case 'mention': {
      const [words, href] = [`@${attrs.label ?? ''}`, address()]
      return [href ? linked(words, href, marks) : { type: 'text', text: words, ...(marks ? { marks } : {}) }]
    }
    case 'issue-embed-component': {
      const [words, href] = [names.issue(String(attrs.entity_identifier ?? '')) ?? NAMELESS, address()]
      return href ? [{ type: 'paragraph', content: [linked(words, href)] }] : []
    }
    case CONTENTS: {
      const list = names.takeContents()
      return list ? [list] : []
    }
    case 'blockquote':
    case 'calloutComponent': {
      const within = children(node, { ...names, quotes: names.quotes + 1 })
      return names.quotes < DEEPEST_QUOTE ? [{ type: 'blockquote', content: within }] : within
    }
    case 'tableCell':
    case 'tableHeader':
      return [{ ...node, content: children(node, { ...names, inCell: true }) }]
    // A cell's words are written twice, to measure them first: a table in it would be four times that, and so on.
    case 'table':
    case 'tableRow':
      if (names.inCell) return wordsWithin(node, names)
      return [{ ...node, content: children(node, names) }]
    default: {
      const content = children(node, names)
      return [{ ...node, ...(marks ? { marks } : {}), ...(node.content ? { content } : {}) }]
    }
  }
}

/** Two of them begin and end what is underlined. The parser's own words for "as it stands" know nothing of that. */
const PLUS = '\uF8FF'
const plainPlus = (node: JSONContent, { type }: JSONContent): JSONContent =>
  type === 'codeBlock' || !node.text?.includes('++') || node.marks?.some(mark => mark.type === 'code')
    ? node
    : { ...node, text: node.text.replace(/[+](?=[+])/g, PLUS) }

const children = (node: JSONContent, names: Told): JSONContent[] =>
  (node.content ?? []).flatMap(child => nearest(plainPlus(child, node), names))

const wordsWithin = (node: JSONContent, names: Told): JSONContent[] =>
  children(node, names).flatMap(child => (CELLS.has(child.type ?? '') ? (child.content ?? []) : child))

/** The list of a text's headings, for the first place that shows one: for each of many it would be the whole again. */
const contentsOnce = (headings: readonly Heading[]) => {
  let list = listOfHeadings(headings)
  return () => {
    const taken = list
    list = null
    return taken
  }
}

export const toMarkdown = (doc: JSONContent, names: MarkdownNames): string =>
  `${manager()
    .serialize({
      ...doc,
      content: children(doc, {
        ...names,
        takeContents: contentsOnce(headingsIn(doc)),
        inCell: false,
        quotes: 0,
      }),
    })
    .replaceAll(PLUS, '\\+')
    .trim()}\n`

const INLINE_PLACES = new Set(['paragraph', 'heading'])

// Readers of a text never fetch an image of another host: it becomes a link that may be followed.
const withoutImages = (node: JSONContent, parent: string): JSONContent[] => {
  if (node.type === 'image') {
    const { src, alt, caption } = node.attrs ?? {}
    if (!src) return []
    const link = linked(String(alt || src), String(src), [], caption)
    return INLINE_PLACES.has(parent) ? [link] : [{ type: 'paragraph', content: [link] }]
  }
  if (!node.content) return [node]
  return [{ ...node, content: node.content.flatMap(child => withoutImages(child, node.type ?? '')) }]
}

const BLANK = [{ type: 'paragraph' }]

/** Null when it makes no text of this vocabulary, is too long, or nested beyond reading. */
export const fromMarkdown = (markdown: string): DocumentNode | null => {
  if (!isReadable(markdown)) return null
  try {
    const content = withinMeasure(markdown.length, () =>
      partsOf(markdown).flatMap(part => manager().parse(part).content ?? []),
    )
    const [json] = withoutImages({ type: 'doc', content: content.length > 0 ? content : BLANK }, '')
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
  /^<details>\s*<summary>/m,
  /^\|.*\|[ \t]*\n\|[ :|-]+\|/m,
  /\[[^\]\n]+\]\([^)\s]+\)/,
  /\*\*[^*\n]+\*\*/,
  /(?:^|\s)`[^`\n]+`/,
  /^ {0,3}(?:---|\*\*\*|___)[ \t]*$/m,
]

/** Whether somebody who copied this meant Markdown: plain words stay plain words. */
export const looksLikeMarkdown = (text: string): boolean => SIGNS.some(sign => sign.test(text))
