/** A source as records, whatever it is: a table, a board as JSON, or a service that is asked page by page. */
import { type ImportSource, MAX_JSON_BYTES } from '#contract/workspace/imports.ts'
import type { Seal } from '../../../db/seal.ts'
import type { FileStore } from '../../../files/store.ts'
import type { Outgoing } from '../../../http/outgoing.ts'
import { readJsonFile } from '../json/open.ts'
import { connect } from '../sources/connected.ts'
import type { WholeRow } from '../staging/rows.ts'
import { readCsv } from './csv.ts'
import { delimiterOf, encodingWithin, kindOf, SNIFFED_BYTES } from './decode.ts'
import { type Source, Unreadable } from './source.ts'
import { readXlsx } from './xlsx.ts'

export type Access = {
  store: FileStore
  seal: (name: string) => Seal
  outgoing: Outgoing
  /** The most bytes of a file that the instance takes. */
  fileSizeLimit: number
}

const bytesOf = async (store: FileStore, key: string) => {
  const kept = await store.read(key)
  if (!kept) throw new Unreadable('The file is gone.')
  return kept
}

const headOf = async (store: FileStore, key: string): Promise<Buffer> => {
  const { stream } = await bytesOf(store, key)
  const parts: Buffer[] = []
  let size = 0
  for await (const part of stream as AsyncIterable<Buffer>) {
    parts.push(part)
    size += part.length
    if (size >= SNIFFED_BYTES) break
  }
  stream.destroy()
  return Buffer.concat(parts).subarray(0, SNIFFED_BYTES)
}

const openFile = async (key: string, source: ImportSource, { store }: Access): Promise<Source> => {
  const head = await headOf(store, key)
  const kind = kindOf(head)
  if (kind === 'xls') throw new Unreadable('This is a file of an old Excel: save it as .xlsx or CSV.')
  if (kind === 'html')
    throw new Unreadable('This is a web page, not a table. Was the export behind a sign-in?')
  let done = 0
  const { size } = await bytesOf(store, key).then(kept => {
    kept.stream.destroy()
    return kept
  })
  async function* counted(): AsyncGenerator<Buffer> {
    const { stream } = await bytesOf(store, key)
    done = 0
    try {
      for await (const part of stream as AsyncIterable<Buffer>) {
        done += part.length
        yield part
      }
    } finally {
      stream.destroy()
    }
  }
  const common = { progress: () => ({ done, total: size }) }
  if (kind === 'xlsx')
    return {
      ...common,
      rows: readXlsx(async () => counted()),
      format: { kind: 'xlsx', encoding: 'utf-8', delimiter: '', dates: null },
    }
  if (kind === 'json') {
    if (size > MAX_JSON_BYTES) throw new Unreadable('A file of JSON has at most 100 MB.')
    return {
      ...common,
      rows: readJsonFile(counted, head),
      format: { kind: 'json', encoding: 'utf-8', delimiter: '', dates: null },
    }
  }
  if (source === 'trello')
    throw new Unreadable('This is no board of Trello: export it as JSON, by the menu of the board.')
  const encoding = await encodingWithin(head, counted)
  // A letter may be cut at its end: what is sought are signs between columns.
  const words = new TextDecoder(encoding === 'utf-8' ? 'windows-1252' : encoding).decode(head)
  const delimiter = delimiterOf(words)
  return {
    ...common,
    rows: readCsv(counted(), { encoding, delimiter }),
    format: { kind: 'csv', encoding, delimiter, dates: null },
  }
}

/** Opens the source of an import; a service from `cursor` on. */
export const openSource = async (row: WholeRow, access: Access, cursor: string | null): Promise<Source> => {
  if (row.connection !== null)
    return connect(row.source, access.seal('import').open(row.connection), access.outgoing, cursor)
  if (row.file === null) throw new Unreadable('Its file was not sent.')
  return openFile(row.file, row.source, access)
}
