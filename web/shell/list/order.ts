/** The order of a list, in its address, and the entries that change it. */
import { keysOf } from '#contract/keys.ts'
import type { MenuEntry } from '../../ui/popups/Menu.tsx'
import { type AddressChange, oneOf } from './address.ts'

export type Ordering<O extends string> = { order: O; descending: boolean }

/** By date, the latest first, where the address says nothing. */
export const orderIn = <O extends string>(
  address: URLSearchParams,
  orders: Record<O, string>,
  usual: NoInfer<O>,
): Ordering<O> => ({
  order: oneOf(address.get('order_by'), keysOf(orders), usual),
  descending: address.get('order') !== 'asc',
})

/** The orders of a list and their direction; names begin at their beginning, dates at the latest. */
export const orderEntries = <O extends string>(
  orders: Record<O, string>,
  now: Ordering<O>,
  usual: NoInfer<O>,
  change: (patch: AddressChange) => void,
): MenuEntry[] => [
  ...keysOf(orders).map(id => ({
    id,
    label: orders[id],
    checked: now.order === id,
    stays: true,
    run: () =>
      id !== now.order && change({ order_by: id === usual ? null : id, order: id === 'name' ? 'asc' : null }),
  })),
  { id: 'rule', rule: true },
  ...[false, true].map(descending => ({
    id: descending ? 'desc' : 'asc',
    label: descending ? 'Descending' : 'Ascending',
    checked: now.descending === descending,
    stays: true,
    run: () => change({ order: descending ? null : 'asc' }),
  })),
]
