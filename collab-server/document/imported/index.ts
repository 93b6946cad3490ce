/** Pages of an archive as texts of ours: first read, with the addresses that they name; then written, when it is known what these are. */
import type { JSONContent } from '@tiptap/core'
import type { Node as DocumentNode } from '@tiptap/pm/model'
import { FILE, titleOfFile } from '../fileBlock.ts'
import { fromArchivedHtml, fromHtml, toHtml } from '../html.ts'
import { isTooLong, lengthOf, refusalOfHtml, TOO_LONG } from '../length.ts'
import { refusalOfMarkdown } from '../markdown/index.ts'
import { imageAddressOf, namedIn, type TextPlace } from '../named.ts'
import { documentSchema } from '../schema.ts'
import { asideOf, setAside } from './addresses.ts'
import type { PageKind } from './facts.ts'
import { type HtmlPage, readHtmlPage } from './html.ts'
import { readMarkdownPage } from './markdown.ts'

export { factsOf, type PageFacts, type PageKind } from './facts.ts'

export type Named = { kind: 'picture' | 'link' | 'name'; address: string }
export type ReadPage = {
  /** Its blocks as JSON: letters pass between threads in no time, a tree of a long text holds both. */
  content: string
  /** Each address once, as the page has it. */
  addresses: Named[]
  /** Real names of files by their addresses, where the page says them. */
  names: ReadonlyMap<string, string>
  /** Files that belong to the page and are nowhere in its text. */
  attachments: string[]
}

/** What an address of the archive is here. */
export type Target =
  | { page: string }
  | { asset: string; name: string; type: string; size: number; isPicture: boolean }

const orBlank = (content: JSONContent[]): JSONContent[] =>
  content.length > 0 ? content : [{ type: 'paragraph' }]

const wordsOf = (node: JSONContent): string => node.text ?? (node.content ?? []).map(wordsOf).join('')

/** The title is the page's name: as the first heading it would be twice. */
const withoutTitle = (content: JSONContent[], title: string): JSONContent[] => {
  const [first, ...rest] = content
  const isTitle = first?.type === 'heading' && Number(first.attrs?.level) === 1
  return isTitle && wordsOf(first).replace(/\s+/g, ' ').trim() === title ? rest : content
}

const addressesIn = (nodes: readonly JSONContent[]): Named[] => {
  const found = new Map<string, Named>()
  const look = ({ attrs, marks = [], content = [] }: JSONContent) => {
    for (const given of [attrs?.src, ...marks.map(mark => mark.attrs?.href)]) {
      const named = asideOf(given)
      if (named) found.set(`${named.kind} ${named.address}`, named)
    }
    for (const child of content) look(child)
  }
  for (const node of nodes) look(node)
  return [...found.values()]
}

const cellOf = (type: string, words: string, href: string | null): JSONContent => ({
  type,
  content: [
    words === ''
      ? { type: 'paragraph' }
      : {
          type: 'paragraph',
          content: [
            { type: 'text', text: words, ...(href ? { marks: [{ type: 'link', attrs: { href } }] } : {}) },
          ],
        },
  ],
})

/** Lines of a table, its first cells leading to the pages that its rows are. */
const tableOf = (text: string): JSONContent[] => {
  const lines = JSON.parse(text) as string[][]
  const columns = Math.max(...lines.map(({ length }) => length), 0)
  if (columns === 0) return []
  const rows = lines.map((cells, nth) => ({
    type: 'tableRow',
    content: Array.from({ length: columns }, (_, at) => {
      const words = (cells[at] ?? '').trim()
      const href = nth > 0 && at === 0 && words ? setAside(words.slice(0, 255), 'name') : null
      return cellOf(nth === 0 ? 'tableHeader' : 'tableCell', words, href)
    }),
  }))
  return [{ type: 'table', content: rows }]
}

const NOTHING: HtmlPage = { names: new Map(), attachments: [] }

/** Head of a document: it holds styles and scripts, which are no part of any text. */
const bodyOf = (html: string): string => {
  const at = html.slice(0, 500_000).search(/<\/head\s*>/i)
  return at < 0 ? html : html.slice(at)
}

const readHtml = (html: string): { content: JSONContent[]; page: HtmlPage } | { refused: string } => {
  const body = bodyOf(html)
  const refused = refusalOfHtml(body)
  if (refused !== null) return { refused }
  let page = NOTHING
  const node = fromArchivedHtml(body, root => {
    page = readHtmlPage(root)
  })
  return { content: (node.toJSON() as JSONContent).content ?? [], page }
}

/** Reads a page. `text` of a table is its lines as JSON. */
export const readPage = ({
  kind,
  text,
  title,
}: {
  kind: PageKind
  text: string
  title: string
}): ReadPage | { refused: string } => {
  const refused = kind === 'markdown' ? refusalOfMarkdown(text) : null
  if (refused !== null) return { refused }
  const read =
    kind === 'html'
      ? readHtml(text)
      : { content: kind === 'table' ? tableOf(text) : readMarkdownPage(text), page: NOTHING }
  if ('refused' in read) return read
  const content = withoutTitle(read.content, title)
  if (isTooLong(lengthOf(documentSchema.nodeFromJSON({ type: 'doc', content: orBlank(content) }))))
    return { refused: TOO_LONG }
  const addresses = addressesIn(content)
  const shown = new Set(addresses.map(({ address }) => address))
  const attachments = [...new Set(read.page.attachments)].filter(address => !shown.has(address))
  return { content: JSON.stringify(content), addresses, names: read.page.names, attachments }
}

type Written = {
  content: string
  /** Words that are before it. */
  lead: string
  /** By kind and address, as `link a/b.md`; what is missing leaves its words. */
  targets: Record<string, Target>
  attachments: string[]
  place: TextPlace
}

