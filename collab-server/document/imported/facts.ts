/** What a page of an archive says of itself: its title, its times, the text below its facts. Each is one pass over the letters. */

import { fromMarkdown } from '../markdown/index.ts'

export type PageKind = 'markdown' | 'html' | 'table'
export type PageFacts = {
  title: string
  created: string | null
  updated: string | null
  archived: string | null
  /** An emoji, as its code points in decimal. */
  sign: string | null
}

/** Facts are at the top: further letters are not looked at. */
const HEAD = 200_000
const FRONT = /^---[ \t]*\n([\s\S]{0,20000}?)\n---[ \t]*(?:\n|$)/
const FACT = /^([A-Za-z][\w -]{0,60}):(?:[ \t]+(.*))?$/
/** Lines of lists and of nested values: they say nothing that a page here has. */
const BELOW = /^(?:[ \t]+\S.*|-[ \t].*|#.*|)$/

const unquoted = (value: string): string => {
  const text = value.trim()
  if (/^".*"$/.test(text)) {
    try {
      const read: unknown = JSON.parse(text)
      if (typeof read === 'string') return read
    } catch {
      return text.slice(1, -1)
    }
  }
  return /^'.*'$/.test(text) ? text.slice(1, -1).replaceAll("''", "'") : text
}

const plain = (markdown: string) => markdown.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n')

/** Facts before a text, if what is there reads as facts; anything else is a part of the text. */
export const frontOf = (markdown: string): { facts: Map<string, string>; rest: string } => {
  const text = plain(markdown)
  const found = FRONT.exec(text)
  const facts = new Map<string, string>()
  if (!found) return { facts, rest: text }
  for (const line of found[1]!.split('\n')) {
    const [, name, value] = FACT.exec(line) ?? []
    if (name) facts.set(name.toLowerCase().trim(), unquoted(value ?? ''))
    else if (!BELOW.test(line)) return { facts: new Map(), rest: text }
  }
  return facts.size > 0 ? { facts, rest: text.slice(found[0].length) } : { facts, rest: text }
}

const momentOf = (value: string | undefined): string | null => {
  const text = (value ?? '').trim().replace(/^@/, '')
  // Years that PostgreSQL and every browser take; words without a year are no date.
  if (!/\b(?:19|20|21)\d\d\b/.test(text) || text.length > 60) return null
  const at = Date.parse(/\d{1,2}:\d{2}/.test(text) || /^\d{4}-\d\d-\d\d$/.test(text) ? text : `${text} UTC`)
  return Number.isFinite(at) ? new Date(at).toISOString() : null
}

const first = (facts: ReadonlyMap<string, string>, ...names: string[]) =>
  names.map(name => facts.get(name)).find(value => value)

/** The words of the first heading of the first level, if a page begins with it. */
const headingOf = (rest: string): string => {
  const at = rest.search(/\S/)
  const line = at < 0 ? '' : rest.slice(at).split('\n', 1)[0]!.slice(0, 2_000)
  if (!/^#[ \t]/.test(line)) return ''
  const { firstChild } = fromMarkdown(line)
  return firstChild?.type.name === 'heading' ? firstChild.textContent : ''
}

/** `Property: value` lines that are below the title of a row of a database. */
const propertiesOf = (rest: string): Map<string, string> => {
  const lines = rest.slice(0, 20_000).split('\n')
  const from = lines.findIndex(line => line.trim() !== '' && !line.startsWith('# '))
  const facts = new Map<string, string>()
  for (const line of from < 0 ? [] : lines.slice(from)) {
    const [, name, value] = FACT.exec(line) ?? []
    if (!name || !value) break
    facts.set(name.toLowerCase().trim(), value)
  }
  return facts
}

const NAMED = new Map([...Object.entries({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' })])
const wordsOf = (html: string): string =>
  html
    .replace(/<[^>]{0,1000}>/g, '')
    .replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]+));/gi, (all, ten, six, name: string | undefined) => {
      const point = ten ? Number(ten) : six ? Number.parseInt(six, 16) : 0
      if (name) return NAMED.get(name.toLowerCase()) ?? all
      return point > 31 && point < 0x110000 ? String.fromCodePoint(point) : ''
    })
    .replace(/\s+/g, ' ')
    .trim()

/** The inner part of the first element of this kind; of a heading or a title, which hold few letters. */
const within = (html: string, open: RegExp, name: string): string => {
  const found = open.exec(html)
  if (!found) return ''
  const from = found.index + found[0].length
  const inner = html.slice(from, from + 4_000)
  const end = inner.search(new RegExp(`</${name}\\s*>`, 'i'))
  return end < 0 ? '' : wordsOf(inner.slice(0, end))
}

const propertyOf = (html: string, kind: string): string =>
  within(html, new RegExp(`<tr[^>]{0,200}property-row-${kind}[^>]{0,200}>`, 'i'), 'tr')
    .replace(/^[^@]*@/, '')
    .trim()

const signOf = (words: string): string | null => {
  const points = [...words].map(letter => letter.codePointAt(0)!)
  return points.length <= 16 && /^\p{Extended_Pictographic}/u.test(words) ? points.join('-') : null
}

const factsOfHtml = (html: string): PageFacts => {
  const head = html.slice(0, HEAD)
  // A space of the other tool is before the title of each of its pages.
  const space = within(head, /<(?:span|h1)[^>]{0,300}id="title-text"[^>]{0,300}>/i, '(?:span|h1)')
  const title =
    within(head, /<h1[^>]{0,300}class="[^"]{0,200}page-title[^>]{0,300}>/i, 'h1') ||
    space.replace(/^.{1,255}? : /, '') ||
    within(head, /<title[^>]{0,300}>/i, 'title') ||
    within(head, /<h1[^>]{0,300}>/i, 'h1')
  return {
    title,
    created: momentOf(propertyOf(head, 'created_time')),
    updated: momentOf(propertyOf(head, 'last_edited_time')),
    archived: null,
    sign: signOf(
      within(
        head,
        /page-header-icon[^>]{0,200}>[ \t\n]{0,20}<span[^>]{0,200}class="icon"[^>]{0,200}>/i,
        'span',
      ),
    ),
  }
}

export const factsOf = ({ kind, text }: { kind: PageKind; text: string }): PageFacts => {
  if (kind === 'table') return { title: '', created: null, updated: null, archived: null, sign: null }
  if (kind === 'html') return factsOfHtml(text)
  const { facts, rest } = frontOf(text)
  const properties = facts.size > 0 ? facts : propertiesOf(rest)
  const day = first(facts, 'archived')
  return {
    title: (first(facts, 'title') ?? headingOf(rest)).replace(/\s+/g, ' ').trim(),
    created: momentOf(first(properties, 'created', 'created_at', 'created time', 'date')),
    updated: momentOf(first(properties, 'updated', 'updated_at', 'modified', 'last edited time', 'lastmod')),
    archived: day && /^\d{4}-\d\d-\d\d$/.test(day) ? day : null,
    sign: null,
  }
}
