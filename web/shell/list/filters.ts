/** The filters of a list of a noun, as a table: each line has its word in the address, its choices, and which rows pass it. */
import type { ReactElement } from 'react'
import { entriesOf } from '#contract/keys.ts'
import type { Clock } from '#contract/lists/dateTerms.ts'
import { fold } from '#contract/lists/folding.ts'
import type { IconName } from '../../ui/icons.tsx'
import type { Person } from '../../ui/marks/Avatar.tsx'
import type { AddressChange } from './address.ts'
import { daysIn, isSpan, momentsIn, type SpanNames, spansAhead, spansBack } from './spans.ts'

export type Choice = { id: string; label: string; icon?: ReactElement; person?: Person }

export type ListFilter<Row> = { name: string; label: string; icon: IconName } & (
  | { choices: readonly Choice[]; isSingle?: true; has: (row: Row, one: string) => boolean }
  | { spans: SpanNames; within: (word: string) => (row: Row) => boolean }
  | { mine: (row: Row) => boolean }
)
export type FilterTable<Row> = readonly ListFilter<Row>[]

export const named = (names: Readonly<Record<string, string>>): Choice[] =>
  entriesOf(names).map(([id, label]) => ({ id, label }))

export const peopleChoices = (people: readonly Person[]): Choice[] =>
  people.map(person => ({ id: person.id, label: person.display_name, person }))

export const NO_LEAD: Choice = { id: 'none', label: 'No lead' }

export const favourites = <Row extends { id: string }>(ids: ReadonlySet<string>): ListFilter<Row> => ({
  name: 'favorites',
  label: 'Favourites',
  icon: 'star',
  mine: row => ids.has(row.id),
})

/** By a day of its own, which lies ahead. */
export const onDays = <Row>(
  name: string,
  label: string,
  dayOf: (row: Row) => string | null,
  today: string,
): ListFilter<Row> => ({
  name,
  label,
  icon: 'calendar',
  spans: spansAhead,
  within: word => {
    const isIn = daysIn(word, today)
    return row => isIn(dayOf(row))
  },
})

/** By a moment that has passed. */
export const sinceThen = <Row>(
  name: string,
  label: string,
  momentOf: (row: Row) => string,
  clock: Clock,
): ListFilter<Row> => ({
  name,
  label,
  icon: 'calendar',
  spans: spansBack,
  within: word => {
    const isIn = momentsIn(word, clock)
    return row => isIn(momentOf(row))
  },
})

/** What an address says of a filter; empty where it narrows nothing. */
const chosenIn = (address: URLSearchParams, filter: ListFilter<never>): readonly string[] => {
  const word = address.get(filter.name) ?? ''
  if ('mine' in filter) return word === 'true' ? [word] : []
  if ('spans' in filter) return isSpan(word, filter.spans) ? [word] : []
  const ids = word.split(',').filter(Boolean)
  return filter.isSingle ? ids.filter(id => filter.choices.some(one => one.id === id)).slice(0, 1) : ids
}

const testOf = <Row>(filter: ListFilter<Row>, chosen: readonly string[]): ((row: Row) => boolean) => {
  if ('mine' in filter) return filter.mine
  return 'spans' in filter ? filter.within(chosen[0] ?? '') : row => chosen.some(one => filter.has(row, one))
}

export type Narrowing<Row> = {
  table: FilterTable<Row>
  /** By the filter's name: empty where it narrows nothing. */
  chosen: Readonly<Record<string, readonly string[]>>
  /** How many values narrow the list, beside the words. */
  count: number
  words: string
  isNarrowed: boolean
  /** Whether the words are found in a name. */
  finds: (name: string) => boolean
  passes: (row: Row) => boolean
  change: (patch: AddressChange) => void
  find: (words: string) => void
  /** Takes the filters away, the words stay. */
  clear: () => void
  clearAll: () => void
}

/** `searched` is the address's name for the words. */
export const narrowed = <Row>(
  table: FilterTable<Row>,
  address: URLSearchParams,
  change: (patch: AddressChange) => void,
  searched: 'q' | 'search' = 'q',
): Narrowing<Row> => {
  const used = table.flatMap(filter => {
    const chosen = chosenIn(address, filter)
    return chosen.length > 0 ? [{ filter, chosen }] : []
  })
  const tests = used.map(({ filter, chosen }) => testOf(filter, chosen))
  const words = address.get(searched) ?? ''
  const folded = fold(words.trim())
  const count = used.reduce((sum, { chosen }) => sum + chosen.length, 0)
  const none = Object.fromEntries(table.map(({ name }) => [name, null]))
  return {
    table,
    chosen: Object.fromEntries(used.map(({ filter, chosen }) => [filter.name, chosen])),
    count,
    words,
    isNarrowed: count > 0 || folded !== '',
    finds: name => fold(name).includes(folded),
    passes: row => tests.every(test => test(row)),
    change,
    find: text => change({ [searched]: text || null }),
    clear: () => change(none),
    clearAll: () => change({ ...none, [searched]: null }),
  }
}
