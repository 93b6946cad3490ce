/** A list of pages as a value that stands in the address: its tab, search, filters and order. */

import { keysOf } from '#contract/keys.ts'
import type { Clock } from '#contract/lists/dateTerms.ts'
import { fold } from '#contract/lists/folding.ts'
import { isPublic, type Page } from '#contract/text/pages.ts'
import { pageName } from '../../editor/pageNames.ts'
import { spanIn } from '../../shell/spans/namedSpans.ts'
import { momentsIn, spansBack } from '../../shell/spans/pastSpans.ts'

export const sections = ['public', 'private', 'archived'] as const
export type Section = (typeof sections)[number]
export const orders = { updated_at: 'Last edited', created_at: 'Created', name: 'Title' } as const
export type Order = keyof typeof orders

export type PageList = {
  section: Section
  search: string
  order: Order
  descending: boolean
  favorites: boolean
  span: string | null
  creators: readonly string[]
}

const oneOf = <T extends string>(given: string | null, of: readonly T[], usual: T): T =>
  of.find(one => one === given) ?? usual

export const readList = (query: URLSearchParams): PageList => {
  return {
    section: oneOf(query.get('type'), sections, 'public'),
    search: query.get('search') ?? '',
    order: oneOf(query.get('order_by'), keysOf(orders), 'updated_at'),
    descending: query.get('order') !== 'asc',
    favorites: query.get('favorites') === 'true',
    span: spanIn(query, 'created', spansBack),
    creators: query.get('created_by')?.split(',').filter(Boolean) ?? [],
  }
}

/** The same as an address; defaults are left out. */
export const writeList = (list: PageList): URLSearchParams => {
  const given: Record<string, string | false> = {
    type: list.section !== 'public' && list.section,
    search: list.search,
    order_by: list.order !== 'updated_at' && list.order,
    order: !list.descending && 'asc',
    favorites: list.favorites && 'true',
    created: list.span ?? false,
    created_by: list.creators.join(),
  }
  return new URLSearchParams(Object.entries(given).filter((one): one is [string, string] => Boolean(one[1])))
}

export const isFiltered = (list: PageList) => list.favorites || list.span !== null || list.creators.length > 0

export const sectionOf = (page: Page): Section =>
  page.archived_at ? 'archived' : isPublic(page) ? 'public' : 'private'

/** Tells of a page whether it passes the filters. */
export const passing = (list: PageList, favorites: ReadonlySet<string>, clock: Clock) => {
  const isMade = momentsIn(list.span, clock)
  return (page: Page): boolean =>
    (!list.favorites || favorites.has(page.id)) &&
    isMade(page.created_at) &&
    (list.creators.length === 0 || list.creators.includes(page.created_by ?? ''))
}

/** The pages of a list that pass its filters, in its order. */
export const pagesOf = (pages: readonly Page[], list: PageList, passes: (page: Page) => boolean): Page[] => {
  const wanted = fold(list.search.trim())
  const turn = list.descending ? -1 : 1
  const value = (page: Page) => (list.order === 'name' ? fold(pageName(page)) : page[list.order])
  return pages
    .filter(page => sectionOf(page) === list.section && passes(page) && fold(pageName(page)).includes(wanted))
    .sort((a, b) => {
      const [one, other] = [value(a), value(b)]
      return one === other ? (a.id < b.id ? -1 : 1) : one < other ? -turn : turn
    })
}
