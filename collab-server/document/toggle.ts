/** A line that opens and closes what stands below it. Whether it is open is each reader's own, and no part of the text. */
import { type JSONContent, Node } from '@tiptap/core'

const HEAD = /^<details(?:\s[^>]*)?>\s*<summary(?:\s[^>]*)?>([\s\S]*?)<\/summary>/
const OPENS = /^[ \t]*<details[\s>]/
const CLOSES = /^(?![ \t]*>).*<\/details>[ \t]*$/
const FENCE = /^[ \t]*(`{3,}|~{3,})/

/** The length of the element that Markdown begins with; null when it does not end. Code is no part of it. */
const lengthOf = (markdown: string): number | null => {
  let [depth, length] = [0, 0]
  let fence: string | null = null
  for (const line of markdown.split('\n')) {
    length += line.length + 1
    const sign = FENCE.exec(line)?.[1]
    if (fence !== null) {
      if (sign?.startsWith(fence) && line.trim() === sign) fence = null
      continue
    }
    if (sign) fence = sign
    if (OPENS.test(line)) depth += 1
    if (CLOSES.test(line)) depth -= 1
    if (depth === 0) return Math.min(length, markdown.length)
  }
  return null
}

/** The first that is found leads; where there is none, a blank one does. */
const ledBySummary = (element: HTMLElement): HTMLElement => {
  const summary = [...Array.from(element.childNodes)].find(({ nodeName }) => nodeName === 'SUMMARY')
  const lead = summary ?? element.ownerDocument.createElement('summary')
  if (element.firstChild !== lead) element.insertBefore(lead, element.firstChild)
  return element
}

export const DetailsSummary = Node.create({
  name: 'detailsSummary',
  content: 'inline*',
  defining: true,
  selectable: false,
  parseHTML: () => [{ tag: 'summary', context: 'details/' }],
  renderHTML: () => ['summary', 0],
})

/** Blocks below are none where two people have each taken one of the last two: it must not be taken out for that. */
export const Details = Node.create({
  name: 'details',
  group: 'block',
  content: 'detailsSummary block*',
  defining: true,
  parseHTML: () => [{ tag: 'details', contentElement: element => ledBySummary(element as HTMLElement) }],
  renderHTML: () => ['details', 0],

  // Markdown has no word of its own for it; this is how it is written wherever Markdown may hold some HTML.
  markdownTokenizer: {
    name: 'details',
    level: 'block',
    start: source => source.search(/^<details[\s>]/m),
    tokenize: (source, _, lexer) => {
      const head = HEAD.exec(source)
      const length = head && lengthOf(source)
      if (!head || !length) return
      const body = source.slice(head[0].length, length).replace(/<\/details>\s*$/, '')
      return {
        type: 'details',
        raw: source.slice(0, length),
        summary: lexer.inlineTokens((head[1] ?? '').trim()),
        tokens: lexer.blockTokens(body.trim()),
      }
    },
  },
  parseMarkdown: (token, helpers): JSONContent => ({
    type: 'details',
    content: [
      { type: 'detailsSummary', content: helpers.parseInline(token.summary) },
      ...helpers.parseChildren(token.tokens ?? []),
    ],
  }),
  renderMarkdown: ({ content = [] }, helpers) => {
    const [summary, ...below] = content
    const words = helpers.renderChildren(summary?.content ?? [])
    const body = below.map(one => helpers.renderChildren([one])).join('\n\n')
    return `<details>\n<summary>${words}</summary>\n\n${body}${body && '\n\n'}</details>`
  },
})
