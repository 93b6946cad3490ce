/** Texts of Atlassian (ADF, a tree of JSON) as HTML that our reading takes. What has no form here is named in brackets, never lost in silence. */
import { calloutHtml, codeHtml, colourOf, escaped, linkTo } from './marks.ts'

type Node = {
  type: string
  text: string
  content: unknown[]
  attrs: Record<string, unknown>
  marks: unknown[]
}
type Place = {
  /** Addresses of the attachments by their names. */
  files: ReadonlyMap<string, string>
  base: string
}

/** Deeper and longer than any text that people have written. */
const MOST_DEPTH = 60
const MOST_NODES = 20_000

const objectOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
const wordOf = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''

const nodeOf = (value: unknown): Node => {
  const { type, text, content, attrs, marks } = objectOf(value)
  return {
    type: wordOf(type),
    text: wordOf(text),
    content: listOf(content),
    attrs: objectOf(attrs),
    marks: listOf(marks),
  }
}

const MARKS: Record<string, string> = {
  strong: 'strong',
  em: 'em',
  strike: 's',
  underline: 'u',
  code: 'code',
}

const marked = (html: string, marks: unknown[]): string =>
  marks.map(nodeOf).reduce((inner, { type, attrs }) => {
    const tag = MARKS[type]
    if (tag) return `<${tag}>${inner}</${tag}>`
    if (type === 'link' && /^(https?:|mailto:|tel:)/i.test(wordOf(attrs.href)))
      return `<a href="${escaped(wordOf(attrs.href))}">${inner}</a>`
    const colour = type === 'textColor' || type === 'backgroundColor' ? colourOf(wordOf(attrs.color)) : null
    const side = type === 'textColor' ? 'text' : 'background'
    return colour ? `<span data-${side}-color="${colour}">${inner}</span>` : inner
  }, html)

const aligned = (node: Node): string => {
  const side = node.marks.map(nodeOf).find(({ type }) => type === 'alignment')?.attrs.align
  return side === 'center'
    ? ' style="text-align: center"'
    : side === 'end'
      ? ' style="text-align: right"'
      : ''
}

const spanOf = (attrs: Record<string, unknown>) =>
  ['colspan', 'rowspan']
    .flatMap(name => {
      const span = attrs[name]
      return typeof span === 'number' && span > 1 && span <= 100 ? ` ${name}="${Math.floor(span)}"` : []
    })
    .join('')

const taskHtml = (isDone: boolean, inner: string) =>
  `<li data-type="taskItem" data-checked="${isDone}"><label><input type="checkbox"></label><div>${inner}</div></li>`

type Write = (node: Node, inner: (content?: unknown[]) => string, place: Place) => string

const media: Write = ({ attrs }, _, { files }) => {
  const name = wordOf(attrs.alt)
  const address = wordOf(attrs.url) || files.get(name)
  // Of a file only its name is given, and an id that is not the one of the attachment.
  return address ? `<p>${linkTo(address, name)}</p>` : `<p>[${escaped(name || 'file')}]</p>`
}
const card: Write = ({ attrs }) => linkTo(wordOf(attrs.url) || wordOf(objectOf(attrs.data).url), '')
const wrap =
  (tag: string): Write =>
  (node, inner) =>
    `<${tag}${tag === 'p' ? aligned(node) : ''}>${inner()}</${tag}>`
const children: Write = (_, inner) => inner()
const named: Write = ({ type, attrs }) => {
  const words = wordOf(attrs.text) || wordOf(attrs.title) || wordOf(attrs.extensionKey) || type
  return escaped(`[${words}]`)
}

/** A list within a list of tasks is behind the item that it belongs to. */
const taskList: Write = ({ content }, inner) => {
  let html = ''
  for (const one of content) {
    const { type } = nodeOf(one)
    const own = inner([one])
    html =
      type === 'taskList' && html.endsWith('</div></li>')
        ? `${html.slice(0, -'</div></li>'.length)}${own}</div></li>`
        : html + own
  }
  return `<ul data-type="taskList">${html}</ul>`
}

