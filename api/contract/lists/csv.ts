// A spreadsheet would run a cell that begins so, whoever wrote it.
const formula = /^[=+\-@\t\r]/
// Most cells are neither that nor hold what has to be quoted: one look is enough for them.
const plain = /^[^=+\-@\t\r\n",][^\r\n",]*$/

/** One cell. `quoted`: also where it does not have to be. */
export const csvCell = (text: string, quoted = false): string => {
  if (!quoted && plain.test(text)) return text
  const safe = formula.test(text) ? `'${text}` : text
  return quoted || /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Lines as a file for spreadsheets, with a mark at the start by which they know the letters. */
export const csvOf = (lines: readonly string[]): string =>
  `\uFEFF${lines.map(line => `${line}\r\n`).join('')}`

/** The same of rows, with commas between their cells. */
export const writeCsv = (rows: readonly (readonly string[])[], { quoted = false } = {}): string =>
  csvOf(rows.map(row => row.map(text => csvCell(text, quoted)).join(',')))
