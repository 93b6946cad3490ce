/** Filters of an issue list: how their tokens are read, and which rows pass. */

import { entriesOf, keysOf } from '../keys.ts'
import { isDay } from '../people/zones.ts'
import type { Issue } from '../work/issues.ts'
import { type Clock, type DateFilter, passesDate, readDateTerms } from './dateTerms.ts'
import { fold, orderedName } from './folding.ts'
import { type FieldOf, fieldsFor, valuesIn } from './issueFields.ts'

/** `none` also takes rows without the value. A filter with neither values nor `none` takes nothing. */
export type ValueFilter = { values: string[]; none: boolean }
export type TextFilter = { text: string }
export type Filter = ValueFilter | DateFilter | TextFilter

export const filterFields = fieldsFor('filter')

export type FilterField = keyof typeof filterFields
/** `labels` takes rows that pass, `labels__not` the others. */
export type FilterName = FilterField | `${FilterField}__not`
export type Filters = Partial<Record<FilterName, Filter>>

const names = keysOf(filterFields)
export const filterNames: FilterName[] = names.flatMap((name): FilterName[] => [name, `${name}__not`])

/** The field that a filter looks at, and whether it turns the answer round. */
export const fieldOfFilter = (name: FilterName): { field: FilterField; not: boolean } =>
  name.endsWith('__not')
    ? { field: name.slice(0, -5) as FilterField, not: true }
    : { field: name as FilterField, not: false }

export const NONE = 'None'
const uuidForm = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i

// Values are alternatives, `null` is dropped, an empty token switches the filter off.
const readValues = (text: string, field: FieldOf) => {
  const tokens = text.split(',').map(token => token.trim())
  if (tokens.includes('')) return null
  const choices = field.holds === 'choice' ? field.choices : null
  const values = choices
    ? tokens.filter(token => choices.includes(token))
    : tokens.filter(token => uuidForm.test(token)).map(token => token.toLowerCase())
  return { values, none: field.none === true && tokens.includes(NONE) }
}

const readOne = (text: string, field: FieldOf, clock: Clock): Filter | null | 'malformed' => {
  if (field.holds === 'text') return text.trim() ? { text: text.trim() } : null
  if (field.holds === 'elsewhere' && field.takes)
    return text === '' ? null : isDay(text) ? { text } : 'malformed'
  if (field.holds === 'day' || field.holds === 'instant')
    return readDateTerms(text, clock, field.holds === 'instant')
  return readValues(text, field)
}

/** Reads the filters of a query string; names it does not know are not its concern. */
export const readFilters = (
  params: Record<string, string | undefined>,
  clock: Clock,
): Filters | { malformed: FilterName; value: string } => {
  const filters: Filters = {}
  for (const name of filterNames) {
    const text = params[name]
    if (text === undefined) continue
    const filter = readOne(text, filterFields[fieldOfFilter(name).field], clock)
    if (filter === 'malformed') return { malformed: name, value: text }
    if (filter) filters[name] = filter
  }
  return filters
}

/** One filter as the text of its parameter; the inverse of reading it. */
export const writeFilter = (filter: Filter): string => {
  if ('text' in filter) return filter.text
  if ('terms' in filter) return filter.terms
  // A filter that can take nothing is sent as a token that is never valid.
  return [...filter.values, ...(filter.none ? [NONE] : [])].join(',') || '-'
}

/** Can whoever holds a row say whether it passes? */
export const isDecidable = (filters: Filters): boolean =>
  keysOf(filters).every(name => filterFields[fieldOfFilter(name).field].holds !== 'elsewhere')

const passesOne = (field: FieldOf, filter: Filter, row: Issue): boolean => {
  if (field.holds === 'elsewhere') return true
  const values = valuesIn(row, field.column)
  if ('text' in filter) return orderedName(values[0] ?? '').includes(fold(filter.text))
  if ('terms' in filter) return passesDate(filter, values[0] ?? null)
  return (filter.none && values.length === 0) || filter.values.some(wanted => values.includes(wanted))
}

/** Does the row pass all filters? What only the database knows counts as passed. */
export const passes = (filters: Filters, row: Issue): boolean =>
  entriesOf(filters).every(([name, filter]) => {
    const { field, not } = fieldOfFilter(name)
    return filterFields[field].holds === 'elsewhere' || passesOne(filterFields[field], filter, row) !== not
  })