const WRITERS: Record<string, Write> = {
  doc: children,
  paragraph: wrap('p'),
  heading: (node, inner) => {
    const level = Math.min(6, Math.max(1, Math.floor(Number(node.attrs.level)) || 1))
    return `<h${level}${aligned(node)}>${inner()}</h${level}>`
  },
  bulletList: wrap('ul'),
  orderedList: ({ attrs }, inner) => {
    const order = Math.floor(Number(attrs.order))
    return `<ol${order > 1 && order < 1_000_000 ? ` start="${order}"` : ''}>${inner()}</ol>`
  },
  listItem: wrap('li'),
  blockquote: wrap('blockquote'),
  rule: () => '<hr>',
  hardBreak: () => '<br>',
  codeBlock: ({ attrs, content }) => {
    const words = content.map(one => nodeOf(one).text).join('')
    return codeHtml(words, wordOf(attrs.language))
  },
  taskList,
  taskItem: ({ attrs }, inner) => taskHtml(attrs.state === 'DONE', `<p>${inner()}</p>`),
  blockTaskItem: ({ attrs }, inner) => taskHtml(attrs.state === 'DONE', inner()),
  decisionList: wrap('ul'),
  decisionItem: (_, inner) => `<li><p><strong>Decision:</strong> ${inner()}</p></li>`,
  panel: ({ attrs }, inner) => calloutHtml(wordOf(attrs.panelType), inner()),
  expand: ({ attrs }, inner) =>
    `<details><summary>${escaped(wordOf(attrs.title) || 'More')}</summary>${inner() || '<p></p>'}</details>`,
  table: (_, inner) => `<table><tbody>${inner()}</tbody></table>`,
  tableRow: wrap('tr'),
  tableHeader: ({ attrs }, inner) => `<th${spanOf(attrs)}>${inner()}</th>`,
  tableCell: ({ attrs }, inner) => `<td${spanOf(attrs)}>${inner()}</td>`,
  mediaSingle: children,
  mediaGroup: children,
  media,
  mediaInline: (node, inner, place) => media(node, inner, place).replace(/^<p>|<\/p>$/g, ''),
  caption: wrap('p'),
  inlineCard: card,
  blockCard: (node, inner, place) => `<p>${card(node, inner, place)}</p>`,
  embedCard: (node, inner, place) => `<p>${card(node, inner, place)}</p>`,
  mention: ({ attrs }) => escaped(`@${(wordOf(attrs.text) || wordOf(attrs.id)).replace(/^@/, '')}`),
  emoji: ({ attrs }) => escaped(wordOf(attrs.text) || wordOf(attrs.shortName)),
  date: ({ attrs }) => {
    const at = Number(attrs.timestamp)
    return Math.abs(at) < 8.64e15 ? new Date(at).toISOString().slice(0, 10) : ''
  },
  status: ({ attrs }) => `<strong>${escaped(wordOf(attrs.text))}</strong>`,
  layoutSection: children,
  layoutColumn: children,
  bodiedExtension: children,
  bodiedSyncBlock: children,
  text: ({ text, marks }) => marked(escaped(text).replaceAll('\n', '<br>'), marks),
}
WRITERS.nestedExpand = WRITERS.expand!

const BLOCKS_WITHOUT_FORM = new Set(['extension', 'syncBlock', 'unsupportedBlock'])

/** Linear in the tree; of one that is too deep or too long the rest is left out with a word about it. */
export const htmlOfAdf = (tree: unknown, place: Place): string => {
  let nodes = 0
  const write = (value: unknown, depth: number): string => {
    if (++nodes > MOST_NODES) return ''
    const node = nodeOf(value)
    if (depth > MOST_DEPTH) return '[…]'
    const inner = (content = node.content) => content.map(one => write(one, depth + 1)).join('')
    const own = Object.hasOwn(WRITERS, node.type) ? WRITERS[node.type] : undefined
    if (own) return own(node, inner, place)
    const within = inner()
    if (within) return within
    return BLOCKS_WITHOUT_FORM.has(node.type)
      ? `<p>${named(node, inner, place)}</p>`
      : named(node, inner, place)
  }
  const html = write(tree, 0)
  return nodes > MOST_NODES ? `${html}<p>[…]</p>` : html
}
