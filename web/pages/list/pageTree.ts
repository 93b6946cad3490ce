/** Pages below pages. */
import type { Page } from '#contract/text/pages.ts'

export type TreeRow = { id: string; page: Page; depth: number; children: number }

/** Is it that page, or somewhere below it? */
export const isBelow = (pages: readonly Page[], id: string, of: string): boolean => {
  const known = new Map(pages.map(page => [page.id, page]))
  const seen = new Set<string>()
  for (let at: string | null = id; at && !seen.has(at); at = known.get(at)?.parent ?? null) {
    if (at === of) return true
    seen.add(at)
  }
  return false
}

/** The pages as they are below each other; one whose parent is not among them is at the top. */
export const treeOf = (pages: readonly Page[], folded: ReadonlySet<string>): TreeRow[] => {
  const here = new Set(pages.map(page => page.id))
  const below = new Map<string | null, Page[]>()
  for (const page of pages) {
    const parent = page.parent && here.has(page.parent) ? page.parent : null
    const beside = below.get(parent)
    if (beside) beside.push(page)
    else below.set(parent, [page])
  }
  const rows: TreeRow[] = []
  const add = (parent: string | null, depth: number) => {
    for (const page of below.get(parent) ?? []) {
      rows.push({ id: page.id, page, depth, children: below.get(page.id)?.length ?? 0 })
      if (!folded.has(page.id)) add(page.id, depth + 1)
    }
  }
  add(null, 0)
  return rows
}
