/** The pages of an archive and what is below what, known by the names of its files alone. */
import { createBreath } from '../../archives/readArchive.ts'

export type Flavour = 'notion' | 'confluence' | 'pages'
export type TreePage = {
  kind: 'markdown' | 'html' | 'table' | 'folder'
  /** The file that holds its text; null for a folder without one. */
  entry: string | null
  /** Of its file without ending, or of its folder. */
  path: string
  /** The name in its path, without an id. */
  name: string
  /** What names it in its source. */
  id: string | null
  /** Its place in the list: those above others come first. */
  parent: number | null
}

export const MOST_PAGES = 20_000
const AT_ONCE = 200

const PAGE = /\.(md|markdown|html?)$/i
const TABLE = /\.csv$/i
const NOTION_ID = / ([0-9a-f]{32})$/
const NOTION_SHORT = / ([0-9a-f]{4})-([0-9a-f]{4})$/
const CONFLUENCE_ID = /^(?:(.*)_)?(\d{3,20})$/
const INDEX = /^(?:index|readme)$/i

/** Numbers within names count as such. As plain letters: a collator would hold the process at tens of thousands of names. */
const sortKey = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/\d+/g, digits => digits.padStart(20, '0'))
const byName = (leaves: readonly Leaf[]): Leaf[] =>
  leaves
    .map(leaf => ({ leaf, key: sortKey(leaf.name) }))
    .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : a.leaf.path < b.leaf.path ? -1 : 1))
    .map(({ leaf }) => leaf)

export const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')))
export const lastOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1)
export const stemOf = (entry: string): string => entry.replace(/\.[^./]{1,9}$/, '')

/** The tool that wrote an archive, by how it names files. */
export const flavourOf = (names: readonly string[]): Flavour => {
  const pages = names.filter(name => PAGE.test(name))
  if (names.some(name => NOTION_ID.test(stemOf(name)))) return 'notion'
  const all = new Set(names)
  const isFlat = new Set(pages.map(folderOf))
    .values()
    .some(folder => all.has(folder ? `${folder}/index.html` : 'index.html'))
  const numbered = pages.filter(name => name.endsWith('.html') && CONFLUENCE_ID.test(lastOf(stemOf(name))))
  return isFlat && numbered.length > 0 && numbered.length >= pages.length - 1 ? 'confluence' : 'pages'
}

const named = (stem: string, flavour: Flavour): { name: string; id: string | null } => {
  const last = lastOf(stem)
  if (flavour === 'notion') {
    const id = NOTION_ID.exec(last)?.[1]
    return { name: last.replace(NOTION_ID, '').replace(NOTION_SHORT, ''), id: id ? `notion ${id}` : null }
  }
  if (flavour === 'confluence') {
    const [, name, id] = CONFLUENCE_ID.exec(last) ?? []
    return { name: (name || last).replaceAll('-', ' '), id: id ? `confluence ${id}` : null }
  }
  return { name: last, id: null }
}

type Leaf = Omit<TreePage, 'parent'> & { folder: string }

/** A folder in which all lies, and which is no page's: it says nothing. */
const commonFolder = (names: readonly string[]): string => {
  let folder = folderOf(names[0] ?? '')
  for (const name of names) while (folder && !name.startsWith(`${folder}/`)) folder = folderOf(folder)
  return folder
}

const leavesOf = async (
  names: readonly string[],
  flavour: Flavour,
  breathe: () => Promise<void>,
): Promise<Leaf[]> => {
  const stems = new Set(names.filter(name => PAGE.test(name)).map(stemOf))
  const tables = new Set(names.filter(name => flavour === 'notion' && TABLE.test(name)))
  const leaves: Leaf[] = []
  for (const [nth, entry] of names.entries()) {
    if (nth % AT_ONCE === 0) await breathe()
    const stem = stemOf(entry)
    const place = { path: stem, folder: folderOf(stem), ...named(stem, flavour) }
    if (PAGE.test(entry)) {
      if (flavour === 'confluence' && lastOf(entry) === 'index.html') continue
      leaves.push({ kind: /\.html?$/i.test(entry) ? 'html' : 'markdown', entry, ...place })
    } else if (tables.has(entry) && !stem.endsWith('_all') && !stems.has(stem) && NOTION_ID.test(stem)) {
      // Of a database two files are written: all of its rows are in the second.
      const all = `${stem}_all.csv`
      leaves.push({ kind: 'table', entry: tables.has(all) ? all : entry, ...place })
    }
  }
  return leaves
}

