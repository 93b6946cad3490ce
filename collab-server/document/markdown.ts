/** A document as Markdown, for other programs and people: what Markdown has no word for becomes its text, image or link. */
import type { Mark, Node } from '@tiptap/pm/model'
import { tableMarkdown } from './markdownTable.ts'
import { escapeText, fenced, quoted, spanOf } from './markdownText.ts'

export type MarkdownOptions = {
  /** Without it no image is written. */
  imageAddress?: (src: string) => string
  /** What an embedded issue or page is called and where it stands. */
  entity?: (node: Node) => { name: string; href: string | null } | null
}

/** Outermost first. What is not named here is not written: colours have no place in Markdown. */
const ORDER = ['link', 'bold', 'italic', 'strike', 'underline', 'code'] as const
const SIGNS: Record<string, string> = { bold: '**', italic: '*', strike: '~~' }

const linked = (text: string, href: unknown) => `[${text}](${spanOf(String(href ?? ''))})`

const wrapped = (mark: Mark, body: string): string => {
  // A sign beside a blank is no sign: blanks stand outside.
  const [, before = '', text = '', after = ''] = /^(\s*)([\s\S]*?)(\s*)$/.exec(body) ?? []
  if (text === '') return body
  const name = mark.type.name
  const sign = SIGNS[name]
  const whole = sign
    ? `${sign}${text}${sign}`
    : name === 'underline'
      ? `<u>${text}</u>`
      : linked(text, mark.attrs.href)
  return before + whole + after
}

const codeSpan = (text: string) => {
  const fence = fenced(text, 1)
  const space = /^`|`$|^ .* $/.test(text) ? ' ' : ''
  return `${fence}${space}${text}${space}${fence}`
}

const namedEntity = (node: Node, options: MarkdownOptions): string => {
  const found = options.entity?.(node)
  if (!found) return escapeText(`@${node.attrs.label ?? ''}`)
  return found.href ? linked(escapeText(found.name), found.href) : escapeText(found.name)
}

const leaf = (node: Node, options: MarkdownOptions): string => {
  if (node.isText) return escapeText(node.text ?? '')
  if (node.type.name === 'hardBreak') return '\\\n'
  return node.type.name === 'mention' ? namedEntity(node, options) : node.textContent
}

const inlineOf = (nodes: readonly Node[], options: MarkdownOptions, depth = 0): string => {
  const name = ORDER[depth]
  if (!name) return nodes.map(node => leaf(node, options)).join('')
  const markOf = (node: Node | undefined) => node?.marks.find(mark => mark.type.name === name)
  let out = ''
  for (let at = 0; at < nodes.length; ) {
    const mark = markOf(nodes[at])
    let end = at + 1
    const belongs = (other: Mark | undefined) => (mark && other ? mark.eq(other) : mark === other)
    while (end < nodes.length && belongs(markOf(nodes[end]))) end++
    const run = nodes.slice(at, end)
    if (mark && name === 'code') out += codeSpan(run.map(node => node.textContent).join(''))
    else out += mark ? wrapped(mark, inlineOf(run, options, depth + 1)) : inlineOf(run, options, depth + 1)
    at = end
  }
  return out
}

const lineOf = (node: Node, options: MarkdownOptions) =>
  inlineOf([...node.children], options).replace(/(?:\\\n)+$/, '')

const indented = (text: string, by: string) => text.replace(/\n(?=[^\n])/g, `\n${by}`)

const LISTS = new Set(['bulletList', 'orderedList', 'taskList'])
const isList = (node: Node | null | undefined) => node != null && LISTS.has(node.type.name)

const itemMarkdown = (item: Node, marker: string, options: MarkdownOptions): string => {
  const parts = [...item.children].map(child => blockMarkdown(child, null, options))
  const box = item.type.name === 'taskItem' ? `[${item.attrs.checked ? 'x' : ' '}] ` : ''
  const body = parts.reduce((text, part, at) => `${text}${isList(item.child(at)) ? '\n' : '\n\n'}${part}`)
  return `${marker}${box}${indented(body, ' '.repeat(marker.length))}`
}

/** Two lists beside each other stay two by their signs. */
const listMarkdown = (list: Node, before: Node | null, options: MarkdownOptions): string => {
  const isOrdered = list.type.name === 'orderedList'
  const again = isList(before) && (before?.type.name === 'orderedList') === isOrdered
  const start = Number(list.attrs.start ?? 1)
  return [...list.children]
    .map((item, at) => {
      const marker = isOrdered ? `${start + at}${again ? ')' : '.'} ` : again ? '* ' : '- '
      return itemMarkdown(item, marker, options)
    })
    .join('\n')
}

const imageMarkdown = (node: Node, { imageAddress }: MarkdownOptions): string =>
  imageAddress && node.attrs.src
    ? `!${linked(escapeText(String(node.attrs.alt ?? '')), imageAddress(String(node.attrs.src)))}`
    : ''

const codeMarkdown = (node: Node): string => {
  const fence = fenced(node.textContent, 3)
  return `${fence}${String(node.attrs.language ?? '').replace(/[\s`]/g, '')}\n${node.textContent}\n${fence}`
}

const blockMarkdown = (node: Node, before: Node | null, options: MarkdownOptions): string => {
  switch (node.type.name) {
    case 'heading':
      return `${'#'.repeat(Number(node.attrs.level))} ${lineOf(node, options).replace(/\\?\n/g, ' ')}`
    case 'codeBlock':
      return codeMarkdown(node)
    case 'horizontalRule':
      return '---'
    case 'bulletList':
    case 'orderedList':
    case 'taskList':
      return listMarkdown(node, before, options)
    case 'blockquote':
      return quoted(blocksMarkdown(node, options))
    case 'calloutComponent': {
      const sign = Number.parseInt(String(node.attrs['data-emoji-unicode'] ?? ''), 10)
      const emoji = sign > 0 && sign <= 0x10ffff ? `${String.fromCodePoint(sign)} ` : ''
      return quoted(emoji + blocksMarkdown(node, options))
    }
    case 'table':
      return tableMarkdown(node, cell =>
        [...cell.children].map(child => blockMarkdown(child, null, options)).join('\n'),
      )
    case 'image':
    case 'imageComponent':
      return imageMarkdown(node, options)
    case 'issue-embed-component':
      return namedEntity(node, options).replace(/^@$/, '')
    default:
      return node.isTextblock ? lineOf(node, options) : blocksMarkdown(node, options)
  }
}

const blocksMarkdown = (parent: Node, options: MarkdownOptions): string =>
  [...parent.children]
    .map((child, at) => blockMarkdown(child, at > 0 ? parent.child(at - 1) : null, options))
    .filter(text => text !== '')
    .join('\n\n')

export const toMarkdown = (node: Node, options: MarkdownOptions = {}): string =>
  `${blocksMarkdown(node, options)}\n`
