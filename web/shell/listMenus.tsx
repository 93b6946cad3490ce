/** The entries by which lists of rows are narrowed and put in order. */
import { keysOf } from '#contract/keys.ts'
import type { RowTypes } from '../data/entities.ts'
import { Avatar } from '../ui/marks/Avatar.tsx'
import type { MenuEntry } from '../ui/popups/Menu.tsx'

/** One of several names, or none: the chosen one again takes the choice back. */
export const onlyOne = <N extends string>(
  names: Record<N, string>,
  chosen: string | null,
  choose: (one: N | null) => void,
): MenuEntry[] =>
  keysOf(names).map(id => ({
    id,
    label: names[id],
    checked: chosen === id,
    run: () => choose(chosen === id ? null : id),
  }))

/** Any number of people. */
export const anyOf = (
  people: readonly RowTypes['user'][],
  chosen: readonly string[],
  choose: (ids: string[]) => void,
): MenuEntry[] =>
  people
    .toSorted((a, b) => a.display_name.localeCompare(b.display_name))
    .map(person => ({
      id: person.id,
      label: person.display_name,
      icon: <Avatar person={person} silent />,
      checked: chosen.includes(person.id),
      stays: true,
      run: () =>
        choose(chosen.includes(person.id) ? chosen.filter(id => id !== person.id) : [...chosen, person.id]),
    }))

type Ordering<O extends string> = { order: O; descending: boolean }

/** The orders of a list and their direction; names begin at their beginning, dates at the latest. */
export const orderEntries = <O extends string>(
  orders: Record<O, string>,
  now: Ordering<O>,
  onChange: (change: Partial<Ordering<O>>) => void,
  { stays = false }: { stays?: boolean } = {},
): MenuEntry[] => [
  ...keysOf(orders).map(id => ({
    id,
    label: orders[id],
    checked: now.order === id,
    stays,
    run: () => id !== now.order && onChange({ order: id, descending: id !== 'name' }),
  })),
  { id: 'rule', rule: true },
  ...[false, true].map(descending => ({
    id: descending ? 'desc' : 'asc',
    label: descending ? 'Descending' : 'Ascending',
    checked: now.descending === descending,
    stays,
    run: () => onChange({ descending }),
  })),
]
