/** The archive of an import, opened: its files by their paths, and its pages in their order. Kept by this process between steps. */
import { messageOf } from '#contract/messageOf.ts'
import { type FileStore, KeyTaken } from '../../../files/store.ts'
import { digestOfName, unpackedKey } from '../keys.ts'
import { Unreadable } from '../read/source.ts'
import type { WholeRow } from '../staging/rows.ts'
import { bytesOf, openStoredZip, pageBounds, type StoredZip, type ZipEntry } from './storedZip.ts'
import { byIndex, type Flavour, flavourOf, lastOf, MOST_PAGES, type TreePage, treeOf } from './tree.ts'

export type Opened = {
  flavour: Flavour
  files: ReadonlyMap<string, ZipEntry>
  /** By letters of one case: some archives were written where that makes no difference. */
  folded: ReadonlyMap<string, string>
  pages: TreePage[]
  /** Pages by the file that holds their text, and by their path. */
  byPath: ReadonlyMap<string, number>
  /** Files that hold no page. */
  others: string[]
  /** Those by their last name in letters of one case, as some texts name them. */
  byName: ReadonlyMap<string, string>
  parts: string[]
  close(): void
}

const PART = /^(?:[^/]+\/)?(?:Export(?:Block)?-)?[^/]*Part-\d+\.zip$/i

/** Zips within the zip that are parts of it: by their names, or where there is nothing else. */
const partsOf = ({ entries }: StoredZip): ZipEntry[] => {
  const zips = entries.filter(({ name }) => /\.zip$/i.test(name))
  if (zips.length > 0 && zips.length === entries.length) return zips
  return zips.filter(({ name }) => PART.test(name))
}

const openParts = async (store: FileStore, row: WholeRow, zips: readonly ZipEntry[]) => {
  const keys: string[] = []
  const opened: StoredZip[] = []
  try {
    for (const zip of zips) {
      const key = unpackedKey(row, digestOfName(zip.name))
      keys.push(key)
      const there = await store.read(key, { start: 0, end: 1 })
      there?.stream.destroy()
      if (!there)
        await store.put(key, await zip.open(), zip.size).catch(error => {
          if (!(error instanceof KeyTaken))
            throw new Unreadable(`${zip.name} is damaged: ${messageOf(error)}`)
        })
      opened.push(await openStoredZip(store, key))
    }
  } catch (error) {
    for (const one of opened) one.close()
    throw error
  }
  return { keys, opened }
}

const lower = (name: string) => name.toLowerCase()

const pagesOf = async (files: ReadonlyMap<string, ZipEntry>, flavour: Flavour): Promise<TreePage[]> => {
  const names = [...files.keys()]
  const pages = await treeOf(names, flavour)
  const index = flavour === 'confluence' && names.find(name => /(?:^|\/)index\.html$/.test(name))
  const bytes = index ? await bytesOf(files.get(index)!, pageBounds.entry) : null
  return bytes ? byIndex(pages, bytes.toString()) : pages
}

const open = async (store: FileStore, row: WholeRow): Promise<Opened> => {
  if (row.file === null) throw new Unreadable('Its file was not sent.')
  const outer = await openStoredZip(store, row.file)
  const zips: StoredZip[] = [outer]
  const close = () => {
    for (const zip of zips) zip.close()
  }
  try {
    const within = partsOf(outer)
    if (within.reduce((sum, { size }) => sum + size, 0) > pageBounds.total)
      throw new Unreadable('The archive would unpack to more than is taken in.')
    const { keys, opened } = await openParts(store, row, within)
    zips.push(...opened)
    const files = new Map<string, ZipEntry>()
    for (const entry of zips.flatMap(({ entries }) => entries))
      if (!within.includes(entry) && !files.has(entry.name)) files.set(entry.name, entry)
    if (files.size > pageBounds.entries) throw new Unreadable('The archive has too many entries.')
    const flavour = flavourOf([...files.keys()])
    const pages = await pagesOf(files, flavour)
    if (pages.length > MOST_PAGES)
      throw new Unreadable(`The archive has more than ${MOST_PAGES} pages: split it.`)
    const held = new Set(pages.flatMap(({ entry }) => entry ?? []))
    const byPath = new Map<string, number>()
    for (const [nth, { entry, path }] of pages.entries()) {
      if (entry) byPath.set(entry, nth)
      if (!byPath.has(path)) byPath.set(path, nth)
    }
    const others = [...files.keys()].filter(name => !held.has(name) && !isOfTool(name, flavour))
    return {
      ...{ flavour, files, pages, byPath, others, close, parts: keys },
      folded: new Map([...files.keys(), ...byPath.keys()].map(name => [lower(name), name])),
      byName: new Map(others.map(name => [lower(lastOf(name)), name])),
    }
  } catch (error) {
    close()
    throw error
  }
}

/** Files that a tool adds for itself: styles, icons, its own list of pages, the second form of a table. */
const isOfTool = (name: string, flavour: Flavour): boolean =>
  flavour === 'confluence'
    ? /(?:^|\/)(?:index\.html|styles\/[^/]*|images\/icons\/.*)$/.test(name)
    : flavour === 'notion' && /(?:^|\/)(?:index\.html|.* [0-9a-f]{32}(?:_all)?\.csv)$/.test(name)

const KEPT_MS = 60_000
const kept = new Map<string, { opened: Promise<Opened>; timer: NodeJS.Timeout }>()

export const closeArchive = (importId: string): void => {
  const one = kept.get(importId)
  kept.delete(importId)
  clearTimeout(one?.timer)
  void one?.opened.then(
    ({ close }) => close(),
    () => {},
  )
}

/** The archive of an import; opened again where this process has not read it lately. Rejects with `Unreadable`. */
export const archiveOf = async (store: FileStore, row: WholeRow): Promise<Opened> => {
  const known = kept.get(row.id)
  clearTimeout(known?.timer)
  const opened = known?.opened ?? open(store, row)
  const timer = setTimeout(() => closeArchive(row.id), KEPT_MS).unref()
  kept.set(row.id, { opened, timer })
  opened.catch(() => closeArchive(row.id))
  return opened
}
