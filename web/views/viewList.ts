/** The views that a list shows, and their order. */
import type { Clock } from '#contract/lists/dateTerms.ts'
import type { View } from '#contract/planning/views.ts'
import { byName } from '../planning/byName.ts'
import {
  type FilterTable,
  favourites,
  type Narrowing,
  named,
  peopleChoices,
  sinceThen,
} from '../shell/list/filters.ts'
import type { Ordering } from '../shell/list/order.ts'
import type { Person } from '../ui/marks/Avatar.tsx'
import { isPublic } from './viewActions.ts'

export const orders = { updated_at: 'Modified', created_at: 'Created', name: 'Name' } as const
export const USUAL = 'updated_at'

type Known = { favorites: ReadonlySet<string>; owners: readonly Person[]; clock: Clock }

export const viewFilters = ({ favorites, owners, clock }: Known): FilterTable<View> => [
  favourites(favorites),
  {
    name: 'access',
    label: 'Shown to',
    icon: 'users-round',
    choices: named({ public: 'Everyone', private: 'Only you' }),
    isSingle: true,
    has: (view, one) => isPublic(view) === (one === 'public'),
  },
  sinceThen('created', 'Created', view => view.created_at, clock),
  {
    name: 'owner',
    label: 'Owner',
    icon: 'user-round',
    choices: peopleChoices(owners),
    has: (view, one) => view.owned_by === one,
  },
]

/** The views of a list, in its order. */
export const viewsOf = (
  views: readonly View[],
  { finds, passes }: Narrowing<View>,
  { order, descending }: Ordering<keyof typeof orders>,
): View[] => {
  const turn = descending ? -1 : 1
  const compared = (a: View, b: View) =>
    (order === 'name' ? byName(a, b) : a[order].localeCompare(b[order])) || (a.id < b.id ? -1 : 1)
  return views
    .filter(view => passes(view) && finds(`${view.name} ${view.description}`))
    .sort((a, b) => turn * compared(a, b))
}
