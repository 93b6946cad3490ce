/** The first sheet of an XLSX file as lines of cells, streamed: the zip, then its XML; its size unpacked is bounded. */
import { Unzip, UnzipInflate } from 'fflate'
import { SaxesParser } from 'saxes'
import { MOST_COLUMNS } from '#contract/workspace/imports.ts'
import type { Staged } from '../draft.ts'
import { Unreadable } from './source.ts'

/** Unpacked, of one part: what is larger was made to be. */
const MOST_BYTES = 1_000_000_000
const MOST_STRINGS_BYTES = 64_000_000
const MOST_ENTRIES = 2_000
const LONGEST_CELL = 200_000

type Source = () => Promise<AsyncIterable<Buffer>>

/** Streams one entry of the archive, the first whose name fits, as words; nothing where there is none. */
async function* entry(open: Source, fits: (name: string) => boolean, most: number): AsyncGenerator<string> {
  const parts: string[] = []
  const state = { isFound: false, isOver: false, size: 0, entries: 0, fault: null as Error | null }
  const decoder = new TextDecoder('utf-8')
  const unzip = new Unzip(file => {
    if (++state.entries > MOST_ENTRIES) state.fault ??= new Unreadable('The file has too many parts.')
    if (state.isFound || !fits(file.name)) return
    state.isFound = true
    file.ondata = (error, data, isFinal) => {
      if (error) state.fault ??= new Unreadable('The file is damaged: it cannot be unpacked.')
      state.size += data?.length ?? 0
      if (state.size > most) state.fault ??= new Unreadable('The file is too large when unpacked.')
      if (!state.fault) parts.push(decoder.decode(data, { stream: !isFinal }))
      state.isOver = isFinal
    }
    file.start()
  })
  unzip.register(UnzipInflate)
  for await (const part of await open()) {
    // A little at a time: a part that is packed a thousandfold must not be whole in memory at once.
    for (let at = 0; at < part.length && !state.isOver; at += 4096) {
      unzip.push(part.subarray(at, at + 4096))
      if (state.fault) throw state.fault
      while (parts.length > 0) yield parts.shift()!
    }
    if (state.isOver) return
  }
  if (state.isFound && !state.isOver) throw new Unreadable('The file is cut off.')
}

/** Words between these tags, by the rules of `take`. */
const parseXml = async function* <T>(
  words: AsyncIterable<string>,
  begin: (emit: (one: T) => void) => SaxesParser,
) {
  const ready: T[] = []
  const parser = begin(one => ready.push(one))
  parser.on('error', () => {
    throw new Unreadable('The file is damaged: its XML cannot be read.')
  })
  parser.on('doctype', () => {
    throw new Unreadable('The file is damaged: its XML cannot be read.')
  })
  for await (const part of words) {
    parser.write(part)
    while (ready.length > 0) yield ready.shift()!
  }
}

const sharedStrings = async (open: Source): Promise<string[]> => {
  const found: string[] = []
  const words = entry(open, name => name === 'xl/sharedStrings.xml', MOST_STRINGS_BYTES)
  const parsed = parseXml<string>(words, emit => {
    const parser = new SaxesParser()
    let text: string | null = null
    let isText = false
    parser.on('opentag', ({ name }) => {
      if (name === 'si') text = ''
      isText = name === 't'
    })
    parser.on('text', given => {
      if (isText && text !== null && text.length < LONGEST_CELL) text += given
    })
    parser.on('closetag', ({ name }) => {
      if (name === 't') isText = false
      if (name === 'si') emit(text ?? '')
    })
    return parser
  })
  for await (const text of parsed) found.push(text)
  return found
}

