// A spreadsheet would run a cell that begins so, whoever wrote it; some take the full-width signs for the narrow ones.
const formula = /^[=+\-@\t\r＝＋－＠]/
// Most cells are neither that nor hold what has to be quoted: one look is enough for them.
const plain = /^[^=+\-@\t\r\n",＝＋－＠][^\r\n",]*$/

/** One cell. `quoted`: also where it does not have to be. */
export const csvCell = (text: string, quoted = false): string => {
  if (!quoted && plain.test(text)) return text
  const safe = formula.test(text) ? `'${text}` : text
  return quoted || /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** At the start of a file: spreadsheets know by it how the letters are written. */
const MARK = '\uFEFF'
const PART = 250

/** A file for spreadsheets, a few hundred lines at a time: while a long one is written, others are served. */
export function* csvParts<Row>(
  head: readonly string[],
  rows: readonly Row[],
  lineOf: (row: Row) => string,
): Generator<string> {
  yield `${MARK}${head.join(',')}\r\n`
  for (let at = 0; at < rows.length; at += PART)
    yield rows
      .slice(at, at + PART)
      .map(row => `${lineOf(row)}\r\n`)
      .join('')
}

/** Rows as a whole file for spreadsheets. */
export const writeCsv = (rows: readonly (readonly string[])[], { quoted = false } = {}): string =>
  `${MARK}${rows.map(row => `${row.map(text => csvCell(text, quoted)).join(',')}\r\n`).join('')}`
