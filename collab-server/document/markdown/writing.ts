/** A document as Markdown: the nearest form for blocks and marks that have none of their own. */
import type { JSONContent } from '@tiptap/core'
import type { BlockContent, ListItem, Root, RootContent, TableRow } from 'mdast'
import { gfmToMarkdown } from 'mdast-util-gfm'
import { gfmTableToMarkdown } from 'mdast-util-gfm-table'
import { type Handle, toMarkdown as write } from 'mdast-util-to-markdown'
import { FILE, titleOfFile } from '../fileBlock.ts'
import { CONTENTS, type Heading, headingsIn, listOfHeadings } from '../headings.ts'
import { imageAddressOf, NAMELESS, namedAddress, type TextPlace } from '../named.ts'
import { phrasingOf } from './phrasing.ts'

/** The facts that Markdown does not hold, and the names of mentioned rows. */
export type MarkdownNames = TextPlace & {
  /** False leaves them out. */
  images: boolean
  /** Key and name of an issue; null where the reader may not know. */
  issue: (id: string) => string | null
}

/** Also the facts about the text as a whole, and about the block around. */
type Told = MarkdownNames & { takeContents: () => JSONContent | null; quotes: number }

/** Each quote is a sign before every line within it: of deeper ones the words are written at this depth. */
const DEEPEST_QUOTE = 20

declare module 'mdast' {
  interface RootContentMap {
    toggle: Toggle
    letters: Letters
  }
  interface BlockContentMap {
    toggle: Toggle
    letters: Letters
  }
}
/** A line that opens and closes what is below it. */
type Toggle = { type: 'toggle'; line: JSONContent[]; children: BlockContent[] }
/** Written as they are. */
type Letters = { type: 'letters'; value: string }

const linked = (text: string, href: string, of: JSONContent = {}, title?: string): JSONContent => ({
  type: 'text',
  text,
  marks: [...(of.marks ?? []), { type: 'link', attrs: { href, title } }],
})

/** What is in a line, by links and words where Markdown has no form of its own. */
const lineOf = (content: readonly JSONContent[], names: Told): JSONContent[] =>
  content.map(node => {
    if (node.type !== 'mention') return node
    const { attrs = {} } = node
    const [words, href] = [`@${attrs.label ?? ''}`, namedAddress(names, name => attrs[name])]
    return href ? linked(words, href, node) : { ...node, type: 'text', text: words }
  })

/** Blocks that are a line of words or an image, here. */
const lineOfBlock = (node: JSONContent, names: Told): JSONContent[] | null => {
  const { attrs = {} } = node
  switch (node.type) {
    case 'imageComponent':
    case 'image':
      return attrs.src && names.images
        ? [{ type: 'image', attrs: { ...attrs, src: imageAddressOf(names, String(attrs.src)) } }]
        : []
    case FILE: {
      const href = attrs.src ? imageAddressOf(names, String(attrs.src)) : ''
      return href ? [linked(String(attrs.name || href), href, {}, titleOfFile(attrs))] : []
    }
    case 'issue-embed-component': {
      const href = namedAddress(names, name => attrs[name])
      return href ? [linked(names.issue(String(attrs.entity_identifier ?? '')) ?? NAMELESS, href)] : []
    }
    default:
      return null
  }
}

/** A line of its own in a cell: Markdown has but one there. */
const linesWithin = (node: JSONContent, names: Told): JSONContent[][] => {
  const line = lineOfBlock(node, names)
  if (line) return line.length > 0 ? [line] : []
  const content = node.content ?? []
  if (node.type === 'codeBlock') return codeLines(content)
  const isLine = node.type === 'paragraph' || node.type === 'heading' || node.type === 'detailsSummary'
  return isLine ? [lineOf(content, names)] : content.flatMap(child => linesWithin(child, names))
}

const codeLines = (content: readonly JSONContent[]): JSONContent[][] =>
  content
    .map(({ text }) => text ?? '')
    .join('')
    .split('\n')
    .map(text => (text === '' ? [] : [{ type: 'text', text, marks: [{ type: 'code' }] }]))

