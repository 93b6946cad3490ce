/** Names as people look for them: without case, without marks. The database folds by the same table (its `folded`). */

// Latin, Greek, Cyrillic and Armenian letters. Unicode has promised not to change their case folding.
const RANGES = [
  [0x41, 0x24f],
  [0x370, 0x587],
  [0x1e00, 0x1fff],
] as const
/** Signs over and under letters, as characters of their own. */
const MARKS = /[\u0300-\u036f]/g

const tableOf = (): Map<string, string> => {
  const table = new Map<string, string>()
  for (const [from, to] of RANGES)
    for (let code = from; code <= to; code++) {
      const letter = String.fromCharCode(code)
      const plain = letter.normalize('NFD').replace(MARKS, '').toLowerCase()
      if (plain.length === 1 && plain !== letter) table.set(letter, plain)
    }
  return table
}

let made: Map<string, string> | null = null
/** Each letter that is not its own folded form. */
export const foldTable = (): Map<string, string> => {
  made ??= tableOf()
  return made
}

const PLAIN = /^[a-z0-9 -]*$/

export const fold = (text: string): string => {
  if (PLAIN.test(text)) return text
  const table = foldTable()
  let folded = ''
  for (const sign of text.replace(MARKS, '')) folded += table.get(sign) ?? sign
  return folded
}

/** The sort key of a name: its folded form, then the name itself among equal ones. */
export const orderedName = (name: string): string => `${fold(name)}\u0001${name}`

// Of UTF-16 the halves of a pair come before the last single units; as code points the pair comes after them.
const rank = (unit: number) => (unit >= 0xe000 ? unit - 0x800 : unit >= 0xd800 ? unit + 0x2000 : unit)

/** Order by code point, as the database's collation "C" has it. */
export const compareText = (a: string, b: string): number => {
  const length = Math.min(a.length, b.length)
  for (let at = 0; at < length; at++) {
    const by = rank(a.charCodeAt(at)) - rank(b.charCodeAt(at))
    if (by !== 0) return by
  }
  return a.length - b.length
}
