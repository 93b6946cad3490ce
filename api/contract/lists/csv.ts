// What begins so a spreadsheet would run, whoever wrote it.
const formula = /^[=+\-@\t\r]/

/**
 * Rows as a file for spreadsheets: commas between cells, and a mark at the start by which they know the letters. `quoted`:
 * every cell is, not only those that have to be.
 */
export const writeCsv = (rows: readonly (readonly string[])[], { quoted = false } = {}): string => {
  const cell = (text: string) => {
    const safe = formula.test(text) ? `'${text}` : text
    return quoted || /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
  }
  return `\uFEFF${rows.map(row => `${row.map(cell).join(',')}\r\n`).join('')}`
}
