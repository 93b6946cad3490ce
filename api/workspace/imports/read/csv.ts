import { parse } from 'csv-parse'
import { MOST_COLUMNS } from '#contract/workspace/imports.ts'
import type { Staged } from '../draft.ts'
import { decoded, type Encoding } from './decode.ts'
import { Unreadable } from './source.ts'

/** A record longer than this is an unclosed quote that has taken in the rest of the file. */
const LONGEST_RECORD = 4_000_000

/** The lines of a table, the header first: cells by their columns. A line that cannot be read is given with its fault. */
export async function* readCsv(
  source: AsyncIterable<Buffer>,
  { encoding, delimiter }: { encoding: Encoding; delimiter: string },
): AsyncGenerator<Staged> {
  const parser = parse({
    bom: true,
    delimiter,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: LONGEST_RECORD,
    info: true,
  })
  // One that is let go before its end takes no more: nobody waits for it then.
  const isReady = () =>
    new Promise<void>(resolve => {
      const ready = () => {
        parser.off('drain', ready).off('close', ready)
        resolve()
      }
      parser.on('drain', ready).on('close', ready)
    })
  const feed = async () => {
    let isFirst = true
    for await (const words of decoded(source, encoding)) {
      if (parser.destroyed) return
      const text = isFirst ? words.replace(/^\uFEFF?sep=.\r?\n/i, '') : words
      isFirst = false
      // Bytes of zero are no letters; PostgreSQL keeps none.
      if (!parser.write(text.replaceAll('\0', ''))) await isReady()
    }
    parser.end()
  }
  const fed = feed().catch((error: unknown) => parser.destroy(error as Error))
  let line = 1
  try {
    for await (const { record, info } of parser as AsyncIterable<{
      record: string[]
      info: { lines: number }
    }>) {
      if (record.length > MOST_COLUMNS * 4)
        throw new Unreadable(`Line ${line} has more than ${MOST_COLUMNS * 4} columns.`)
      yield { line, cells: record }
      line = info.lines + 1
    }
  } catch (error) {
    throw error instanceof Unreadable ? error : new Unreadable(saidOf(error, line))
  } finally {
    parser.destroy()
    await fed
  }
}

/** `line`: where the record begins that could not be read. */
const saidOf = (error: unknown, line: number): string => {
  const { code, column, message } = error as { code?: string; column?: number | string; message: string }
  const where = typeof column === 'number' ? `line ${line}, column ${column + 1}` : `line ${line}`
  if (code === 'CSV_MAX_RECORD_SIZE') return `The record in ${where} has no end: a quote is missing.`
  if (code === 'CSV_QUOTE_NOT_CLOSED')
    return `A quote that was opened in ${where} is not closed: the file ends within a cell.`
  if (code === 'ERR_ENCODING_INVALID_ENCODED_DATA') return 'The file mixes encodings: save it again as UTF-8.'
  return message
}