/** One of two breaks beside each other, which would be a new paragraph of the cell. */
const LONE_BREAK: JSONContent = { type: 'hardBreak', attrs: { lone: true } }
const PARAGRAPH_BREAK: JSONContent[] = [{ type: 'hardBreak' }, { type: 'hardBreak' }]

const cellOf = (cell: JSONContent, names: Told): JSONContent[] =>
  (cell.content ?? [])
    .flatMap(child => linesWithin(child, names))
    .map(line =>
      line.map((node, at) => {
        const isBeside = [at - 1, at + 1].some(other => line[other]?.type !== 'text')
        return node.type === 'hardBreak' && isBeside ? LONE_BREAK : node
      }),
    )
    .flatMap((line, nth) => (nth > 0 ? [...PARAGRAPH_BREAK, ...line] : line))

const tableOf = ({ content: rows = [] }: JSONContent, names: Told): RootContent[] => {
  const row = (cells: readonly JSONContent[]): TableRow => ({
    type: 'tableRow',
    children: cells.map(cell => ({ type: 'tableCell', children: phrasingOf(cellOf(cell, names)) })),
  })
  const [first] = rows
  const hasHead = first?.content?.some(({ type }) => type === 'tableHeader')
  const blank = row((first?.content ?? []).map(() => ({})))
  const children = rows.map(({ content = [] }) => row(content))
  return children.length > 0 ? [{ type: 'table', children: hasHead ? children : [blank, ...children] }] : []
}

const isBlank = ({ type, content }: JSONContent) => type === 'paragraph' && !content?.length

const itemOf = ({ type, attrs, content = [] }: JSONContent, names: Told): ListItem => {
  const [first, ...rest] = content
  const isBelowBlank = first && isBlank(first) && rest[0]
  const leads: RootContent[] =
    type === 'taskItem' && (!first || isBlank(first) || first.type !== 'paragraph')
      ? [{ type: 'letters', value: attrs?.checked ? '[x]' : '[ ]' }]
      : isBelowBlank && /List$/.test(rest[0]!.type ?? '')
        ? [{ type: 'letters', value: '' }]
        : []
  const children = [...leads, ...blocksOf(content, names)] as ListItem['children']
  const isPlain = children.slice(1).every(child => child.type === 'list')
  const checked = type === 'taskItem' && leads.length === 0 ? Boolean(attrs?.checked) : null
  return { type: 'listItem', checked, spread: !isPlain, children }
}

const blockOf = (node: JSONContent, names: Told): RootContent[] => {
  const { attrs = {}, content = [] } = node
  const line = lineOfBlock(node, names)
  if (line) return line.length > 0 ? [{ type: 'paragraph', children: phrasingOf(line) }] : []
  const blocks = () => blocksOf(content, names) as BlockContent[]
  switch (node.type) {
    case 'paragraph':
      return isBlank(node) ? [] : [{ type: 'paragraph', children: phrasingOf(lineOf(content, names)) }]
    case 'heading':
      return [{ type: 'heading', depth: attrs.level ?? 1, children: phrasingOf(lineOf(content, names)) }]
    case 'codeBlock':
      return [
        {
          type: 'code',
          lang: attrs.language ?? null,
          value: content.map(({ text }) => text ?? '').join(''),
        },
      ]
    case 'horizontalRule':
      return [{ type: 'thematicBreak' }]
    case 'bulletList':
    case 'orderedList':
    case 'taskList':
      return [
        {
          type: 'list',
          ordered: node.type === 'orderedList',
          start: attrs.start ?? 1,
          spread: false,
          children: content.map(item => itemOf(item, names)),
        },
      ]
    case 'blockquote':
    case 'calloutComponent': {
      const children = blocksOf(content, { ...names, quotes: names.quotes + 1 }) as BlockContent[]
      return names.quotes < DEEPEST_QUOTE ? [{ type: 'blockquote', children }] : children
    }
    case 'details': {
      const [summary, ...below] = content
      const children = blocksOf(below, names) as BlockContent[]
      return [{ type: 'toggle', line: lineOf(summary?.content ?? [], names), children }]
    }
    case 'table':
      return tableOf(node, names)
    case CONTENTS: {
      const list = names.takeContents()
      return list ? blockOf(list, names) : []
    }
    default:
      return node.text === undefined ? blocks() : [{ type: 'paragraph', children: phrasingOf([node]) }]
  }
}

