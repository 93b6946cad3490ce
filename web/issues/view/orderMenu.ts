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
import { nameOf } from '../fields/fields.ts'

const orders: readonly Order[] = [
  'sort_order',
  '-created_at',
  '-updated_at',
  '-priority',
  'estimate_point__key',
  'target_date',
  'start_date',
  '-cycle_added_at',
  'name',
]
const orderName = (order: Order) => nameOf(orderedBy[fieldOfOrder(order).field].field)

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
  ordering: Ordering
  /** Across projects nobody has put anything in order by hand. */
  byHand: boolean
  /** The project uses estimates. */
  estimates: boolean
  /** The issues of one cycle. */
  inCycle: boolean
  change: (order_by: string) => void
}

export const orderEntries = ({ ordering, byHand, estimates, inCycle, change }: OrderMenu): MenuEntry[] => {
  const offered = orders.filter(
    one =>
      (byHand || one !== 'sort_order') &&
      (estimates || one !== 'estimate_point__key') &&
      (inCycle || one !== '-cycle_added_at'),
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