/** Folders by the page that they hold the pages of: of the same name, or of its name without an id or with the ends of one. */
const ownersOf = (leaves: readonly Leaf[]): Map<string, Leaf> => {
  const owners = new Map<string, Leaf>()
  const give = (path: string, leaf: Leaf) => {
    if (!owners.has(path)) owners.set(path, leaf)
  }
  for (const leaf of leaves) give(leaf.path, leaf)
  for (const leaf of leaves) {
    const before = leaf.folder ? `${leaf.folder}/` : ''
    const id = leaf.id?.startsWith('notion ') ? leaf.id.slice(7) : null
    if (!id) continue
    give(`${before}${leaf.name} ${id.slice(0, 4)}-${id.slice(-4)}`, leaf)
    give(before + leaf.name, leaf)
  }
  for (const leaf of leaves)
    if (INDEX.test(leaf.name) && leaf.folder) {
      if (!owners.has(leaf.folder)) owners.set(leaf.folder, leaf)
    }
  return owners
}

/** The pages of these files, each after the one above it, neighbours by name with numbers in their order. */
export const treeOf = async (names: readonly string[], flavour: Flavour): Promise<TreePage[]> => {
  const breathe = createBreath()
  const leaves = await leavesOf(names, flavour, breathe)
  const root = commonFolder(names)
  await breathe()
  const owners = ownersOf(leaves)
  await breathe()
  // The folder of a page is that page; others, with pages somewhere below them, are pages without words.
  const folders = new Map<string, Leaf>()
  const parentOf = (leaf: Leaf): Leaf | null => {
    let { folder } = leaf
    if (owners.get(folder) === leaf) folder = folderOf(folder)
    if (folder === '' || folder === root || root.startsWith(`${folder}/`)) return null
    const owner = owners.get(folder)
    if (owner && owner !== leaf) return owner
    const known = folders.get(folder)
    if (known) return known
    const made: Leaf = {
      ...{ kind: 'folder', entry: null, path: folder, folder: folderOf(folder) },
      ...{ ...named(folder, flavour), id: null },
    }
    folders.set(folder, made)
    return made
  }
  const above = new Map<Leaf, Leaf | null>()
  const ahead = [...leaves]
  for (let leaf = ahead.pop(); leaf; leaf = ahead.pop()) {
    if (above.size % AT_ONCE === 0) await breathe()
    if (above.has(leaf)) continue
    const parent = parentOf(leaf)
    above.set(leaf, parent)
    if (parent && !above.has(parent)) ahead.push(parent)
  }
  const below = Map.groupBy(above.keys(), leaf => above.get(leaf) ?? null)
  const pages: TreePage[] = []
  const sorted = (parent: Leaf | null) => byName(below.get(parent) ?? []).toReversed()
  const walk = sorted(null).map(leaf => ({ leaf, parent: null as number | null }))
  for (let next = walk.pop(); next; next = walk.pop()) {
    const { leaf, parent } = next
    const nth = pages.length
    if (nth % AT_ONCE === 0) await breathe()
    const isIndex = INDEX.test(leaf.name) && leaf.folder !== '' && owners.get(leaf.folder) === leaf
    const { folder: _, ...page } = leaf
    pages.push({ ...page, name: isIndex ? lastOf(leaf.folder) : page.name, parent })
    for (const child of sorted(leaf)) walk.push({ leaf: child, parent: nth })
  }
  return pages
}

/** The pages in the order and tree of a list of links within lists, as `index.html` of a space has it. */
export const byIndex = (pages: readonly TreePage[], index: string): TreePage[] => {
  const known = new Map(pages.map(page => [lastOf(page.entry ?? ''), page]))
  const found: TreePage[] = []
  const open: (number | null)[] = [null]
  let last: number | null = null
  for (const [, end, name, attributes] of index.matchAll(/<(\/?)(ul|a)\b([^<>]{0,1000})>/gi)) {
    if (name!.toLowerCase() === 'ul') {
      if (end) open.pop()
      else open.push(last)
      if (open.length === 0) open.push(null)
      continue
    }
    let entry = /\bhref="([^"]{1,500})"/.exec(attributes!)?.[1] ?? ''
    try {
      entry = decodeURIComponent(entry)
    } catch {
      // As it is written.
    }
    const page = known.get(entry)
    if (!page) continue
    known.delete(entry)
    last = found.length
    found.push({ ...page, parent: open.at(-1) ?? null })
  }
  return [...found, ...[...known.values()].map(page => ({ ...page, parent: null }))]
}
