/** The first visible sheet of an XLSX file as lines of cells, streamed: the zip, then its XML; its size unpacked is bounded. */
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

/** The name of an element or attribute: writers differ in the prefix of their namespace. */
const local = (name: string) => name.slice(name.indexOf(':') + 1)

/** Signs that XML does not hold are written as `_x000D_`, and an underscore before such letters as `_x005F_`. */
const unescaped = (text: string) =>
  text.replace(/_x([0-9a-f]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))

type Workbook = { is1904: boolean; sheets: { id: string; isHidden: boolean }[] }

const workbookOf = async (open: Source): Promise<Workbook> => {
  const book: Workbook = { is1904: false, sheets: [] }
  const words = entry(open, name => name === 'xl/workbook.xml', MOST_STRINGS_BYTES)
  const parsed = parseXml<never>(words, () => {
    const parser = new SaxesParser()
    parser.on('opentag', ({ name, attributes }) => {
      if (local(name) === 'workbookPr') book.is1904 = /^(?:1|true)$/i.test(String(attributes.date1904 ?? ''))
      if (local(name) !== 'sheet' || book.sheets.length >= MOST_ENTRIES) return
      const id = Object.entries(attributes).find(([key]) => /:id$/.test(key))?.[1]
      book.sheets.push({ id: String(id ?? ''), isHidden: /hidden/i.test(String(attributes.state ?? '')) })
    })
    return parser
  })
  for await (const _ of parsed);
  return book
}

/** The part that holds the first sheet that people see. */
const sheetPart = async (open: Source, { sheets }: Workbook): Promise<string> => {
  const parts = new Map<string, string>()
  const words = entry(open, name => name === 'xl/_rels/workbook.xml.rels', MOST_STRINGS_BYTES)
  const parsed = parseXml<never>(words, () => {
    const parser = new SaxesParser()
    parser.on('opentag', ({ name, attributes: { Id, Type, Target } }) => {
      if (
        local(name) !== 'Relationship' ||
        parts.size >= MOST_ENTRIES ||
        /\/chartsheet$/.test(String(Type ?? ''))
      )
        return
      const target = String(Target ?? '').replace(/^\.\//, '')
      parts.set(String(Id), target.startsWith('/') ? target.slice(1) : `xl/${target}`)
    })
    return parser
  })
  for await (const _ of parsed);
  const known = sheets.filter(({ id }) => parts.has(id))
  const sheet = known.find(({ isHidden }) => !isHidden) ?? known[0]
  return (sheet && parts.get(sheet.id)) ?? 'xl/worksheets/sheet1.xml'
}

const sharedStrings = async (open: Source): Promise<string[]> => {
  const found: string[] = []
  const words = entry(open, name => name === 'xl/sharedStrings.xml', MOST_STRINGS_BYTES)
  const parsed = parseXml<string>(words, emit => {
    const parser = new SaxesParser()
    let text: string | null = null
    let isText = false
    // How a word is spoken is no part of it.
    let isSpoken = false
    parser.on('opentag', ({ name: whole }) => {
      const name = local(whole)
      if (name === 'si') text = ''
      if (name === 'rPh') isSpoken = true
      isText = name === 't' && !isSpoken
    })
    parser.on('text', given => {
      if (isText && text !== null && text.length < LONGEST_CELL) text += given
    })
    parser.on('closetag', ({ name: whole }) => {
      const name = local(whole)
      if (name === 't') isText = false
      if (name === 'rPh') isSpoken = false
      if (name === 'si') emit(unescaped(text ?? ''))
    })
    return parser
  })
  for await (const text of parsed) found.push(text)
  return found
}

/** Which styles of cells are dates. */
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
    parser.on('opentag', ({ name: whole, attributes }) => {
      const name = local(whole)
      if (name === 'numFmt') formats.set(Number(attributes.numFmtId), String(attributes.formatCode))
      if (name === 'cellXfs') isIn = true
      if (name === 'xf' && isIn) styles.push(isDate(Number(attributes.numFmtId)))
    })
    parser.on('closetag', ({ name }) => {
      if (local(name) === 'cellXfs') isIn = false
    })
    return parser
  })
  for await (const _ of parsed);
  return styles
}

const DAY_MS = 86_400_000
/** From the first day of one way of counting to that of the other. */
const DAYS_TO_1904 = 1462
/** A serial number of a day as text; days before March 1900 are one off, as the first spreadsheets had them. */
const dayText = (given: number, is1904: boolean): string => {
  const serial = is1904 ? given + DAYS_TO_1904 : given
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

/** The lines of that sheet, the header first. `open` begins a new reading of the file. */
export async function* readXlsx(open: Source): AsyncGenerator<Staged> {
  const book = await workbookOf(open)
  const part = await sheetPart(open, book)
  const strings = await sharedStrings(open)
  const dates = await dateStyles(open)
  const wordsOf = ({ type, isDate, text }: Cell): string => {
    if (type === 's') return strings[Number(text)] ?? ''
    if (type === 'b') return text === '1' ? 'TRUE' : 'FALSE'
    if (type === 'e') return ''
    if (type === 'str' || type === 'inlineStr') return unescaped(text)
    return isDate && text !== '' ? dayText(Number(text), book.is1904) : text
  }
  const words = entry(open, name => name === part, MOST_BYTES)
  const rows = parseXml<Staged>(words, emit => {
    const parser = new SaxesParser()
    let row: { line: number; cells: string[] } | null = null
    let cell: Cell | null = null
    let isValue = false
    let isSpoken = false
    let line = 0
    parser.on('opentag', ({ name: whole, attributes }) => {
      const name = local(whole)
      if (name === 'rPh') isSpoken = true
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
      isValue = name === 'v' || (name === 't' && cell?.type === 'inlineStr' && !isSpoken)
    })
    parser.on('text', given => {
      if (isValue && cell && cell.text.length < LONGEST_CELL) cell.text += given
    })
    parser.on('closetag', ({ name: whole }) => {
      const name = local(whole)
      if (name === 'v' || name === 't') isValue = false
      if (name === 'rPh') isSpoken = false
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
