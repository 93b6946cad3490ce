/**
 * The tags of HTML, in one pass and without a tree, as a reader's tokenizer finds them: so the judge and the reader see
 * the same. Comments, and text within elements such as scripts, are skipped.
 */
export type Tag = {
  name: string
  isEnd: boolean
  /** Names of attributes, repeated ones counted each time: a reader compares each with all before it. */
  attributes: number
  from: number
  to: number
}

const names = (text: string) => new Set(text.split(' '))

/** The content of these elements is no HTML, and none of it is kept. */
const RAW = names('script style textarea title xmp iframe noembed noframes noscript plaintext')

const NAME = /[a-z][^\s/>]*/y
const BLANK = /[\s/]*/y
const ATTRIBUTE = /[^\s/>][^\s/>=]*/y
const EQUALS = /\s*=\s*/y
const UNQUOTED = /[^\s>]*/y

const skip = (form: RegExp, text: string, at: number): number => {
  form.lastIndex = at
  return form.test(text) ? form.lastIndex : at
}

/** Where the tag ends whose name ends at `at`, and how many attributes it has. */
const readAttributes = (html: string, at: number): { attributes: number; to: number } => {
  let attributes = 0
  let to = at
  for (;;) {
    to = skip(BLANK, html, to)
    if (to >= html.length || html[to] === '>') return { attributes, to: Math.min(to + 1, html.length) }
    attributes += 1
    to = skip(ATTRIBUTE, html, to)
    const value = skip(EQUALS, html, to)
    if (value === to) continue
    const quote = html[value]
    if (quote !== '"' && quote !== "'") {
      to = skip(UNQUOTED, html, value)
      continue
    }
    const end = html.indexOf(quote, value + 1)
    to = end < 0 ? html.length : end + 1
  }
}

/** Finds words from ever further positions; a word that is missing from there on is searched for once. */
const finder = (text: string, words: string) => {
  let found = -2
  return (from: number): number => {
    if (found !== -1 && found < from) found = text.indexOf(words, from)
    return found < 0 ? text.length : found
  }
}

/** Calls with each tag, and with each stretch of words between them. */
export const eachTag = (
  html: string,
  onTag: (tag: Tag) => void,
  onWords: (from: number, to: number) => void = () => {},
): void => {
  // Letter by letter: as a whole some alphabets would come out longer.
  const lower = html.replace(/[A-Z]+/g, letters => letters.toLowerCase())
  const [commentEnd, loudEnd, anyEnd] = ['-->', '--!>', '>'].map(words => finder(lower, words)) as [
    (from: number) => number,
    (from: number) => number,
    (from: number) => number,
  ]
  const opens = finder(lower, '<')
  const afterComment = (at: number) => {
    const [plain, loud] = [commentEnd(at), loudEnd(at)]
    return plain <= loud ? plain + 3 : loud + 4
  }
  let at = 0
  for (let open = opens(0); open < html.length; open = opens(at)) {
    if (open > at) onWords(at, open)
    const isEnd = lower[open + 1] === '/'
    const from = open + (isEnd ? 2 : 1)
    const to = skip(NAME, lower, from)
    if (to > from) {
      const name = lower.slice(from, to)
      const read = readAttributes(lower, to)
      at = read.to
      if (!RAW.has(name)) onTag({ name, isEnd, attributes: read.attributes, from: open, to: at })
      else if (!isEnd) {
        const end = lower.indexOf(`</${name}`, at)
        at = end < 0 ? html.length : anyEnd(end) + 1
      }
    } else if (lower.startsWith('!--', from)) at = afterComment(from + 1)
    // A reader takes this for a comment, though it is none.
    else if (isEnd || lower[from] === '!' || lower[from] === '?') at = anyEnd(from) + 1
    else {
      onWords(open, open + 1)
      at = open + 1
    }
  }
  if (at < html.length) onWords(at, html.length)
}

/** Elements that end by themselves, or with the next of their kind: they enclose nothing of their own. */
const VOID = names('area base br col hr img input link meta source track wbr')
const IMPLIED = names('p li dt dd td th tr option')
/** Of all others an end is handled through whatever is within but these. */
const BLOCKS = names(
  'address article aside blockquote body button center details dialog dir div dl fieldset figcaption figure footer form ' +
    'h1 h2 h3 h4 h5 h6 header hgroup html main menu nav ol pre search section select summary ul',
)
const BORDERS = names('applet caption marquee object table template')
const TABLE = names('table tbody thead tfoot caption colgroup template')
/** A reader opens these anew in every block that follows, until they are closed. */
const FORMATTING = names('a b big code em font i nobr s small strike strong tt u')

