/** The views that a list shows, and their order: all of it stands in the address. */

import type { Clock } from '#contract/lists/dateTerms.ts'
import { fold } from '#contract/lists/folding.ts'
import type { View } from '#contract/planning/views.ts'
import { byName } from '../planning/byName.ts'
import { spanIn } from '../shell/spans/namedSpans.ts'
import { momentsIn, spansBack } from '../shell/spans/pastSpans.ts'
import { isPublic } from './viewActions.ts'

export const orders = { updated_at: 'Modified', created_at: 'Created', name: 'Name' } as const
export type Order = keyof typeof orders
export const accesses = { public: 'Everyone', private: 'Only you' } as const
export type Access = keyof typeof accesses

export type ViewList = {
  search: string
  order: Order
  descending: boolean
  favorites: boolean
  access: Access | null
  span: string | null
  owners: readonly string[]
}

export const readList = (query: URLSearchParams): ViewList => {
  const order = query.get('order_by') as Order
  const access = query.get('access') as Access
  return {
    search: query.get('search') ?? '',
    order: order in orders ? order : 'updated_at',
    descending: query.get('order') !== 'asc',
    favorites: query.get('favorites') === 'true',
    access: access in accesses ? access : null,
    span: spanIn(query, 'created', spansBack),
    owners: query.get('owner')?.split(',').filter(Boolean) ?? [],
  }
}

/** The same as an address; defaults are left out. */
export const writeList = (list: ViewList): URLSearchParams => {
  const given: Record<string, string | false | null> = {
    search: list.search,
    order_by: list.order !== 'updated_at' && list.order,
    order: !list.descending && 'asc',
    favorites: list.favorites && 'true',
    access: list.access,
    created: list.span,
    owner: list.owners.join(),
  }
  return new URLSearchParams(Object.entries(given).filter((one): one is [string, string] => Boolean(one[1])))
}

export const noFilter = { favorites: false, access: null, span: null, owners: [] }
export const isFiltered = ({ favorites, access, span, owners }: ViewList) =>
  favorites || access !== null || span !== null || owners.length > 0

/** The views of a list, in its order. */
export const viewsOf = (
  views: readonly View[],
  list: ViewList,
  favorites: ReadonlySet<string>,
  clock: Clock,
): View[] => {
  const wanted = fold(list.search.trim())
  const { order } = list
  const isMade = momentsIn(list.span, clock)
  const turn = list.descending ? -1 : 1
  const compared = (a: View, b: View) =>
    (order === 'name' ? byName(a, b) : a[order].localeCompare(b[order])) || (a.id < b.id ? -1 : 1)
  return views
    .filter(
      view =>
        (!list.favorites || favorites.has(view.id)) &&
        (list.access === null || isPublic(view) === (list.access === 'public')) &&
        isMade(view.created_at) &&
        (list.owners.length === 0 || list.owners.includes(view.owned_by)) &&
        fold(`${view.name} ${view.description}`).includes(wanted),
    )
    .sort((a, b) => turn * compared(a, b))
}
