/** The filters that a list offers: their names, their choices, and the words of those. */
import {
  type Filter,
  type FilterField,
  type FilterName,
  fieldOfFilter,
  filterFields,
  NONE,
} from '#contract/lists/issueFilters.ts'
import { momentText, shortDay } from '../../ui/dates/day-words.ts'
import type { IconName } from '../../ui/icons.tsx'
import { type Choice, goneChoice, useChoices, youFirst } from '../fields/choices.tsx'
import { lookOf, nameOf } from '../fields/fields.ts'

export type FilterLook = {
  field: FilterField
  name: string
  icon: IconName
  kind: 'choices' | 'date' | 'day' | 'text'
  options: Choice[]
}

const OVERDUE = '1_days;before;ago'
/** A choice, and its words behind the name of the date: "Due within 2 weeks", "Created in the last 7 days". */
type DateChoice = Choice & { operator: string; value: string }
const AHEAD: DateChoice[] = [
  { id: OVERDUE, name: 'Before today', operator: 'before', value: 'today' },
  { id: '0_days;before;fromnow', name: 'Today or earlier', operator: 'by', value: 'today' },
  { id: '1_weeks;before;fromnow', name: 'Within 1 week', operator: 'within', value: '1 week' },
  { id: '2_weeks;before;fromnow', name: 'Within 2 weeks', operator: 'within', value: '2 weeks' },
  { id: '1_months;before;fromnow', name: 'Within 1 month', operator: 'within', value: '1 month' },
  { id: '1_weeks;after;fromnow', name: 'In 1 week or later', operator: 'in', value: '1 week or later' },
  { id: '2_weeks;after;fromnow', name: 'In 2 weeks or later', operator: 'in', value: '2 weeks or later' },
  { id: '1_months;after;fromnow', name: 'In 1 month or later', operator: 'in', value: '1 month or later' },
  { id: '2_months;after;fromnow', name: 'In 2 months or later', operator: 'in', value: '2 months or later' },
]
const DUE = AHEAD.map(choice =>
  choice.id === OVERDUE ? { ...choice, name: 'Overdue', words: 'past late' } : choice,
)
const BACK: DateChoice[] = [
  { id: '0_days;after;ago', name: 'Today', operator: 'since', value: 'today' },
  { id: '1_weeks;after;ago', name: 'Last 7 days', operator: 'in', value: 'the last 7 days' },
  { id: '2_weeks;after;ago', name: 'Last 14 days', operator: 'in', value: 'the last 14 days' },
  { id: '1_months;after;ago', name: 'Last 30 days', operator: 'in', value: 'the last 30 days' },
  { id: '3_months;after;ago', name: 'Last 3 months', operator: 'in', value: 'the last 3 months' },
  { id: '6_months;after;ago', name: 'Last 6 months', operator: 'in', value: 'the last 6 months' },
  { id: '1_months;before;ago', name: 'More than 30 days ago', operator: 'more than', value: '30 days ago' },
]
/** Verbs for the dates whose name is a noun. */
const dateVerbs: Partial<Record<FilterField, string>> = { target_date: 'Due', start_date: 'Starts' }

/** Picked, these ask for a day. */
export const DAY_AFTER = 'after'
export const DAY_BEFORE = 'before'
const days: Choice[] = [
  { id: DAY_AFTER, name: 'On or after…' },
  { id: DAY_BEFORE, name: 'On or before…' },
]

