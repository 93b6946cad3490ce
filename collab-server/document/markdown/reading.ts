/** Markdown as a document: parts that the schema cannot hold become words. */
import type { JSONContent } from '@tiptap/core'
import type { Node as DocumentNode } from '@tiptap/pm/model'
import type { Definition, Heading, List, ListItem, Paragraph, RootContent, Table } from 'mdast'
import { documentSchema } from '../schema.ts'
import { holdsToggles, piecesOf } from './details.ts'
import { inlineOf, type Read, type Rebase } from './inline.ts'
import { type Part, parse, parseLine, writtenOf } from './parsing.ts'

/** Deeper than anyone writes; parts that are nested deeper are at this depth. */
const DEEPEST = 20

type Place = Read & { depth: number; isItem: boolean }
type Block = RootContent

const paragraph = (content: JSONContent[] = []): JSONContent =>
  content.length > 0 ? { type: 'paragraph', content } : { type: 'paragraph' }

const within = (place: Place): Place => ({ ...place, depth: place.depth + 1, isItem: false })
const orBlank = (blocks: JSONContent[]) => (blocks.length > 0 ? blocks : [paragraph()])

/** The two states of a box without words, which the parser takes for words. */
const BOX = /^\[([ x])\]$/i

/** Whether an item is one of things to do, and done: null for any other item. */
const checkedOf = (item: ListItem, place: Place): boolean | null => {
  if (typeof item.checked === 'boolean') return item.checked
  const [first] = item.children
  const box = first?.type === 'paragraph' ? BOX.exec(writtenOf(first, place.source).trimEnd()) : null
  return box ? box[1] !== ' ' : null
}

const isBlankLine = ({ type, content }: JSONContent) =>
  type === 'paragraph' && (content ?? []).every(({ text }) => text?.trim() === '')

const contentOfItem = (item: ListItem, checked: boolean | null, place: Place): JSONContent[] => {
  const [first, ...rest] = item.children
  if (checked !== null && item.checked !== checked) return [paragraph(), ...blocksOf(rest, place)]
  const blocks = blocksOf(item.children, place)
  if (checked !== null && blocks[0] && isBlankLine(blocks[0])) return [paragraph(), ...blocks.slice(1)]
  // A list on the line of its item's sign begins the item; below it, the item's own line is blank.
  const isBelow = first?.type === 'list' && first.position?.start.line !== item.position?.start.line
  return isBelow ? [paragraph(), ...blocks] : orBlank(blocks)
}

const listOf = (list: List, place: Place): JSONContent[] => {
  const inner = { ...within(place), isItem: true }
  if (place.depth >= DEEPEST) return list.children.flatMap(item => contentOfItem(item, null, inner))
  const lists: JSONContent[] = []
  for (const [nth, item] of list.children.entries()) {
    // Numbered ones are none of ours: the box stays with the words.
    const checked = list.ordered ? null : checkedOf(item, place)
    const type = list.ordered ? 'orderedList' : checked === null ? 'bulletList' : 'taskList'
    const content = contentOfItem(item, checked, inner)
    if (list.ordered && typeof item.checked === 'boolean') addBox(content, item.checked)
    const start = (list.start ?? 1) + nth
    if (lists.at(-1)?.type !== type)
      lists.push({ type, content: [], ...(list.ordered && start !== 1 ? { attrs: { start } } : {}) })
    lists
      .at(-1)!
      .content!.push(
        checked === null ? { type: 'listItem', content } : { type: 'taskItem', attrs: { checked }, content },
      )
  }
  return lists
}

const addBox = ([first]: JSONContent[], checked: boolean) => {
  if (first?.type !== 'paragraph') return
  first.content = [{ type: 'text', text: checked ? '[x] ' : '[ ] ' }, ...(first.content ?? [])]
}

/** Two breaks beside each other begin a paragraph of a cell, where Markdown has but one line. */
const linesOfCell = (content: JSONContent[], sources: readonly string[]): JSONContent[] => {
  const lines: JSONContent[][] = [[]]
  let nth = 0
  for (let at = 0; at < content.length; at++) {
    const isPlain = () => sources[nth++] === '<br>'
    if (content[at]!.type !== 'hardBreak') lines.at(-1)!.push(content[at]!)
    else if (isPlain() && content[at + 1]?.type === 'hardBreak' && sources[nth] === '<br>') {
      nth += 1
      at += 1
      lines.push([])
    } else lines.at(-1)!.push(content[at]!)
  }
  return lines.map(paragraph)
}

const tableOf = (table: Table, place: Place): JSONContent[] => {
  const columns = Math.max(...table.children.map(({ children }) => children.length))
  const rows = table.children.map((row, nth) => ({
    type: 'tableRow',
    content: Array.from({ length: columns }, (_, at) => {
      const cell = row.children[at]
      const content = cell
        ? linesOfCell(
            inlineOf(cell.children, place),
            writtenOf(cell, place.source).match(/<br\s*\/?>/gi) ?? [],
          )
        : [paragraph()]
      return { type: nth === 0 ? 'tableHeader' : 'tableCell', content }
    }),
  }))
  // A table without a head is written with a blank one.
  const isHeadless = rows.length > 1 && rows[0]!.content.every(({ content }) => content.every(isBlankLine))
  return [{ type: 'table', content: isHeadless ? rows.slice(1) : rows }]
}

