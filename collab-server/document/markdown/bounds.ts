/** The bounds of Markdown, judged in one pass before anything is parsed. */
const LONGEST = 500_000
const DEEPEST = 100
/** Lines, each counted once more for every quote and item that it stands in: the parser looks at them all. */
const MOST_LINES = 50_000
const MOST_CELLS = 20_000
const MOST_TOGGLES = 1_000

const LETTERS = `The Markdown is longer than ${LONGEST.toLocaleString('en')} characters.`
const DEPTH = `The Markdown is nested too deeply: at most ${DEEPEST} quotes and lists can be within each other.`
const LINES = `The Markdown has more than ${MOST_LINES.toLocaleString('en')} lines, each counted again for every quote and list around it.`
const CELLS = `The tables of the Markdown have more than ${MOST_CELLS.toLocaleString('en')} cells.`

const TOGGLES = `The Markdown has more than ${MOST_TOGGLES.toLocaleString('en')} toggles (<details>).`

/** Signs of quotes and items before the words of a line, and its indentation. */
const PREFIX = /^(?:[ \t]*(?:>|[-+*](?=\s|$)|\d{1,9}[.)](?=\s|$)))*[ \t]*/

/** At most so many quotes and items can enclose a line: each takes a sign, or two blanks below one. */
const depthOf = (line: string): number => {
  const prefix = PREFIX.exec(line)?.[0].trimEnd() ?? ''
  const blanks = prefix.length - prefix.trimStart().length
  return Math.floor(blanks / 2) + prefix.replace(/[^>\-+*.)]/g, '').length
}

const DELIMITERS = /^[ \t>|:-]*-[ \t>|:-]*$/

/** A row has as many cells as the widest of its table, however few are written. */
const cellsIn = (lines: readonly string[]): number => {
  let [cells, rows, columns, isTable] = [0, 0, 0, false]
  for (const line of [...lines, '']) {
    if (line.trim() !== '') {
      rows += 1
      columns = Math.max(columns, line.split('|').length)
      isTable ||= line.includes('-') && DELIMITERS.test(line)
      continue
    }
    if (isTable) cells += rows * columns
    ;[rows, columns, isTable] = [0, 0, false]
  }
  return cells
}

/** The reason in words why it is not read; null when it may be. */
export const refusalOfMarkdown = (markdown: string): string | null => {
  if (markdown.length > LONGEST) return LETTERS
  const lines = markdown.split('\n')
  let counted = 0
  for (const line of lines) {
    const depth = depthOf(line)
    if (depth > DEEPEST) return DEPTH
    counted += 1 + depth
  }
  if (counted > MOST_LINES) return LINES
  if (markdown.split(/<details/i).length > MOST_TOGGLES + 1) return TOGGLES
  return cellsIn(lines) > MOST_CELLS ? CELLS : null
}
