/** One page of an archive: its words, what they name, and what each of these is. */
import { isUtf8 } from 'node:buffer'
import { MOST_COLUMNS } from '#contract/workspace/imports.ts'
import { cleanName } from '../../../files/fileName.ts'
import { fitsType, isInlineType, SNIFFED } from '../../../files/sniff.ts'
import type { textTasks } from '../../../text/documents/textTasks.ts'
import { runTask } from '../../../text/documents/threads.ts'
import { createBreath } from '../../archives/readArchive.ts'
import { readCsv } from '../read/csv.ts'
import { delimiterOf, encodingOf, SNIFFED_BYTES } from '../read/decode.ts'
import { Unreadable } from '../read/source.ts'
import { withLines } from '../text/lines.ts'
import { typeByName } from '../types.ts'
import type { Opened } from './opened.ts'
import { bytesOf, Damaged, headOf, pageBounds } from './storedZip.ts'
import { folderOf, lastOf, stemOf, type TreePage } from './tree.ts'

/** A page as it is staged: its place in the tree, and what it says of itself. */
export type PageCells = TreePage & {
  title: string
  created: string | null
  updated: string | null
  archived: string | null
  /** An emoji, as its code points in decimal. */
  sign: string | null
}

export const LONGEST_TITLE = 255
/** Rows, cells and their lines: a text takes 20,000 blocks. Further lines of a table stay behind. */
const MOST_BLOCKS = 18_000

