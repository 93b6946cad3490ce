/** Cells as text between programs: tabs between columns, line ends between rows, quotes around what holds either. */

export const writeTsv = (rows: readonly (readonly string[])[]): string =>
  rows
    .map(row =>
      row.map(cell => (/[\t\n\r]|^"/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join('\t'),
    )
    .join('\n')

// A whole cell in quotes; else all up to the next tab or line end, quotes and all.
const quoted = /"((?:[^"]|"")*)"(?=[\t\r\n]|$)/y
const bare = /[^\t\r\n]*/y
const end = /\t|\r\n|\n|\r|$/y

const take = (pattern: RegExp, text: string, at: number) => {
  pattern.lastIndex = at
  return pattern.exec(text)
}

/** The rows of a text; the line end behind the last begins no other. */
export const readTsv = (text: string): string[][] => {
  const rows: string[][] = [[]]
  let at = 0
  for (;;) {
    const whole = take(quoted, text, at)
    const found = whole?.[0] ?? take(bare, text, at)?.[0] ?? ''
    rows.at(-1)?.push((whole?.[1]?.replaceAll('""', '"') ?? found).trim())
    at += found.length
    const ended = take(end, text, at)?.[0] ?? ''
    at += ended.length
    if (ended === '' || (ended !== '\t' && at >= text.length)) return rows
    if (ended !== '\t') rows.push([])
  }
}
