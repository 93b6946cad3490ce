/** Names of pages as files: safe on every system, and of one folder no two alike. */
import { setImmediate } from 'node:timers/promises'

/** In bytes; file systems take 255, and an ending and a number follow. */
const LONGEST_NAME = 150
/** Of a path, in bytes: pages deeper than that are beside the one above. */
const LONGEST_PATH = 900

// Control and invisible signs (joiners aside, without which words and emoji fall apart), marks that turn the direction of writing, and what some system gives a meaning.
const UNFIT = /[\p{Cc}\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufffd/\\:*?"<>|]+/gu
const RESERVED = /^(con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³])(?=\.|$)/i

const segmenter = new Intl.Segmenter()
const cut = (text: string, most: number): string => {
  if (text.length * 3 <= most) return text
  let [bytes, at] = [0, 0]
  for (const { segment } of segmenter.segment(text)) {
    bytes += Buffer.byteLength(segment)
    if (bytes > most) break
    at += segment.length
  }
  return text.slice(0, at)
}

/** A name that every file system takes; never empty. */
export const safeName = (given: string, instead = 'Untitled'): string => {
  // Further words would be cut off anyway: a text of any length costs the same.
  const clean = given.slice(0, 1_000).toWellFormed().normalize('NFC').replace(UNFIT, ' ').replace(/\s+/g, ' ')
  const name = cut(clean.trim(), LONGEST_NAME).replace(/^[. ]+|[. ]+$/g, '')
  return (name || instead).replace(RESERVED, '$1_')
}

/** Alike to a file system that knows no case or writes letters in another form. */
const alike = (name: string) =>
  name
    .replace(/[\u200c\u200d]/g, '')
    .normalize('NFKC')
    .toUpperCase()
    .toLowerCase()

/** Gives each wanted name once; the second time with a number before its ending. */
export const namesOnce = (...taken: readonly string[]) => {
  const used = new Set(taken.map(alike))
  const counts = new Map<string, number>()
  return (
    wanted: string,
    { ending = '', beside = [] }: { ending?: string; beside?: readonly string[] } = {},
  ) => {
    const key = alike(wanted + ending)
    for (let nth = counts.get(key) ?? 1; ; nth++) {
      const name = (nth > 1 ? `${wanted} ${nth}` : wanted) + ending
      const all = [name, ...beside.map(end => name + end)].map(alike)
      if (all.some(one => used.has(one))) continue
      for (const one of all) used.add(one)
      counts.set(key, nth + 1)
      return name
    }
  }
}

/** The folder beside a page's file for its pictures and files. No page is called so, so that none is taken for one. */
export const FILES = 'files'

type Leaf = { id: string; name: string; parent: string | null }
/** Pages between two breaths: of long names in other scripts these take a few milliseconds. */
const AT_ONCE = 50

/** Paths of pages, without ending, in the order of a walk through the tree; each page below its parent, if that is among them. */
export const placesOf = async (pages: readonly Leaf[]): Promise<Map<string, string>> => {
  const known = new Set(pages.map(({ id }) => id))
  const below = Map.groupBy(pages, ({ parent }) => (parent !== null && known.has(parent) ? parent : null))
  const places = new Map<string, string>()
  const folders = new Map<string, ReturnType<typeof namesOnce>>()
  const place = (page: Leaf, folder: string) => {
    const name = folders.get(folder) ?? namesOnce(FILES)
    folders.set(folder, name)
    const path = folder + name(safeName(page.name), { beside: ['.md', '.html'] })
    places.set(page.id, path)
    return Buffer.byteLength(path) < LONGEST_PATH ? `${path}/` : folder
  }
  const ahead = (below.get(null) ?? []).toReversed().map(page => ({ page, folder: '' }))
  for (let next = ahead.pop(); next; next = ahead.pop()) {
    const folder = place(next.page, next.folder)
    for (const page of (below.get(next.page.id) ?? []).toReversed()) ahead.push({ page, folder })
    if (places.size % AT_ONCE === 0) await setImmediate()
  }
  // Pages below each other in a circle would be reached from nowhere.
  for (const page of pages) if (!places.has(page.id)) place(page, '')
  return places
}

// Letters of every script stay readable; what has a meaning in an address or in Markdown does not.
const inAddress = (part: string) =>
  part.replace(/[^\p{L}\p{M}\p{N}._~-]/gu, sign =>
    [...Buffer.from(sign)].map(byte => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join(''),
  )

/** The address of one file seen from another, both by their paths in the same archive. */
export const addressFrom = (from: string, to: string): string => {
  const [here, there] = [from.split('/').slice(0, -1), to.split('/')]
  let shared = 0
  while (shared < here.length && shared < there.length - 1 && here[shared] === there[shared]) shared++
  return [...here.slice(shared).map(() => '..'), ...there.slice(shared).map(inAddress)].join('/')
}