const blocksOf = (nodes: readonly JSONContent[], names: Told): RootContent[] =>
  nodes.flatMap(node => blockOf(node, names))

const toggle: Handle = (node: Toggle, _, state, info) => {
  const exit = state.enter('summary' as never)
  const line = { type: 'paragraph' as const, children: phrasingOf(node.line) }
  const words = state.handle(line, undefined, state, { ...info, before: '\n', after: '\n' })
  exit()
  const within = state.containerFlow({ type: 'root', children: node.children }, info)
  return `<details>\n<summary>${words.replace(/\n/g, ' ')}</summary>\n\n${within}${within && '\n\n'}</details>`
}

/** Where lines cannot be broken by Markdown's own sign: where none may be, and at the end of a block. */
const ONE_LINE = new Set<string>(['tableCell', 'headingAtx', 'summary'])

const lineBreak: Handle = (node, parent, state) => {
  if (node.data?.lone) return '<br/>'
  const isLast = parent?.children.at(-1) === node
  return isLast || state.stack.some(name => ONE_LINE.has(name)) ? '<br>' : '\\\n'
}

/**
 * An address that readers make a link of by themselves, up to the next blank: a sign in it is no escape there, but a part
 * of it. Others are escaped, so that it is none.
 */
const ADDRESS =
  /(?<![\p{L}\p{N}/.@:="'])(?:(?:https?:\/\/|www\.)[^\s<]*[^\s<?!.,:*_~'")\]`|\\&;]|[\w.+-]{1,64}@[\w-]+(?:\.[\w-]*[\p{L}\p{N}])+)(?=[.,!?'")]*(?:\s|$))/giu

const text: Handle = (node: { value: string }, parent, state, info) => {
  const isPlain = !state.stack.includes('label') && !state.stack.includes('autolink')
  const isLast = parent?.children.at(-1) === node
  const { value } = node
  let [written, at] = ['', 0]
  const safe = (to: number) => {
    const before = written === '' ? info.before : written.slice(-1)
    const after = to < value.length ? value[to]! : info.after
    if (to > at) written += state.safe(value.slice(at, to), { ...info, before, after })
  }
  for (const { 0: address, index } of isPlain ? value.matchAll(ADDRESS) : []) {
    if (!isLast && !/\s/.test(value.slice(index))) break
    safe(index)
    written += address
    at = index + address.length
  }
  safe(value.length)
  return written
}

/** Signs of a table's letters as they come to be below each other, where that costs little. */
const WIDEST_PADDED = 20_000
const [padded, plain] = [true, false].map(tablePipeAlign => gfmTableToMarkdown({ tablePipeAlign }).handlers!)

const table: Handle = (node, parent, state, info) => {
  const narrow = plain!.table!(node, parent, state, info)
  const lines = narrow.split('\n')
  const widest = Math.max(...lines.map(line => line.length))
  return widest * lines.length > WIDEST_PADDED ? narrow : padded!.table!(node, parent, state, info)
}

/** The list of a text's headings, for the first place that shows one: for each of many it would be the whole again. */
const contentsOnce = (headings: readonly Heading[]) => {
  let list = listOfHeadings(headings)
  return () => {
    const taken = list
    list = null
    return taken
  }
}

/** Two rules, the first of which begins the text, would be read as facts about it. */
const FRONT = /^---(?=\n(?:[\s\S]*\n)?---\n)/

export const toMarkdown = (doc: JSONContent, names: MarkdownNames): string => {
  const told = { ...names, takeContents: contentsOnce(headingsIn(doc)), quotes: 0 }
  const tree: Root = { type: 'root', children: blocksOf(doc.content ?? [], told) }
  const written = write(tree, {
    bullet: '-',
    rule: '-',
    resourceLink: true,
    extensions: [gfmToMarkdown()],
    handlers: { toggle, table, text, break: lineBreak, letters: (node: Letters) => node.value },
  })
  return written.trim() === '' ? '\n' : written.replace(FRONT, '***')
}
