// What begins so a spreadsheet would run, whoever wrote it.
const formula = /^[=+\-@\t\r]/

/** Rows as a file for spreadsheets: commas between cells, and a mark at the start by which they know the letters. */
export const writeCsv = (rows: readonly (readonly string[])[]): string => {
  const cell = (text: string) => {
    const safe = formula.test(text) ? `'${text}` : text
    return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
  }
  return `\uFEFF${rows.map(row => `${row.map(cell).join(',')}\r\n`).join('')}`
}