/** HTML as its letters, a paragraph for each stretch of lines. */
const wordsOf = (html: string): JSONContent[] =>
  html
    .split(/\n[ \t]*\n/)
    .map(lines => lines.replace(/^[ \t]+|[ \t]+$/gm, '').trim())
    .filter(lines => lines !== '')
    .map(lines => paragraph([{ type: 'text', text: lines }]))

const BREAKS = /^\s*(?:<br\s*\/?>\s*)+$/i

const htmlOf = (html: string): JSONContent[] =>
  BREAKS.test(html)
    ? [paragraph((html.match(/<br/gi) ?? []).map(() => ({ type: 'hardBreak' })))]
    : wordsOf(html)

const footnote = (label: string, blocks: JSONContent[]): JSONContent[] => {
  const words = { type: 'text', text: `[^${label}]: ` }
  const [first, ...rest] = blocks
  return first?.type === 'paragraph'
    ? [paragraph([words, ...(first.content ?? [])]), ...rest]
    : [paragraph([words]), ...blocks]
}

const codeBlock = (code: string, language: string | null | undefined): JSONContent => ({
  type: 'codeBlock',
  ...(language ? { attrs: { language } } : {}),
  ...(code ? { content: [{ type: 'text', text: code }] } : {}),
})

/** Below the words of an item a lone dash is meant as an empty item, though it underlines a heading. */
const BELOW_IS_DASH = /\n[ \t>]*-[ \t]*$/

const headingOf = (node: Heading, place: Place): JSONContent[] => {
  const content = inlineOf(node.children, place)
  if (place.isItem && BELOW_IS_DASH.test(writtenOf(node, place.source)))
    return [
      paragraph(content),
      { type: 'bulletList', content: [{ type: 'listItem', content: [paragraph()] }] },
    ]
  return [{ type: 'heading', attrs: { level: node.depth }, ...(content.length > 0 ? { content } : {}) }]
}

const blockOf = (node: Block, place: Place): JSONContent[] => {
  switch (node.type) {
    case 'paragraph':
      return [paragraph(inlineOf((node as Paragraph).children, place))]
    case 'heading':
      return headingOf(node, place)
    case 'blockquote': {
      const blocks = orBlank(blocksOf(node.children, within(place)))
      return place.depth < DEEPEST ? [{ type: 'blockquote', content: blocks }] : blocks
    }
    case 'list':
      return listOf(node, place)
    case 'table':
      return tableOf(node, place)
    case 'code':
      return [codeBlock(node.value, node.lang)]
    case 'yaml':
      // Two rules beside each other look like facts about the text that are none.
      return node.value.trim() === ''
        ? [{ type: 'horizontalRule' }, { type: 'horizontalRule' }]
        : [codeBlock(node.value, 'yaml')]
    case 'thematicBreak':
      return [{ type: 'horizontalRule' }]
    case 'html':
      return htmlOf(node.value)
    case 'footnoteDefinition':
      return footnote(node.label ?? node.identifier, blocksOf(node.children, place))
    default:
      return []
  }
}

const summaryOf = (line: string, { rebase }: Read): JSONContent => {
  const content = inlineOf(parseLine(line), { source: line, definitions: new Map(), rebase })
  return { type: 'detailsSummary', ...(content.length > 0 ? { content } : {}) }
}

const blocksOf = (nodes: readonly Block[], place: Place): JSONContent[] => {
  const open: JSONContent[][] = [[]]
  const top = () => open.at(-1)!
  const inside = () => ({ ...place, depth: place.depth + open.length - 1 })
  const begin = (line: string) => {
    const content = [summaryOf(line, place)]
    const isTooDeep = inside().depth >= DEEPEST
    top().push(isTooDeep ? paragraph(content[0]!.content) : { type: 'details', content })
    open.push(isTooDeep ? top() : content)
  }
  for (const node of nodes) {
    if (!holdsToggles(node)) {
      top().push(...blockOf(node, inside()))
      continue
    }
    for (const piece of piecesOf(node.value)) {
      if (piece === 'ends' && open.length > 1) open.pop()
      else if (piece === 'ends') top().push(...wordsOf('</details>'))
      else if ('begins' in piece) begin(piece.begins)
      // Without a blank line before it Markdown within a toggle is HTML to the parser.
      else top().push(...contentOf(piece.words, inside().depth, place.rebase))
    }
  }
  return open[0]!
}

/** The names of links, the first of each. */
const definitionsIn = (parts: readonly Part[]): Read['definitions'] => {
  const found = new Map<string, Definition>()
  const look = (nodes: readonly Block[]) => {
    for (const node of nodes) {
      if (node.type === 'definition' && !found.has(node.identifier)) found.set(node.identifier, node)
      if ('children' in node && node.type !== 'paragraph') look(node.children as Block[])
    }
  }
  for (const { tree } of parts) look(tree.children)
  return found
}

const contentOf = (markdown: string, depth: number, rebase: Rebase | undefined): JSONContent[] => {
  const parts = parse(markdown)
  const definitions = definitionsIn(parts)
  return parts.flatMap(({ tree, source }) =>
    blocksOf(tree.children, { source, definitions, depth, isItem: false, rebase }),
  )
}

/** Markdown within its bounds: `refusalOfMarkdown` comes first. `rebase` gives other addresses to links and pictures. */
export const fromMarkdown = (markdown: string, rebase?: Rebase): DocumentNode => {
  const content = contentOf(markdown.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n'), 0, rebase)
  return documentSchema.nodeFromJSON({ type: 'doc', content: orBlank(content) })
}