type Mark = NonNullable<JSONContent['marks']>[number]

const createWriter = ({ targets, place }: Pick<Written, 'targets' | 'place'>) => {
  const targetOf = (given: unknown): Target | null => {
    const named = asideOf(given)
    return named ? (targets[`${named.kind} ${named.address}`] ?? null) : null
  }
  const picture = (target: Target | null, attrs: Record<string, unknown>): JSONContent | null =>
    target && 'asset' in target && target.isPicture
      ? {
          type: 'imageComponent',
          attrs: { ...attrs, src: target.asset, alt: attrs.alt || null, caption: attrs.caption || null },
        }
      : null
  const file = (target: Target | null): JSONContent | null =>
    target && 'asset' in target
      ? { type: FILE, attrs: { src: target.asset, name: target.name, type: target.type, size: target.size } }
      : null
  const markOf = (mark: Mark): Mark[] => {
    const aside = mark.type === 'link' ? asideOf(mark.attrs?.href) : null
    if (!aside) return [mark]
    const target = targetOf(mark.attrs?.href)
    if (!target) {
      const isWeb = /^https?:/i.test(aside.address)
      return isWeb ? [{ ...mark, attrs: { ...mark.attrs, href: aside.address } }] : []
    }
    const href =
      'page' in target
        ? `/${place.slug}/projects/${place.project}/pages/${target.page}`
        : imageAddressOf({ ...place, origin: '' }, target.asset)
    const title = 'asset' in target && !target.isPicture ? titleOfFile(target) : mark.attrs?.title
    return [{ ...mark, attrs: { ...mark.attrs, href, title: title ?? null } }]
  }
  const hrefOf = (node: JSONContent): unknown =>
    node.marks?.find(({ type }) => type === 'link')?.attrs?.href ?? null

  const line = (content: JSONContent[]): JSONContent => ({
    type: 'paragraph',
    content: content.map(node =>
      node.type === 'text' ? { ...node, marks: (node.marks ?? []).flatMap(markOf) } : node,
    ),
  })
  const isBlank = (content: readonly JSONContent[]) =>
    content.every(({ type, text }) => type === 'hardBreak' || (type === 'text' && !text?.trim()))

  /** Pictures and files of a line are between lines here. */
  const paragraph = (node: JSONContent): JSONContent[] => {
    const { content = [] } = node
    const found: JSONContent[] = []
    let words: JSONContent[] = []
    const end = () => {
      if (!isBlank(words)) found.push({ ...node, ...line(words) })
      words = []
    }
    for (const child of content) {
      const href = hrefOf(child)
      const shown =
        asideOf(href)?.kind === 'picture'
          ? picture(targetOf(href), {
              alt: child.text,
              caption: child.marks?.find(({ type }) => type === 'link')?.attrs?.title,
            })
          : null
      if (!shown) words.push(child)
      else {
        end()
        found.push(shown)
      }
    }
    const alone = content.length === 1 ? hrefOf(content[0]!) : null
    const target = targetOf(alone)
    const isFile = target && 'asset' in target && (!target.isPicture || asideOf(alone)?.kind === 'picture')
    if (found.length === 0 && isFile) return [file(target)!]
    if (found.length === 0 && isBlank(words)) return [node]
    end()
    return found
  }

  const image = (node: JSONContent): JSONContent[] => {
    const { attrs = {} } = node
    const target = targetOf(attrs.src)
    const shown = picture(target, { ...attrs }) ?? file(target)
    if (shown) return [shown]
    const aside = asideOf(attrs.src)
    const address = aside ? aside.address : String(attrs.src ?? '')
    const words = String(attrs.alt || attrs.caption || address.split(/[/?#]/).findLast(Boolean) || '')
    if (!words) return []
    // Pictures of other hosts are fetched by nobody: their readers would be seen there.
    const href = /^https?:/i.test(address) ? address : null
    const marks = href ? [{ type: 'link', attrs: { href } }] : []
    return [
      { type: 'paragraph', content: [{ type: 'text', text: words.slice(0, 1000).toWellFormed(), marks }] },
    ]
  }

  const LED = new Set(['listItem', 'taskItem'])
  const blocks = (nodes: readonly JSONContent[], within: string): JSONContent[] => {
    const found = nodes.flatMap((node): JSONContent[] => {
      if (node.type === 'paragraph') return paragraph(node)
      if (node.type === 'image') return image(node)
      if (node.type === 'heading' || node.type === 'detailsSummary')
        return [{ ...node, content: line(node.content ?? []).content }]
      return [node.content ? { ...node, content: blocks(node.content, node.type ?? '') } : node]
    })
    return LED.has(within) && found[0]?.type !== 'paragraph' ? [{ type: 'paragraph' }, ...found] : found
  }
  return { blocks, fileAt: (address: string) => file(targets[`link ${address}`] ?? null) }
}

/** The page as a document. */
export const writePage = ({ content, lead, targets, attachments, place }: Written): DocumentNode => {
  const { blocks, fileAt } = createWriter({ targets, place })
  const first: JSONContent[] =
    lead === ''
      ? []
      : [{ type: 'paragraph', content: [{ type: 'text', text: lead, marks: [{ type: 'bold' }] }] }]
  const read = JSON.parse(content) as JSONContent[]
  const whole = [...first, ...blocks(read, 'doc'), ...attachments.flatMap(address => fileAt(address) ?? [])]
  const json = { type: 'doc', content: orBlank(namedIn(whole, place)) }
  // By way of HTML, so that it is cleaned as everything else is.
  return fromHtml(toHtml(documentSchema.nodeFromJSON(json)))
}
