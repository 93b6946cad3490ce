/** A finished export as a file: its parts put together as they are sent, so that a long one takes no memory. */
import type { Knex } from 'knex'
import { csvCell } from '#contract/lists/csv.ts'
import type { ExportFormat } from '#contract/workspace/jobs.ts'
import { type Bytes, bytesOf, zipped } from './zip.ts'

type Values = readonly string[]
type Format = {
  type: string
  begin: (head: Values) => string
  line: (head: Values, values: Values) => string
  between: string
  end: string
}

const SHEETS = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const NAMES = 'http://schemas.openxmlformats.org'

// XML has no form for most control characters.
const unprintable = /[\p{Cc}\uFFFE\uFFFF]/gu
const escaped: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
const inXml = (text: string) =>
  text
    .replace(unprintable, sign => (/[\t\n\r]/.test(sign) ? sign : ''))
    // Spreadsheets read such a word as a sign by its number.
    .replace(/_(?=x[\da-f]{4}_)/gi, '_x005F_')
    .replace(/[&<>]/g, sign => escaped[sign]!)
/** Cells of text are never read as formulas. */
const sheetRow = (values: Values) =>
  `<row>${values.map(text => `<c t="inlineStr"><is><t xml:space="preserve">${inXml(text)}</t></is></c>`).join('')}</row>`

export const formats: Record<ExportFormat, Format> = {
  csv: {
    type: 'text/csv; charset=utf-8',
    // Spreadsheets know by the first sign how the letters are written.
    begin: head => `\uFEFF${head.join(',')}\r\n`,
    line: (_, values) => `${values.map(text => csvCell(text)).join(',')}\r\n`,
    between: '',
    end: '',
  },
  json: {
    type: 'application/json; charset=utf-8',
    begin: () => '[\n',
    line: (head, values) => JSON.stringify(Object.fromEntries(head.map((name, at) => [name, values[at]]))),
    between: ',\n',
    end: '\n]\n',
  },
  xlsx: {
    type: `${SHEETS}.sheet`,
    begin: head => `${XML}<worksheet xmlns="${NAMES}/spreadsheetml/2006/main"><sheetData>${sheetRow(head)}`,
    line: (_, values) => sheetRow(values),
    between: '',
    end: '</sheetData></worksheet>',
  },
}

const relationships = (all: readonly (readonly [id: string, type: string, target: string])[]) =>
  `${XML}<Relationships xmlns="${NAMES}/package/2006/relationships">${all
    .map(
      ([id, type, target]) =>
        `<Relationship Id="${id}" Type="${NAMES}/officeDocument/2006/relationships/${type}" Target="${target}"/>`,
    )
    .join('')}</Relationships>`

/** What a spreadsheet of one sheet holds beside the sheet. */
const workbook: Record<string, string> = {
  '[Content_Types].xml': `${XML}<Types xmlns="${NAMES}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${SHEETS}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${SHEETS}.worksheet+xml"/></Types>`,
  '_rels/.rels': relationships([['rId1', 'officeDocument', 'xl/workbook.xml']]),
  'xl/_rels/workbook.xml.rels': relationships([['rId1', 'worksheet', 'worksheets/sheet1.xml']]),
  'xl/workbook.xml': `${XML}<workbook xmlns="${NAMES}/spreadsheetml/2006/main" xmlns:r="${NAMES}/officeDocument/2006/relationships"><sheets><sheet name="Issues" sheetId="1" r:id="rId1"/></sheets></workbook>`,
}

const columnOf = (nth: number): string =>
  nth < 26 ? String.fromCharCode(65 + nth) : columnOf(Math.floor(nth / 26) - 1) + columnOf(nth % 26)

/** Rows and cells with their places, without which some readers take none. Within a value no sign begins an element. */
async function* placed(texts: AsyncIterable<string>) {
  let [row, cell] = [0, 0]
  for await (const text of texts)
    yield text.replace(/<(row|c)(?=[ >])/g, (begun, element) => {
      if (element === 'c') return `${begun} r="${columnOf(cell++)}${row}"`
      cell = 0
      return `${begun} r="${++row}"`
    })
}

/** The bytes of one file whose text comes piece by piece. */
export const fileOf = (format: ExportFormat, texts: AsyncIterable<string>): Bytes => {
  if (format !== 'xlsx') return bytesOf(texts)
  return zipped([
    ...Object.entries(workbook).map(([name, text]) => ({ name, bytes: bytesOf([text]) })),
    { name: 'xl/worksheets/sheet1.xml', bytes: bytesOf(placed(texts)) },
  ])
}

const NONE = { nth: -1, file: '', text: '' }
type Part = typeof NONE

/** The part behind this one, of one file alone where that is said. */
const nextPart = (db: Knex, job: string, { nth }: Part, file?: string) =>
  db('job_parts')
    .where({ job, ...(file === undefined ? {} : { file }) })
    .where('nth', '>', nth)
    .orderBy('nth')
    .first<Part | undefined>('nth', 'file', 'text')

async function* textsOf(db: Knex, job: string, file: string, head: Values, format: Format) {
  yield format.begin(head)
  let isFirst = true
  for (let part = await nextPart(db, job, NONE, file); part; part = await nextPart(db, job, part, file)) {
    yield isFirst ? part.text : format.between + part.text
    isFirst = false
  }
  yield format.end
}

/** The bytes of an export, or of an archive with its files: one for each project, or all in one, which is called `alone`. */
export const exportBytes = (
  db: Knex,
  {
    job,
    format: name,
    alone,
    head,
  }: { job: string; format: ExportFormat; alone: string | null; head: Values },
): Bytes => {
  const one = (file: string): Bytes => fileOf(name, textsOf(db, job, file, head, formats[name]))
  if (alone === null) return one('')
  const entries = async function* () {
    // The files are one behind the other.
    const seen = new Set<string>()
    for (let part = await nextPart(db, job, NONE); part; part = await nextPart(db, job, part)) {
      if (seen.has(part.file)) continue
      seen.add(part.file)
      yield { name: `${part.file || alone}.${name}`, bytes: one(part.file), isPacked: name === 'xlsx' }
    }
  }
  return zipped(entries())
}
