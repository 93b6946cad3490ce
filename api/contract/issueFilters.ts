/** Filters of an issue list: one table of fields, how their tokens are read, and which rows pass. */
import { type Clock, type DateFilter, passesDate, readDateTerms } from './dateTerms.ts'
import { fold, orderedName } from './folding.ts'
import { type Issue, priorities } from './issues.ts'
import { stateGroups } from './states.ts'

/** `none` also takes rows without the value. A filter with neither values nor `none` takes nothing. */
export type ValueFilter = { values: string[]; none: boolean }
export type TextFilter = { text: string }
export type Filter = ValueFilter | DateFilter | TextFilter

type FieldOf =
  /** A column with one value, or a list of them; `None` asks for rows without any. */
  | { kind: 'value' | 'list'; column: keyof Issue; none: boolean; choices?: readonly string[] }
  | { kind: 'day' | 'instant'; column: keyof Issue }
  | { kind: 'text'; column: 'name' }
  /** Known to the database alone: whoever holds rows asks again. */
  | { kind: 'elsewhere' }

export const filterFields = {
  state: { kind: 'value', column: 'state_id', none: false },
  state_group: { kind: 'value', column: 'state__group', none: false, choices: stateGroups },
  priority: { kind: 'value', column: 'priority', none: false, choices: priorities },
  estimate_point: { kind: 'value', column: 'estimate_point', none: true },
  labels: { kind: 'list', column: 'label_ids', none: true },
  assignees: { kind: 'list', column: 'assignee_ids', none: true },
  mentions: { kind: 'elsewhere' },
  created_by: { kind: 'value', column: 'created_by', none: true },
  subscriber: { kind: 'elsewhere' },
  cycle: { kind: 'value', column: 'cycle_id', none: true },
  module: { kind: 'list', column: 'module_ids', none: true },
  parent: { kind: 'value', column: 'parent_id', none: true },
  project: { kind: 'value', column: 'project_id', none: false },
  issue_type: { kind: 'value', column: 'type_id', none: true },
  intake_status: {
    kind: 'value',
    column: 'intake_status',
    none: false,
    choices: ['-2', '-1', '0', '1', '2'],
  },
  name: { kind: 'text', column: 'name' },
  start_date: { kind: 'day', column: 'start_date' },
  target_date: { kind: 'day', column: 'target_date' },
  created_at: { kind: 'instant', column: 'created_at' },
  updated_at: { kind: 'instant', column: 'updated_at' },
  completed_at: { kind: 'instant', column: 'completed_at' },
} satisfies Record<string, FieldOf>

export type FilterField = keyof typeof filterFields
/** `labels` takes rows that pass, `labels__not` the others. */
export type FilterName = FilterField | `${FilterField}__not`
export type Filters = Partial<Record<FilterName, Filter>>

const fieldNames = Object.keys(filterFields) as FilterField[]
export const filterNames: FilterName[] = fieldNames.flatMap((name): FilterName[] => [name, `${name}__not`])

/** The field that a filter looks at, and whether it turns the answer round. */
export const fieldOfFilter = (name: FilterName): { field: FilterField; not: boolean } =>
  name.endsWith('__not')
    ? { field: name.slice(0, -5) as FilterField, not: true }
    : { field: name as FilterField, not: false }

export const NONE = 'None'
const uuidForm = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i

// Values are alternatives, `null` is dropped, an empty token switches the filter off.
const readValues = (text: string, field: { none?: boolean; choices?: readonly string[] }) => {
  const tokens = text.split(',').map(token => token.trim())
  if (tokens.includes('')) return null
  const { choices } = field
  const values = choices
    ? tokens.filter(token => choices.includes(token))
    : tokens.filter(token => uuidForm.test(token)).map(token => token.toLowerCase())
  return { values, none: field.none === true && tokens.includes(NONE) }
}

const readOne = (text: string, field: FieldOf, clock: Clock): Filter | null | 'malformed' => {
  if (field.kind === 'text') return text.trim() ? { text: text.trim() } : null
  if (field.kind === 'day' || field.kind === 'instant')
    return readDateTerms(text, clock, field.kind === 'instant')
  return readValues(text, 'none' in field ? field : {})
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
  (Object.keys(filters) as FilterName[]).every(
    name => filterFields[fieldOfFilter(name).field].kind !== 'elsewhere',
  )

const passesOne = (field: FieldOf, filter: Filter, row: Issue): boolean => {
  if (field.kind === 'elsewhere') return true
  const value = row[field.column]
  if ('text' in filter) return orderedName(String(value)).includes(fold(filter.text))
  if ('terms' in filter) return passesDate(filter, value as string | null)
  const values = (Array.isArray(value) ? value : value === null ? [] : [String(value)]) as string[]
  return (filter.none && values.length === 0) || filter.values.some(wanted => values.includes(wanted))
}

/** Does the row pass all filters? What only the database knows counts as passed. */
export const passes = (filters: Filters, row: Issue): boolean =>
  (Object.entries(filters) as [FilterName, Filter][]).every(([name, filter]) => {
    const { field, not } = fieldOfFilter(name)
    return filterFields[field].kind === 'elsewhere' || passesOne(filterFields[field], filter, row) !== not
  })