/** The content of these elements is read by other rules, and its elements are not those of a text. */
const FOREIGN = names('svg math')

export const DEEPEST = 100
/** A row, its cell, an item in it and its words: more are not in one another without something between them. */
const MOST_IMPLIED = 8
/** More at once than anyone formats with. */
const MOST_FORMATTING = 12

/** A tag as a reader sees it that has taken in all tags before. */
type Taken = {
  /** False for an end of nothing, an element too deep, one formatting too many, and foreign drawings. */
  isKept: boolean
  isTooDeep: boolean
  /** The most elements that it makes, with those that are opened anew for it. */
  nodes: number
}

/** An element that is open, and those with an implied end that are open directly in it. */
type Open = { name: string; implied: string[] }

const KINDS = new Map(
  ['dd dt', 'td th'].flatMap(kind => kind.split(' ').map(name => [name, names(kind)] as const)),
)
/**
 * The beginning of a cell or row ends the one before, whatever is in it; for other elements, only where that is
 * words.
 */
const isCell = (name: string) => name === 'td' || name === 'th' || name === 'tr'

/** Where the one of its kind is that ends when another begins; where the new one goes when there is none. */
const endedBy = (name: string, implied: readonly string[]): number => {
  const isOfItsKind = (one: string) => KINDS.get(name)?.has(one) ?? one === name
  const at = implied.findLastIndex(isOfItsKind)
  const isEnded = at >= 0 && (isCell(name) || implied.slice(at + 1).every(one => one === 'p'))
  return isEnded ? at : implied.length
}

/** Says whether a reader heeds the end of an element through the open elements within it. */
const isHeard = (name: string, within: readonly Open[], own: Open): boolean => {
  if (TABLE.has(name)) return within.every(one => one.name !== 'template')
  if (BLOCKS.has(name) || BORDERS.has(name)) return within.every(one => !BORDERS.has(one.name))
  const isPlain = (one: Open) => !BLOCKS.has(one.name) && !BORDERS.has(one.name) && !TABLE.has(one.name)
  return [own, ...within].every(one => one.implied.length === 0) && within.every(isPlain)
}

/**
 * Follows the open elements as a reader would. An end that the reader would ignore is not kept: so both agree on the
 * open elements, and none lies deeper than it was counted.
 */
export const followTags = () => {
  const open: Open[] = [{ name: '', implied: [] }]
  const formatting: string[] = []
  const top = () => open.at(-1)!
  const last = (name: string) => open.findLastIndex(one => one.name === name)
  const end = (name: string): boolean => {
    const at = last(name)
    if (IMPLIED.has(name)) {
      const own = top().implied.lastIndexOf(name)
      if (own >= 0) top().implied.length = own
      return true
    }
    if (at < 0) return false
    if (FORMATTING.has(name)) {
      formatting.splice(formatting.lastIndexOf(name), 1)
      open.splice(at, 1)
      return true
    }
    const isClosed = isHeard(name, open.slice(at + 1), open[at]!)
    if (isClosed) open.length = at
    return isClosed
  }
  return ({ name, isEnd }: Tag): Taken => {
    const formats = FORMATTING.has(name)
    const nodes = isEnd && name !== 'p' && name !== 'br' ? 0 : 1 + (formats ? 0 : formatting.length)
    const dropped = { isKept: false, isTooDeep: false, nodes }
    if (FOREIGN.has(name)) return dropped
    if (isEnd) return { ...dropped, isKept: VOID.has(name) || end(name) }
    if (VOID.has(name)) return { ...dropped, isKept: true }
    if (IMPLIED.has(name)) {
      const { implied } = top()
      const at = endedBy(name, implied)
      if (at >= MOST_IMPLIED) return { ...dropped, isTooDeep: true }
      implied.length = at
      implied.push(name)
      return { ...dropped, isKept: true }
    }
    if (formats && formatting.length >= MOST_FORMATTING) return dropped
    if (open.length > DEEPEST) return { ...dropped, isTooDeep: true }
    if (formats) formatting.push(name)
    open.push({ name, implied: [] })
    return { ...dropped, isKept: true }
  }
}