/** Which styles of cells are dates, and whether days count from 1904. */
const dateStyles = async (open: Source): Promise<boolean[]> => {
  const formats = new Map<number, string>()
  const styles: boolean[] = []
  const isDate = (id: number) =>
    (id >= 14 && id <= 22) ||
    (id >= 45 && id <= 47) ||
    /[dy]|mm.*h|h.*mm/i.test((formats.get(id) ?? '').replace(/"[^"]*"|\[[^\]]*\]/g, ''))
  const words = entry(open, name => name === 'xl/styles.xml', MOST_STRINGS_BYTES)
  const parsed = parseXml<never>(words, () => {
    const parser = new SaxesParser()
    let isIn = false
    parser.on('opentag', ({ name, attributes }) => {
      if (name === 'numFmt') formats.set(Number(attributes.numFmtId), String(attributes.formatCode))
      if (name === 'cellXfs') isIn = true
      if (name === 'xf' && isIn) styles.push(isDate(Number(attributes.numFmtId)))
    })
    parser.on('closetag', ({ name }) => {
      if (name === 'cellXfs') isIn = false
    })
    return parser
  })
  for await (const _ of parsed);
  return styles
}

const DAY_MS = 86_400_000
/** A serial number of a day as text; days before March 1900 are one off, as the first spreadsheets had them. */
const dayText = (serial: number): string => {
  const at = new Date(Date.UTC(1899, 11, serial < 60 ? 31 : 30) + Math.round(serial * DAY_MS))
  const iso = Number.isNaN(at.getTime()) ? '' : at.toISOString()
  return Number.isInteger(serial) ? iso.slice(0, 10) : iso
}

const columnOf = (reference: string): number => {
  let at = 0
  for (const letter of /^[A-Z]+/.exec(reference)?.[0] ?? '') at = at * 26 + letter.charCodeAt(0) - 64
  return at - 1
}

type Cell = { at: number; type: string; isDate: boolean; text: string }

/** The lines of the first sheet, the header first. `open` begins a new reading of the file. */
export async function* readXlsx(open: Source): AsyncGenerator<Staged> {
  const strings = await sharedStrings(open)
  const dates = await dateStyles(open)
  const wordsOf = ({ type, isDate, text }: Cell): string => {
    if (type === 's') return strings[Number(text)] ?? ''
    if (type === 'b') return text === '1' ? 'TRUE' : 'FALSE'
    if (type === 'e') return ''
    return isDate && type !== 'str' && type !== 'inlineStr' && text !== '' ? dayText(Number(text)) : text
  }
  const words = entry(open, name => /^xl\/worksheets\/sheet1\.xml$/.test(name), MOST_BYTES)
  const rows = parseXml<Staged>(words, emit => {
    const parser = new SaxesParser()
    let row: { line: number; cells: string[] } | null = null
    let cell: Cell | null = null
    let isValue = false
    let line = 0
    parser.on('opentag', ({ name, attributes }) => {
      if (name === 'row') {
        line = Number(attributes.r) || line + 1
        row = { line, cells: [] }
      }
      if (name === 'c' && row)
        cell = {
          at: attributes.r ? columnOf(String(attributes.r)) : row.cells.length,
          type: String(attributes.t ?? 'n'),
          isDate: dates[Number(attributes.s ?? -1)] ?? false,
          text: '',
        }
      isValue = name === 'v' || (name === 't' && cell?.type === 'inlineStr')
    })
    parser.on('text', given => {
      if (isValue && cell && cell.text.length < LONGEST_CELL) cell.text += given
    })
    parser.on('closetag', ({ name }) => {
      if (name === 'v' || name === 't') isValue = false
      if (name === 'c' && row && cell) {
        if (cell.at > MOST_COLUMNS * 4)
          throw new Unreadable(`Line ${row.line} has more than ${MOST_COLUMNS * 4} columns.`)
        while (row.cells.length < cell.at) row.cells.push('')
        row.cells[cell.at] = wordsOf(cell).replaceAll('\0', '')
        cell = null
      }
      if (name === 'row' && row) {
        if (row.cells.some(Boolean)) emit(row)
        row = null
      }
    })
    return parser
  })
  let isAny = false
  for await (const row of rows) {
    isAny = true
    yield row
  }
  if (!isAny) throw new Unreadable('The file has no sheet with lines.')
}
