/** The first and second order of a list, as entries of the display menu. */
import {
  fieldOfOrder,
  type Order,
  type Ordering,
  orderedBy,
  reversed,
  writeOrdering,
} from '#contract/lists/issueOrder.ts'
import type { MenuEntry } from '../../ui/popups/Menu.tsx'
import { isToldIn, nameOf } from '../fields/fields.ts'
import { hasEstimates, type ListContext } from './contexts.ts'

const orders: readonly Order[] = [
  'sort_order',
  '-created_at',
  '-updated_at',
  '-priority',
  'estimate_point__key',
  'target_date',
  'start_date',
  '-cycle_added_at',
  '-archived_at',
  'name',
]
const fieldOf = (order: Order) => orderedBy[fieldOfOrder(order).field].field
const orderName = (order: Order) => nameOf(fieldOf(order))

export const isSameField = (one: Order, other: Order | null) =>
  other !== null && fieldOfOrder(one).field === fieldOfOrder(other).field

/** Is this an order that the menu names, either way round? */
export const isNamedOrder = (order: Order) => orders.some(one => isSameField(one, order))

/** Another first order; the second stays, unless it is the same. */
export const withOrder = (order: Order, { thenBy }: Ordering): Ordering => ({
  order,
  thenBy: isSameField(order, thenBy) ? null : thenBy,
})

/** The arrow of an order. */
export const signOf = (order: Order) =>
  fieldOfOrder(order).descending ? ('arrow-down' as const) : ('arrow-up' as const)

type Offered = { of: string; current: Order | null; offered: readonly Order[]; set: (order: Order) => void }

const choices = ({ of, current, offered, set }: Offered): MenuEntry[] => [
  ...offered.map(id => ({
    id: `${of}${id}`,
    label: orderName(id),
    checked: isSameField(id, current),
    run: () => set(id),
  })),
  // By hand there is one way alone.
  ...(current === null || current === 'sort_order'
    ? []
    : [
        { id: `${of}-rule`, rule: true as const },
        {
          id: `${of}-direction`,
          label: fieldOfOrder(current).descending ? 'Descending' : 'Ascending',
          icon: signOf(current),
          run: () => set(reversed(current)),
        },
      ]),
]

type OrderMenu = {
  context: ListContext
  ordering: Ordering
  change: (order_by: string) => void
}

export const orderEntries = ({ context, ordering, change }: OrderMenu): MenuEntry[] => {
  const offered = orders.filter(
    one =>
      // Across projects nobody has put anything in order by hand.
      (context.projectId !== null || one !== 'sort_order') &&
      (hasEstimates(context) || one !== 'estimate_point__key') &&
      isToldIn(context.scope, fieldOf(one)),
  )
  const { order, thenBy } = ordering
  const set = (next: Ordering) => change(writeOrdering(next))
  return [
    {
      id: 'order',
      label: 'Order by',
      icon: 'arrow-down',
      children: choices({
        of: 'order',
        current: order,
        offered,
        set: next => set(withOrder(next, ordering)),
      }),
    },
    // No two have the same place by hand.
    ...(order === 'sort_order'
      ? []
      : [
          {
            id: 'then',
            label: 'Then by',
            icon: 'list' as const,
            children: [
              {
                id: 'then-none',
                label: 'None',
                checked: thenBy === null,
                run: () => set({ order, thenBy: null }),
              },
              ...choices({
                of: 'then',
                current: thenBy,
                offered: offered.filter(one => one !== 'sort_order' && !isSameField(one, order)),
                set: next => set({ order, thenBy: next }),
              }),
            ],
          },
        ]),
  ]
}
