/** Bytes of a file as words: by its mark, as UTF-8 where it is that, otherwise as the letters of Windows. */
import { isUtf8 } from 'node:buffer'

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

/** So much of a file decides what it is. */
export const SNIFFED_BYTES = 65_536

export type FileKind = 'table' | 'xlsx' | 'xls' | 'html' | 'json'

/** What a file is by its first bytes, whatever it is called. */
export const kindOf = (head: Buffer): FileKind => {
  if (head.subarray(0, 4).equals(Buffer.from([0x50, 0x4b, 3, 4]))) return 'xlsx'
  if (head.subarray(0, 4).equals(Buffer.from([0xd0, 0xcf, 0x11, 0xe0]))) return 'xls'
  const text = head.subarray(0, 1024).toString('latin1').replace(/^ï»¿/, '').trimStart()
  if (/^<(!doctype|html|table|\?xml)/i.test(text)) return 'html'
  return /^[{[]/.test(text) ? 'json' : 'table'
}

/** A letter may be cut at the end of the part that is looked at. */
const isCutUtf8 = (head: Buffer) => [0, 1, 2, 3].some(cut => isUtf8(head.subarray(0, head.length - cut)))

export const encodingOf = (head: Buffer): Encoding => {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be'
  return isCutUtf8(head) ? 'utf-8' : 'windows-1252'
}

const isPlain = (bytes: Buffer) => bytes.every(byte => byte < 0x80)

/** The encoding of a whole file. Where its beginning has no letter that tells them apart, the first one behind it does. */
export const encodingWithin = async (head: Buffer, all: () => AsyncIterable<Buffer>): Promise<Encoding> => {
  if (!isPlain(head)) return encodingOf(head)
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    for await (const part of all()) decoder.decode(part, { stream: true })
    decoder.decode()
    return 'utf-8'
  } catch (error) {
    if ((error as { code?: string }).code !== 'ERR_ENCODING_INVALID_ENCODED_DATA') throw error
    return 'windows-1252'
  }
}

/** The words of a stream of bytes; rejects where later bytes are not of the encoding that the first ones promised. */
export async function* decoded(source: AsyncIterable<Buffer>, encoding: Encoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true })
  for await (const part of source) yield decoder.decode(part, { stream: true })
  yield decoder.decode()
}

const DELIMITERS = [',', ';', '\t', '|']

/** The sign between the columns: the one that the header, outside its quotes, has most of. */
export const delimiterOf = (head: string): string => {
  const said = /^\uFEFF?sep=(.)\r?\n/i.exec(head)?.[1]
  if (said) return said
  const first = head.replace(/"(?:[^"]|"")*"/g, '').split(/\r\n|\r|\n/)[0] ?? ''
  const counts = DELIMITERS.map(sign => first.split(sign).length)
  return DELIMITERS[counts.indexOf(Math.max(...counts))]!
}
