/** Rows of a spreadsheet on the clipboard as plain text: a new table, or content for the cells of one. */

const MOST_CELLS = 5_000

/** Splits each line at its tabs; null for text that is no sheet, such as code indented by tabs. */
export const cellsOf = (text: string): string[][] | null => {
  const rows = text
    .replace(/\r\n?/g, '\n')
    .replace(/\n$/, '')
    .split('\n')
    .map(line => line.split('\t'))
  const columns = rows[0]?.length ?? 0
  const isSheet =
    columns > 1 && rows.every(row => row.length === columns) && rows.some(row => row[0]?.trim() !== '')
  return isSheet && rows.length * columns <= MOST_CELLS ? rows : null
}

const escaped = (text: string) => text.replace(/[&<>]/g, sign => `&#${sign.charCodeAt(0)};`)

export const tableOf = (rows: string[][]): string => {
  const cell = (text: string) => `<td><p>${escaped(text.trim())}</p></td>`
  return `<table><tbody>${rows.map(row => `<tr>${row.map(cell).join('')}</tr>`).join('')}</tbody></table>`
}