const charsetOf = (bytes: Buffer): string => {
  const said = /charset\s*=\s*["']?([\w-]{3,30})/i.exec(bytes.subarray(0, 2048).toString('latin1'))?.[1]
  if (isUtf8(bytes) || !said) return encodingOf(bytes)
  try {
    return new TextDecoder(said).encoding
  } catch {
    return encodingOf(bytes)
  }
}

// Zeros are no letters; PostgreSQL keeps none.
const decoded = (bytes: Buffer): string =>
  new TextDecoder(charsetOf(bytes)).decode(bytes).replaceAll('\0', '')

export type Words = { text: string; cut: number } | { fault: string }

const AT_ONCE = 65_536
async function* slicesOf(bytes: Buffer) {
  for (let at = 0; at < bytes.length; at += AT_ONCE) yield bytes.subarray(at, at + AT_ONCE)
}

/** The lines of a table as JSON, as many as a text takes. Rejects with `Unreadable`. */
const linesOf = async (bytes: Buffer): Promise<{ text: string; cut: number }> => {
  const encoding = encodingOf(bytes.subarray(0, SNIFFED_BYTES))
  const delimiter = delimiterOf(bytes.subarray(0, SNIFFED_BYTES).toString())
  const breathe = createBreath()
  const lines: string[][] = []
  let [blocks, cut] = [0, 0]
  for await (const { cells: line } of readCsv(slicesOf(bytes), { encoding, delimiter })) {
    await breathe()
    const shown = (line as string[]).slice(0, lines[0]?.length ?? MOST_COLUMNS)
    blocks += 1 + 2 * (lines[0]?.length ?? shown.length)
    if (blocks > MOST_BLOCKS) cut++
    else lines.push(shown)
  }
  return { text: JSON.stringify(lines), cut }
}

/** The words of a page, as its file has them. */
export const wordsOf = async (opened: Opened, page: TreePage): Promise<Words> => {
  if (page.entry === null) return { text: '', cut: 0 }
  const entry = opened.files.get(page.entry)
  if (!entry) return { fault: 'Not in the archive' }
  try {
    const bytes = await bytesOf(entry, pageBounds.entry)
    if (!bytes) return { fault: `Larger than ${pageBounds.entry / 1024 / 1024} MB` }
    return page.kind === 'table' ? await linesOf(bytes) : { text: decoded(bytes), cut: 0 }
  } catch (error) {
    if (error instanceof Damaged) return { fault: error.message }
    if (error instanceof Unreadable) return { fault: error.message }
    throw error
  }
}

export type Read = Exclude<ReturnType<(typeof textTasks)['readPage']>, { refused: string }>

const EMPTY: Read = { content: '[]', addresses: [], names: new Map(), attachments: [] }

/** A page with the addresses that it names. */
export const readPage = async (
  opened: Opened,
  page: PageCells,
): Promise<{ read: Read; cut: number } | { fault: string }> => {
  if (page.kind === 'folder') return { read: EMPTY, cut: 0 }
  const words = await wordsOf(opened, page)
  if ('fault' in words) return words
  // Notion writes what is in lines of its own, such as the fields of a row, without a blank line between.
  const isTyped = opened.flavour === 'notion' && page.kind === 'markdown'
  const text = isTyped ? withLines(words.text) : words.text
  const read = await runTask('readPage', { kind: page.kind, text, title: page.title })
  return 'refused' in read ? { fault: read.refused } : { read, cut: words.cut }
}

/** What an address names: a page by its place, a file by its path, or something that is to be looked up by these names. */
export type Named = { nth: number } | { file: string } | { keys: string[] }

const plainOf = (address: string): string => {
  const path = address.replace(/[?#].*$/s, '')
  try {
    return decodeURIComponent(path).normalize('NFC')
  } catch {
    return path.normalize('NFC')
  }
}

/** The path that an address leads to from a folder; null for one that leads out of the archive. */
const joined = (folder: string, path: string): string | null => {
  const parts = path.startsWith('/') ? [] : folder.split('/').filter(Boolean)
  for (const part of path.split('/')) {
    if (part === '..') {
      if (parts.length === 0) return null
      parts.pop()
    } else if (part !== '.' && part !== '') parts.push(part)
  }
  return parts.join('/')
}

const shortOf = (name: string): string => name.trim().toLowerCase().slice(0, 400).toWellFormed()

export const nameKey = (name: string): string => `name ${shortOf(name)}`
export const idKey = (id: string): string => `id ${id}`
export const rowKey = (nth: number, name: string): string => `row ${nth} ${shortOf(name)}`

const atPath = ({ byPath, files, folded }: Opened, path: string): Named | null => {
  for (const wanted of [path, `${path}.md`, `${path}.html`, stemOf(path)]) {
    const name = byPath.has(wanted) || files.has(wanted) ? wanted : folded.get(wanted.toLowerCase())
    const nth = name === undefined ? undefined : byPath.get(name)
    if (nth !== undefined) return { nth }
    // Of the table of a page there may be two files.
    if (path.endsWith('.csv') && byPath.has(stemOf(path))) return { nth: byPath.get(stemOf(path))! }
    if (name !== undefined && wanted === path && files.has(name)) return { file: name }
  }
  return null
}

export const findNamed = (
  opened: Opened,
  page: PageCells & { nth: number },
  { kind, address }: Read['addresses'][number],
): Named | null => {
  if (kind === 'name') {
    const own = page.kind === 'table' ? [rowKey(page.nth, address)] : [nameKey(lastOf(address))]
    return { keys: own }
  }
  const notion = /^https?:.*?([0-9a-f]{32})(?:[?#]|$)/i.exec(address)?.[1]
  if (notion) return { keys: [idKey(`notion ${notion.toLowerCase()}`)] }
  const plain = plainOf(address)
  const path = joined(folderOf(page.entry ?? page.path), plain)
  if (path === null || path === '') return null
  const found = atPath(opened, path)
  if (found) return found
  const named = opened.byName.get(lastOf(plain).toLowerCase())
  if (named) return { file: named }
  return kind === 'picture' && !/\.\w{1,5}$/.test(plain) ? { keys: [nameKey(lastOf(plain))] } : null
}

const PICTURE = /\.(?:png|jpe?g|gif|webp|svg|bmp|tiff?|avif|heic)$/i
export const isPictureName = (name: string): boolean => PICTURE.test(name)

export type JudgedFile = { name: string; type: string; size: number; isPicture: boolean }

const megabytes = (bytes: number) => `${Math.round((bytes / 1024 / 1024) * 10) / 10} MB`

/** A file of the archive as it would be kept, or why it is not. */
export const judgeFile = async (
  opened: Opened,
  path: string,
  { called, limit }: { called: string | undefined; limit: number },
): Promise<JudgedFile | { fault: string }> => {
  const entry = opened.files.get(path)!
  if (entry.size === 0) return { fault: 'The file is empty' }
  if (entry.size > limit) return { fault: `The file is larger than ${megabytes(limit)}` }
  const name = cleanName(called ?? '') || cleanName(lastOf(path)) || 'file'
  const type = typeByName(name) ?? typeByName(path) ?? 'application/octet-stream'
  const file = { name, type, size: entry.size, isPicture: isInlineType(type) }
  if (!file.isPicture) return file
  try {
    if (fitsType(type, await headOf(entry, SNIFFED))) return file
  } catch (error) {
    if (error instanceof Damaged) return { fault: error.message }
    throw error
  }
  return { fault: 'The file is called a picture and is none' }
}
