/** The filters that a list offers: their names, what may be chosen, and in which words. */
import {
  type Filter,
  type FilterField,
  type FilterName,
  fieldOfFilter,
  filterFields,
  NONE,
} from '#contract/issueFilters.ts'
import { shortDay } from '../ui/day-words.ts'
import type { IconName } from '../ui/icons.tsx'
import { type Choice, type ChoiceField, goneChoice, useChoices, youFirst } from './choices.tsx'

export type FilterLook = {
  field: FilterField
  name: string
  icon: IconName
  kind: 'choices' | 'date' | 'text'
  options: Choice[]
}

type Plain = { name: string; icon: IconName; choices?: ChoiceField; none?: string }

const looks: Partial<Record<FilterField, Plain>> = {
  state: { name: 'State', icon: 'circle-dot', choices: 'state' },
  state_group: { name: 'State group', icon: 'circle-dot', choices: 'state_group' },
  priority: { name: 'Priority', icon: 'chart-no-axes-column', choices: 'priority' },
  assignees: { name: 'Assignee', icon: 'user-round', choices: 'people', none: 'No assignee' },
  labels: { name: 'Label', icon: 'tag', choices: 'labels', none: 'No label' },
  cycle: { name: 'Cycle', icon: 'iteration-cw', choices: 'cycle', none: 'No cycle' },
  module: { name: 'Module', icon: 'boxes', choices: 'module', none: 'No module' },
  estimate_point: { name: 'Estimate', icon: 'signal', choices: 'estimate_point', none: 'No estimate' },
  project: { name: 'Project', icon: 'layers', choices: 'project' },
  created_by: { name: 'Creator', icon: 'square-pen', choices: 'people' },
  mentions: { name: 'Mentions', icon: 'at-sign', choices: 'people' },
  subscriber: { name: 'Subscriber', icon: 'bell', choices: 'people' },
  target_date: { name: 'Due date', icon: 'calendar', none: 'No due date' },
  start_date: { name: 'Start date', icon: 'calendar-clock', none: 'No start date' },
  created_at: { name: 'Created', icon: 'clock' },
  updated_at: { name: 'Changed', icon: 'history' },
  completed_at: { name: 'Completed', icon: 'check', none: 'Not completed' },
  name: { name: 'Title', icon: 'search' },
}

/** Other words for what a filter asks for. */
const words: Partial<Record<FilterField, string>> = {
  assignees: 'assigned owner person',
  target_date: 'deadline overdue late',
  cycle: 'sprint iteration',
  module: 'epic',
  state: 'status',
  estimate_point: 'points',
  labels: 'tag',
}
export const filterWords = (field: FilterField): string => words[field] ?? ''

const AHEAD: Choice[] = [
  { id: '1_days;before;ago', name: 'Overdue', words: 'past late' },
  { id: '0_days;before;fromnow', name: 'Until today' },
  { id: '1_weeks;before;fromnow', name: 'Until in 1 week' },
  { id: '2_weeks;before;fromnow', name: 'Until in 2 weeks' },
  { id: '1_months;before;fromnow', name: 'Until in 1 month' },
  { id: '1_weeks;after;fromnow', name: 'From in 1 week on' },
  { id: '2_weeks;after;fromnow', name: 'From in 2 weeks on' },
  { id: '1_months;after;fromnow', name: 'From in 1 month on' },
  { id: '2_months;after;fromnow', name: 'From in 2 months on' },
]
const BACK: Choice[] = [
  { id: '0_days;after;ago', name: 'Today' },
  { id: '1_weeks;after;ago', name: 'Last 7 days' },
  { id: '2_weeks;after;ago', name: 'Last 14 days' },
  { id: '1_months;after;ago', name: 'Last 30 days' },
  { id: '1_months;before;ago', name: 'Longer ago than 30 days' },
]

/** Picked, these ask for a day. */
export const DAY_AFTER = 'after'
export const DAY_BEFORE = 'before'
const days: Choice[] = [
  { id: DAY_AFTER, name: 'From a day on…' },
  { id: DAY_BEFORE, name: 'Until a day…' },
]

/** Looks of the filters that a context offers, in its order. */
export const useFilterLooks = (projectId: string | null, fields: readonly FilterField[]): FilterLook[] => {
  const choices = useChoices(projectId)
  return fields.flatMap((field): FilterLook[] => {
    const look = looks[field]
    if (!look) return []
    const { name, icon } = look
    const none = look.none ? [{ id: NONE, name: look.none }] : []
    const { kind } = filterFields[field]
    if (kind === 'text') return [{ field, name, icon, kind: 'text', options: [] }]
    if (kind === 'day' || kind === 'instant') {
      const options = [...(kind === 'day' ? AHEAD : BACK), ...days, ...none]
      return [{ field, name, icon, kind: 'date', options }]
    }
    const known = look.choices ? choices[look.choices] : []
    const options = [...(look.choices === 'people' ? youFirst(known) : known), ...none]
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

const wordsOfTerm = (term: string, look: FilterLook): string => {
  const [day, side] = term.split(';')
  const known = look.options.find(option => option.id === term)
  if (known) return known.name
  if (!day || !/^\d{4}-\d\d-\d\d$/.test(day)) return term
  return side === 'after'
    ? `from ${shortDay(day, true)}`
    : side
      ? `until ${shortDay(day, true)}`
      : shortDay(day, true)
}

/** What a filter asks for, in words. */
export const wordsOf = (filter: Filter, look: FilterLook): string => {
  const values = valuesOf(filter)
  if (look.kind === 'text') return `“${values[0] ?? ''}”`
  if (look.kind === 'date') return values.map(term => wordsOfTerm(term, look)).join(', ')
  const known = look.options.filter(option => values.includes(option.id))
  const gone = values.filter(id => !known.some(option => option.id === id)).map(goneChoice)
  return [...known, ...gone].map(option => option.name).join(', ')
}

/** "is", "is any of", "is not" … */
export const operatorOf = (name: FilterName, filter: Filter): string => {
  const { not } = fieldOfFilter(name)
  if ('text' in filter) return not ? 'does not contain' : 'contains'
  if (not) return 'is not'
  return valuesOf(filter).length > 1 && !('terms' in filter) ? 'is any of' : 'is'
}
