/** Markdown of other programs: facts before the text, boxes as `<aside>`, and links by names in double brackets. */
import type { JSONContent } from '@tiptap/core'
import { fromMarkdown } from '../markdown/index.ts'
import { setAside } from './addresses.ts'
import { frontOf } from './facts.ts'

const FENCE = /^ {0,3}(`{3,}|~{3,})/
const MOST_BOXES = 1_000

type Part = { lines: string[]; isBox: boolean }

/** A text cut at its boxes, which no reader of Markdown sees as such. */
const partsOf = (markdown: string): Part[] => {
  const parts: Part[] = [{ lines: [], isBox: false }]
  let fence: string | null = null
  for (const line of markdown.split('\n')) {
    const top = parts.at(-1)!
    const sign = FENCE.exec(line)?.[1]
    if (sign && fence === null) fence = sign
    else if (sign && fence && sign.startsWith(fence) && line.trim() === sign) fence = null
    const isTag = fence === null && parts.length < MOST_BOXES
    if (isTag && !top.isBox && /^<aside>\s*$/i.test(line)) parts.push({ lines: [], isBox: true })
    else if (isTag && top.isBox && /^<\/aside>\s*$/i.test(line)) parts.push({ lines: [], isBox: false })
    else top.lines.push(line)
  }
  return parts
}

const EMOJI =
  /^\s*(\p{Extended_Pictographic}(?:\u200d\p{Extended_Pictographic}|[\ufe0f\u{1f3fb}-\u{1f3ff}])*)\s+/u

/** A box with its sign, which is before its first words. */
export const boxOf = (content: JSONContent[]): JSONContent => {
  const words = content[0]?.content?.[0]
  const [lead, emoji] = EMOJI.exec(words?.text ?? '') ?? []
  if (words?.text && lead) {
    words.text = words.text.slice(lead.length)
    if (words.text === '') content[0]!.content!.shift()
  }
  const codes = emoji ? [...emoji].map(letter => letter.codePointAt(0)).join('-') : null
  const attrs = codes ? { 'data-logo-in-use': 'emoji', 'data-emoji-unicode': codes } : {}
  return {
    type: 'calloutComponent',
    attrs,
    content: content.length > 0 ? content : [{ type: 'paragraph' }],
  }
}

const WIKI = /(!?)\[\[([^[\]|#\n]{1,255})(?:#[^[\]|\n]{0,255})?(?:\|([^[\]\n]{1,255}))?\]\]/g

/** Words with links by names in them. */
const wikiIn = (node: JSONContent): JSONContent[] => {
  const { text = '', marks = [] } = node
  if (!text.includes('[[') || marks.some(({ type }) => type === 'link' || type === 'code')) return [node]
  const found: JSONContent[] = []
  let at = 0
  for (const one of text.matchAll(WIKI)) {
    const [all, shows, name, words] = one
    if (one.index > at) found.push({ ...node, text: text.slice(at, one.index) })
    const href = setAside(name!.trim(), shows ? 'picture' : 'name')
    found.push({ ...node, text: words ?? name!.trim(), marks: [...marks, { type: 'link', attrs: { href } }] })
    at = one.index + all.length
  }
  if (at < text.length) found.push({ ...node, text: text.slice(at) })
  return found
}

const withWiki = (nodes: readonly JSONContent[]): JSONContent[] =>
  nodes.flatMap(node => {
    if (node.type === 'codeBlock') return [node]
    if (node.type === 'text') return wikiIn(node)
    return [node.content ? { ...node, content: withWiki(node.content) } : node]
  })

const contentOf = (markdown: string): JSONContent[] =>
  markdown.trim() === '' ? [] : (fromMarkdown(markdown, setAside).toJSON().content ?? [])

/** The blocks of a Markdown page, addresses of its archive set aside. */
export const readMarkdownPage = (markdown: string): JSONContent[] => {
  const { rest } = frontOf(markdown)
  const blocks = partsOf(rest).flatMap(({ lines, isBox }) => {
    const content = contentOf(lines.join('\n'))
    return isBox ? [boxOf(content)] : content
  })
  return withWiki(blocks)
}
