// What begins so a spreadsheet would run, whoever wrote it.
const formula = /^[=+\-@\t\r]/
// Most cells are neither that nor hold what has to be quoted: one look is enough for them.
const plain = /^[^=+\-@\t\r\n",][^\r\n",]*$/

/**
 * Rows as a file for spreadsheets: commas between cells, and a mark at the start by which they know the letters. `quoted`:
 * every cell is, not only those that have to be.
 */
export const writeCsv = (rows: readonly (readonly string[])[], { quoted = false } = {}): string => {
  const cell = (text: string) => {
    if (!quoted && plain.test(text)) return text
    const safe = formula.test(text) ? `'${text}` : text
    return quoted || /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
  }
  return `\uFEFF${rows.map(row => `${row.map(cell).join(',')}\r\n`).join('')}`
}
