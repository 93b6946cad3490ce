/**
 * How far the tokenizers of Markdown look. Each of theirs splits all that is still to come into lines, for every block
 * again: the time would grow with the square of the length. Here each is asked only where its block can begin, is shown no
 * more than can belong to it, and all that was shown is counted.
 */
import type { MarkdownTokenizer } from '@tiptap/core'

/** Begins a block of its own anywhere: no further item, line or row of the block above. */
export const BEGINS_ANEW = /^(?:#{1,6}\s|(?![-+*>|=:\s]|\d+[.)]\s)\S)/

/** The most shown letters for each letter of a text; a text that asks for more was written by nobody. */
const SHOWN_PER_LETTER = 300

let left = Number.POSITIVE_INFINITY

/** Reads within what a text of that length may cost; throws where it would cost more. */
export const withinMeasure = <T>(length: number, read: () => T): T => {
  left = 100_000 + length * SHOWN_PER_LETTER
  try {
    return read()
  } finally {
    left = Number.POSITIVE_INFINITY
  }
}

const shown = (source: string) => {
  left -= source.length
  if (left < 0) throw new RangeError('Markdown that costs more than it tells')
  return source
}

/** As far as a list can reach: to a line behind a blank one that begins anew. */
const listIn = (source: string): string => {
  for (let at = source.indexOf('\n\n'); at >= 0; at = source.indexOf('\n\n', at + 1)) {
    let next = at + 2
    while (source[next] === '\n') next++
    if (BEGINS_ANEW.test(source.slice(next, next + 12))) return source.slice(0, next)
    at = next - 1
  }
  return source
}

/** Longer paragraphs are not searched for blocks that begin within them. */
const LOOKED_THROUGH = 2_000

const paragraphOf = (source: string): string => {
  const head = source.slice(0, LOOKED_THROUGH)
  const end = head.indexOf('\n\n')
  return end < 0 ? head : head.slice(0, end)
}

const toBlank = (source: string): string => {
  const end = source.indexOf('\n\n')
  return end < 0 ? source : source.slice(0, end)
}

/** The look of a block's first lines, and how far one can reach. */
const BLOCKS: Record<string, { sign: RegExp; reach: (source: string) => string }> = {
  taskList: { sign: /^\s*[-+*]\s+\[[ xX]\]\s/, reach: listIn },
  orderedList: { sign: /^\s*\w+[.)]\s/, reach: listIn },
  table: { sign: /^[^\n]*\n(?=[^\n]*\|)[ \t|:]*-[ \t|:-]*(?:\n|$)/, reach: toBlank },
  details: { sign: /^<details[\s>]/, reach: source => source },
}

export const measured = (tokenizer: MarkdownTokenizer): MarkdownTokenizer => {
  const { name, start, tokenize } = tokenizer
  const block = BLOCKS[name]
  if (!block) return tokenizer
  return {
    ...tokenizer,
    ...(typeof start === 'function' ? { start: source => start(paragraphOf(source)) } : {}),
    tokenize: (source, tokens, lexer) =>
      block.sign.test(source) ? tokenize(shown(block.reach(source)), tokens, lexer) : undefined,
  }
}

/**
 * Longer ones are not read: that would hold the browser up. The parser's time grows with the square of a line, and of the
 * signs of emphasis in a paragraph, however its lines are cut.
 */
const LONGEST = 500_000
const LONGEST_LINE = 10_000
const MOST_SIGNS = 500
/** For the end of each all that follows is looked at. */
const MOST_TOGGLES = 500
const MOST_CELLS = 20_000
const DEEPEST = 100
/** Each level of quotes and items is read anew for those within it. */
const MOST_WITHIN = 2_000_000
const DELIMITERS = /^[ \t|:]*-[ \t|:-]*$/

/** A row has as many cells as the first of its table, however few are written. */
const cellsIn = (lines: readonly string[]): number => {
  let [cells, columns] = [0, 0]
  for (const line of lines) {
    if (line.trim() === '') columns = 0
    else if (line.includes('|') && DELIMITERS.test(line)) columns = line.split('|').length
    cells += columns
  }
  return cells
}

/** Signs of quotes and items that stand before the words of a line. */
const depthOf = (line: string): number => {
  const [signs = ''] = /^(?:[ \t]*(?:>|(?:[-+*]|\d{1,9}[.)])(?=\s)))*/.exec(line) ?? []
  return signs.replace(/[^>\-+*.)]/g, '').length
}

const areReadable = (lines: readonly string[]) => {
  let within = 0
  for (const line of lines) {
    const depth = depthOf(line)
    if (line.length > LONGEST_LINE || depth > DEEPEST) return false
    within += depth * line.length
  }
  return within <= MOST_WITHIN && cellsIn(lines) <= MOST_CELLS
}
/** Of each sign that may begin something all that follows in the paragraph is looked through for its end. */
const MOST_OPENINGS = 2_000

const hasFewSigns = (block: string) =>
  block.replace(/[^*_~]/g, '').length <= MOST_SIGNS && block.replace(/[^<[`]/g, '').length <= MOST_OPENINGS

/** Judged in one pass, before anything of it is parsed. */
export const isReadable = (markdown: string) =>
  markdown.length <= LONGEST &&
  areReadable(markdown.split('\n')) &&
  markdown.split(/\n\s*\n/).every(hasFewSigns) &&
  markdown.split('<details').length <= MOST_TOGGLES
