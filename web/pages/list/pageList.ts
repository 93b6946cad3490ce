/** The pages that a list shows, and their order. */
import type { Clock } from '#contract/lists/dateTerms.ts'
import { fold } from '#contract/lists/folding.ts'
import { isPublic, type Page } from '#contract/text/pages.ts'
import { pageName } from '../../editor/pageNames.ts'
import {
  type FilterTable,
  favourites,
  type Narrowing,
  peopleChoices,
  sinceThen,
} from '../../shell/list/filters.ts'
import type { Ordering } from '../../shell/list/order.ts'
import type { Person } from '../../ui/marks/Avatar.tsx'

export const sections = ['public', 'private', 'archived'] as const
export type Section = (typeof sections)[number]
export const orders = { updated_at: 'Last edited', created_at: 'Created', name: 'Title' } as const
export type Order = keyof typeof orders
export const USUAL = 'updated_at'

type Known = { favorites: ReadonlySet<string>; people: readonly Person[]; clock: Clock }

export const pageFilters = ({ favorites, people, clock }: Known): FilterTable<Page> => [
  favourites(favorites),
  sinceThen('created', 'Created', page => page.created_at, clock),
  {
    name: 'created_by',
    label: 'Creator',
    icon: 'user-round',
    choices: peopleChoices(people),
    has: (page, one) => page.created_by === one,
  },
]

export const sectionOf = (page: Page): Section =>
  page.archived_at ? 'archived' : isPublic(page) ? 'public' : 'private'

/** The pages of a section that a list finds, in its order. */
export const pagesOf = (
  pages: readonly Page[],
  section: Section,
  { finds, passes }: Narrowing<Page>,
  { order, descending }: Ordering<Order>,
): Page[] => {
  const turn = descending ? -1 : 1
  const value = (page: Page) => (order === 'name' ? fold(pageName(page)) : page[order])
  return pages
    .filter(page => sectionOf(page) === section && passes(page) && finds(pageName(page)))
    .sort((a, b) => {
      const [one, other] = [value(a), value(b)]
      return one === other ? (a.id < b.id ? -1 : 1) : one < other ? -turn : turn
    })
}
