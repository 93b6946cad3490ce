/** Wiki markup of Jira as HTML that our reading takes. Linear in the text: each pattern ends where its sign occurs again. */
import { calloutStart, codeHtml, colourOf, escaped, linkTo } from './marks.ts'

/** Longer lines are no markup of anybody; they stay as they are. */
const LONGEST_LINE = 20_000
const DEEPEST = 20
const MOST_CELLS = 100
/** A longer text stays as it was written: no reading of it may hold the process up. */
const LONGEST = 65_536

type Files = ReadonlyMap<string, string>
const NO_FILES: Files = new Map()

/** What stands for a finished piece while the words around it are read. */
const [OPEN, SHUT] = ['\uE000', '\uE001']

const TOKENS =
  /\\\\|\\([\\*_+{}[\]!|^~?#-])|\{\{([^{}\n]+)\}\}|\[([^[\]\n]+)\]|!([^!\s|][^!\n|]*)(?:\|[^!\n]*)?!|\{color(?::([^{}\n]{0,30}))?\}|(https?:\/\/[^\s<>"|\]}]+)/g
const BEFORE = '(^|[\\s(>\\uE001"\']|[*_+-](?=[*_+-]))'
const EMPHASIS: [RegExp, string][] = (
  [
    ['\\*', 'strong'],
    ['_', 'em'],
    ['\\+', 'u'],
    ['-', 's'],
  ] as const
).map(([sign, tag]) => [
  new RegExp(`${BEFORE}${sign}([^\\s${sign}](?:[^${sign}\\n]*[^\\s${sign}])?)${sign}(?![\\w${sign}])`, 'g'),
  tag,
])

const fileLink = (name: string, files: Files): string => {
  const address = files.get(name) ?? name
  return /^https?:/i.test(address) ? linkTo(address, name) : escaped(`[${name}]`)
}

const bracketHtml = (inner: string, files: Files): string => {
  if (inner.startsWith('~')) return escaped(`@${inner.slice(1).replace(/^accountid:/, '')}`)
  if (inner.startsWith('^')) return fileLink(inner.slice(1), files)
  const [first = '', second] = inner.split('|')
  if (second === undefined)
    return /^(?:https?:|mailto:|tel:)/i.test(first) ? linkTo(first, first) : escaped(`[${first}]`)
  return linkTo(second, first)
}

/** Words of one line or cell. */
const inline = (line: string, files: Files): string => {
  if (line.length > LONGEST_LINE) return escaped(line)
  const pieces: string[] = []
  const piece = (html: string) => `${OPEN}${pieces.push(html) - 1}${SHUT}`
  let colours = 0
  const taken = line
    .replace(/[\uE000\uE001]/g, '')
    .replace(TOKENS, (all, sign, mono, bracket, image, colour, url: string | undefined) => {
      if (all === '\\\\') return piece('<br>')
      if (sign !== undefined) return piece(escaped(sign))
      if (mono !== undefined) return piece(`<code>${escaped(mono)}</code>`)
      if (bracket !== undefined) return piece(bracketHtml(bracket, files))
      if (image !== undefined) return piece(fileLink(image, files))
      if (url !== undefined) return piece(linkTo(url, url))
      if (colour !== undefined) {
        const name = colourOf(colour)
        colours++
        return piece(name ? `<span data-text-color="${name}">` : '<span>')
      }
      if (colours === 0) return ''
      colours--
      return piece('</span>')
    })
  let html = escaped(taken)
  for (const [pattern, tag] of EMPHASIS)
    html = html.replace(pattern, (_, before: string, words: string) => `${before}<${tag}>${words}</${tag}>`)
  return (
    html.replace(/\uE000(\d+)\uE001/g, (_, nth: string) => pieces[Number(nth)] ?? '') +
    '</span>'.repeat(colours)
  )
}

const cellsOf = (line: string): { isHead: boolean; words: string }[] => {
  const cells: { isHead: boolean; words: string }[] = []
  let end = line.length
  while (end > 0 && '| '.includes(line[end - 1]!)) end--
  for (let at = 0; at < line.length && cells.length < MOST_CELLS; ) {
    const isHead = line.startsWith('||', at)
    const from = at + (isHead ? 2 : 1)
    let to = from
    for (let inBrackets = false; to < line.length && (inBrackets || line[to] !== '|'); to++) {
      if (line[to] === '\\') to++
      else if (line[to] === '[') inBrackets = line.indexOf(']', to) > 0 && line.length < 5_000
      else if (line[to] === ']') inBrackets = false
    }
    const words = line.slice(from, to).trim()
    if (to < line.length || words) cells.push({ isHead, words })
    at = to
    if (at >= end) break
  }
  return cells
}

type Kind = 'ul' | 'ol'
/** Lines of blocks, without macros around them. */
const blocks = (text: string, files: Files): string => {
  const html: string[] = []
  let words: string[] = []
  let rows: string[] = []
  const open: Kind[] = []
  const endLists = (to = 0) => {
    while (open.length > to) html.push(`</li></${open.pop()}>`)
  }
  const endWords = () => {
    if (words.length > 0) html.push(`<p>${words.join('<br>')}</p>`)
    words = []
  }
  const endRows = () => {
    if (rows.length > 0) html.push(`<table><tbody>${rows.join('')}</tbody></table>`)
    rows = []
  }
  const end = () => {
    endWords()
    endRows()
    endLists()
  }
  const addItem = (signs: string, item: string) => {
    endWords()
    endRows()
    const kinds = [...signs].slice(0, DEEPEST).map((sign): Kind => (sign === '#' ? 'ol' : 'ul'))
    let common = 0
    while (common < kinds.length && open[common] === kinds[common]) common++
    endLists(Math.max(common, 0))
    if (common === kinds.length) html.push('</li><li>')
    for (const kind of kinds.slice(common)) {
      html.push(`<${kind}><li>`)
      open.push(kind)
    }
    html.push(`<p>${inline(item, files)}</p>`)
  }
  for (const raw of text.split(/\r\n|\r|\n/)) {
    const line = raw.trim()
    const list = /^([*#]{1,20}|-) +(.*)$/.exec(line)
    const head = /^h([1-6])\. *(.*)$/.exec(line)
    if (!line) end()
    else if (/^-{4,}$/.test(line)) {
      end()
      html.push('<hr>')
    } else if (head) {
      end()
      html.push(`<h${head[1]}>${inline(head[2]!, files)}</h${head[1]}>`)
    } else if (line.startsWith('bq. ')) {
      end()
      html.push(`<blockquote><p>${inline(line.slice(4), files)}</p></blockquote>`)
    } else if (list) addItem(list[1]!, list[2]!)
    else if (line.startsWith('|')) {
      endWords()
      endLists()
      const cells = cellsOf(line).map(cell => {
        const tag = cell.isHead ? 'th' : 'td'
        return `<${tag}><p>${inline(cell.words, files)}</p></${tag}>`
      })
      if (cells.length > 0) rows.push(`<tr>${cells.join('')}</tr>`)
    } else {
      endRows()
      // A line below an item goes on with it.
      if (open.length > 0) html.push(`<p>${inline(line, files)}</p>`)
      else words.push(inline(line, files))
    }
  }
  end()
  return html.join('')
}

const MACRO =
  /\{(code|noformat|quote|panel|info|note|tip|warning|expand|toc|column|section)(?::([^{}\n]{0,300}))?\}/g

const titleIn = (given: string): string => {
  const named = /(?:^|\|)title=([^|]*)/.exec(given)?.[1]
  return named ?? (given.includes('=') ? '' : (given.split('|')[0] ?? ''))
}

const opened = (macro: string, given: string): [start: string, end: string] => {
  const title = titleIn(given).trim()
  if (macro === 'quote') return ['<blockquote>', '</blockquote>']
  if (macro === 'expand') return [`<details><summary>${escaped(title || 'More')}</summary>`, '</details>']
  return [`${calloutStart(macro)}${title ? `<p><strong>${escaped(title)}</strong></p>` : ''}`, '</div>']
}

/** `files`: addresses of the attachments by their names. */
export const htmlOfWiki = (text: string, files: Files = NO_FILES): string => {
  if (text.length > LONGEST) return `<p>${escaped(text).replaceAll('\n', '<br>')}</p>`
  const html: string[] = []
  const open: { macro: string; end: string; isEmpty: boolean }[] = []
  const add = (part: string) => {
    if (!part) return
    const last = open.at(-1)
    if (last) last.isEmpty = false
    html.push(part)
  }
  const close = () => {
    const { end, isEmpty } = open.pop()!
    html.push(`${isEmpty ? '<p></p>' : ''}${end}`)
  }
  /** Of each macro, whether it has another one to end it: looked for once. */
  const lost = new Set<string>()
  MACRO.lastIndex = 0
  let at = 0
  for (let found = MACRO.exec(text); found; found = MACRO.exec(text)) {
    const [all, macro = '', given = ''] = found
    if (macro === 'code' || macro === 'noformat') {
      const from = found.index + all.length
      const end = lost.has(macro) ? -1 : text.indexOf(`{${macro}}`, from)
      if (end < 0) {
        lost.add(macro)
        continue
      }
      add(blocks(text.slice(at, found.index), files))
      const language = /^[^=|]+/.exec(given)?.[0] ?? ''
      add(
        codeHtml(
          text.slice(from, end).replace(/^\r?\n|\r?\n$/g, ''),
          given.startsWith('title=') ? '' : language,
        ),
      )
      at = end + macro.length + 2
      MACRO.lastIndex = at
      continue
    }
    add(blocks(text.slice(at, found.index), files))
    at = found.index + all.length
    if (macro === 'toc' || macro === 'column' || macro === 'section') continue
    const depth = open.findLastIndex(one => one.macro === macro)
    if (depth >= 0 && !given) while (open.length > depth) close()
    else if (open.length < DEEPEST) {
      const [start, end] = opened(macro, given)
      add(start)
      open.push({ macro, end, isEmpty: true })
    }
  }
  add(blocks(text.slice(at), files))
  while (open.length > 0) close()
  return html.join('')
}
