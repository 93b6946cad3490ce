/** What a list is ordered by and what comes second, as entries of the display menu. */
import { fieldOfOrder, type Order, type Ordering, writeOrdering } from '#contract/issueOrder.ts'
import type { MenuEntry } from '../ui/Menu.tsx'

const orders: readonly (readonly [Order, string])[] = [
  ['sort_order', 'Manual'],
  ['-created_at', 'Created'],
  ['-updated_at', 'Updated'],
  ['-priority', 'Priority'],
  ['target_date', 'Due date'],
  ['start_date', 'Start date'],
  ['name', 'Title'],
]

export const isSameField = (one: Order, other: Order | null) =>
  other !== null && fieldOfOrder(one).field === fieldOfOrder(other).field

/** Is this an order that the menu names, either way round? */
export const isNamedOrder = (order: Order) => orders.some(([id]) => isSameField(id, order))

/** Another first order; what came second still does, unless it is the same. */
export const withOrder = (order: Order, { thenBy }: Ordering): Ordering => ({
  order,
  thenBy: isSameField(order, thenBy) ? null : thenBy,
})

const reversed = (order: Order): Order => {
  const { field, descending } = fieldOfOrder(order)
  return descending ? field : `-${field}`
}

/** The arrow of an order. */
export const signOf = (order: Order) =>
  fieldOfOrder(order).descending ? ('arrow-down' as const) : ('arrow-up' as const)

type Offered = { of: string; current: Order | null; offered: typeof orders; set: (order: Order) => void }

const choices = ({ of, current, offered, set }: Offered): MenuEntry[] => [
  ...offered.map(([id, label]) => ({
    id: `${of}${id}`,
    label,
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
  change: (order_by: string) => void
}

export const orderEntries = ({ ordering, byHand, change }: OrderMenu): MenuEntry[] => {
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
        offered: orders.filter(([id]) => byHand || id !== 'sort_order'),
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
                offered: orders.filter(([id]) => id !== 'sort_order' && !isSameField(id, order)),
                set: next => set({ order, thenBy: next }),
              }),
            ],
          },
        ]),
  ]
}
