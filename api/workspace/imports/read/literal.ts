/** Lists and objects within a cell: as JSON, or as Python prints them, which some exports put into spreadsheets. */

/** So many letters are read in one piece, which holds up the process: some thirty milliseconds of each kind. */
const LONGEST = { json: 8_000_000, python: 500_000 }
const DEEPEST = 20
/** Strings in either quotes, words, numbers and signs: each letter of a text is in one of them, or the text is none. */
const TOKEN =
  /\s*(?:('(?:[^'\\]|\\[\s\S])*'|"(?:[^"\\]|\\[\s\S])*")|(None|True|False|null|true|false)\b|(-?\d+(?:\.\d+)?)|([[\]{}(),:]))/y
const WORDS: Record<string, unknown> = {
  None: null,
  null: null,
  True: true,
  true: true,
  False: false,
  false: false,
}
const ESCAPES: Record<string, string> = { n: '\n', t: '\t', r: '\r' }

const plain = (quoted: string): string =>
  quoted
    .slice(1, -1)
    .replace(/\\(?:x([0-9a-f]{2})|u([0-9a-f]{4})|([\s\S]))/gi, (_, byte, unit, sign: string) =>
      byte || unit ? String.fromCharCode(Number.parseInt(byte ?? unit, 16)) : (ESCAPES[sign] ?? sign),
    )

class NoLiteral extends Error {}

const parsePython = (text: string): unknown => {
  let at = 0
  const next = () => {
    TOKEN.lastIndex = at
    const found = TOKEN.exec(text)
    if (!found) throw new NoLiteral()
    at = TOKEN.lastIndex
    return found
  }
  const peek = (): string => {
    const before = at
    const sign = next()[4] ?? ''
    at = before
    return sign
  }
  const value = (depth: number): unknown => {
    const [, quoted, word, number, sign] = next()
    if (quoted !== undefined) return plain(quoted)
    if (word !== undefined) return WORDS[word]
    if (number !== undefined) return Number(number)
    if (depth > DEEPEST || (sign !== '[' && sign !== '{' && sign !== '(')) throw new NoLiteral()
    const end = { '[': ']', '{': '}', '(': ')' }[sign]
    const items: unknown[] = []
    const entries: [string, unknown][] = []
    while (peek() !== end) {
      const one = value(depth + 1)
      if (sign === '{') {
        if (next()[4] !== ':') throw new NoLiteral()
        entries.push([String(one), value(depth + 1)])
      } else items.push(one)
      if (peek() === ',') next()
      else if (peek() !== end) throw new NoLiteral()
    }
    next()
    return sign === '{' ? Object.fromEntries(entries) : items
  }
  const read = value(0)
  if (text.slice(at).trim()) throw new NoLiteral()
  return read
}

/** What a cell lists; undefined for one that is no such text. Linear in its length. */
export const readLiteral = (cell: string): unknown => {
  if (cell.length > LONGEST.json) return undefined
  try {
    return JSON.parse(cell)
  } catch {
    if (cell.length > LONGEST.python) return undefined
    try {
      return parsePython(cell)
    } catch (error) {
      if (error instanceof NoLiteral) return undefined
      throw error
    }
  }
}