/** Looks of the filters that a context offers, in its order. */
export const useFilterLooks = (projectId: string | null, fields: readonly FilterField[]): FilterLook[] => {
  const choices = useChoices(projectId)
  return fields.flatMap((field): FilterLook[] => {
    const filtered = filterFields[field]
    const { field: of, holds } = filtered
    const look = lookOf(of)
    if (!look?.icon) return []
    const { icon } = look
    const name = nameOf(of)
    const none = look.none ? [{ id: NONE, name: look.none }] : []
    if ('takes' in filtered) return [{ field, name, icon, kind: 'day', options: [] }]
    if (holds === 'text') return [{ field, name, icon, kind: 'text', options: [] }]
    if (holds === 'day' || holds === 'instant') {
      const options = [...(field === 'target_date' ? DUE : holds === 'day' ? AHEAD : BACK), ...days, ...none]
      return [{ field, name, icon, kind: 'date', options }]
    }
    const known = look.choices ? choices[look.choices] : []
    // Where nothing is delegated to anybody, no list is narrowed by it.
    if (of === 'delegate' && known.length === 0) return []
    const options = [
      ...(look.choices === 'people' || look.choices === 'members' ? youFirst(known) : known),
      ...none,
    ]
    return [{ field, name, icon, kind: 'choices', options }]
  })
}

/** The values of a filter as its picker shows them. */
export const valuesOf = (filter: Filter | undefined): string[] => {
  if (!filter) return []
  if ('text' in filter) return [filter.text]
  if ('terms' in filter) return filter.terms.split(',')
  return [...filter.values, ...(filter.none ? [NONE] : [])]
}

type FilterWords = { field: string; operator: string; value: string }

/** The words of a date filter; two days are a range, and a term that no menu offers shows as it is. */
const wordsOfDates = (terms: readonly string[], look: FilterLook): FilterWords => {
  const field = dateVerbs[look.field] ?? look.name
  const [first = ''] = terms
  if (terms.length === 1 && first === NONE) return { field: look.name, operator: 'is', value: 'not set' }
  if (terms.includes(NONE)) {
    const said = wordsOfDates(
      terms.filter(term => term !== NONE),
      look,
    )
    return { ...said, value: `${said.value}, or not set` }
  }
  const known = [...AHEAD, ...BACK].find(choice => choice.id === first)
  if (terms.length === 1 && known) return { field, operator: known.operator, value: known.value }
  const [day = '', side = ''] = first.split(';')
  if (terms.length === 1 && isDay(day)) {
    const operator = side === 'after' ? 'on or after' : side ? 'on or before' : 'on'
    return { field, operator, value: shortDay(day, true) }
  }
  if (terms.length === 1 && !Number.isNaN(Date.parse(day)))
    return { field, operator: side === 'after' ? 'from' : 'before', value: momentText(day) }
  const range = [DAY_AFTER, DAY_BEFORE].map(
    end => terms.find(term => term.endsWith(`;${end}`))?.split(';')[0],
  )
  const [from = '', to = ''] = range
  if (terms.length === 2 && isDay(from) && isDay(to))
    return { field, operator: 'between', value: `${shortDay(from, true)} and ${shortDay(to, true)}` }
  const names = terms.map(term => look.options.find(option => option.id === term)?.name ?? term)
  return { field: look.name, operator: 'is', value: names.join(', ') }
}
const isDay = (day: string) => /^\d{4}-\d\d-\d\d$/.test(day)

/** A filter read aloud: "State is any of Todo, Done", "Due within 2 weeks", "Title does not contain …". */
export const filterWords = (name: FilterName, filter: Filter, look: FilterLook): FilterWords => {
  const { not } = fieldOfFilter(name)
  const values = valuesOf(filter)
  if (look.kind === 'text')
    return {
      field: look.name,
      operator: not ? 'does not contain' : 'contains',
      value: `“${values[0] ?? ''}”`,
    }
  if (look.kind === 'day')
    return { field: not ? 'Not left' : 'Left', operator: 'on', value: shortDay(values[0] ?? '', true) }
  if (look.kind === 'date') {
    const said = wordsOfDates(values, look)
    return not ? { ...said, operator: said.operator === 'is' ? 'is not' : `not ${said.operator}` } : said
  }
  const known = look.options.filter(option => values.includes(option.id))
  const gone = values.filter(id => !known.some(option => option.id === id)).map(goneChoice)
  return {
    field: look.name,
    operator: not ? 'is not' : values.length > 1 ? 'is any of' : 'is',
    value: [...known, ...gone].map(option => option.name).join(', '),
  }
}
