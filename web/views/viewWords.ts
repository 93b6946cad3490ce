/** A saved view in words: its contents, and somebody's own changes of it. */
import { type FilterName, fieldOfFilter, filterFields } from '#contract/lists/issueFilters.ts'
import { fieldOfOrder, type Order, orderedBy } from '#contract/lists/issueOrder.ts'
import { type GroupField, groupFields } from '#contract/lists/issueQuery.ts'
import { inSentence, nameOf } from '../issues/fields/fields.ts'
import { layoutLooks } from '../issues/layouts/looks.ts'
import type { ListContext } from '../issues/view/contexts.ts'
import { type FilterLook, filterWords } from '../issues/view/filterLooks.tsx'
import { chosenFilters, type Shown } from '../issues/view/view.ts'

const small = (text: string) => text.replace(/^./, first => first.toLowerCase())

const known: Partial<Record<Order, string>> = {
  '-created_at': 'latest first',
  created_at: 'oldest first',
  '-updated_at': 'last updated first',
  target_date: 'due first',
}
const orderWords = (order: Order): string | null => {
  if (order === 'sort_order') return null
  const { field, descending } = fieldOfOrder(order)
  const named = inSentence(orderedBy[field].field)
  return known[order] ?? `by ${named}${descending ? ', reversed' : ''}`
}
const groupWords = (group: GroupField) => small(nameOf(groupFields[group].field))

const types = { all: null, active: 'Active', backlog: 'Backlog' }

/** "State is not Done, due within 2 weeks. List by assignee, latest first." */
export const sentenceOf = (shown: Shown, context: ListContext, looks: readonly FilterLook[]): string => {
  const { query, layout } = shown
  const filters = Object.entries(chosenFilters(query, context)).flatMap(([name, filter]) => {
    const look = looks.find(one => one.field === fieldOfFilter(name as FilterName).field)
    if (!look || !filter) return []
    const { field, operator, value } = filterWords(name as FilterName, filter, look)
    return [`${field} ${operator} ${value}`]
  })
  const asked = [...(types[query.type] ? [types[query.type]!] : []), ...filters]
  const what = asked.map((words, at) => (at === 0 ? words : small(words))).join(', ') || 'All issues'
  const display = [
    query.groupBy && layout !== 'calendar' ? `by ${groupWords(query.groupBy)}` : null,
    layout === 'calendar' ? null : orderWords(query.order),
  ].filter(Boolean)
  const [first, ...rest] = display
  const how = [layoutLooks[layout].label, first?.startsWith('by') ? first : null].filter(Boolean).join(' ')
  const tail = first?.startsWith('by') ? rest : display
  return `${what}. ${[how, ...tail].join(', ')}.`
}

/** Filters that are not as they were, by their names. */
export const changedFilters = (
  before: Shown,
  after: Shown,
): { added: string[]; gone: string[]; other: string[] } => {
  const [old, now] = [before.query.filters, after.query.filters] as Record<string, unknown>[]
  const names = [...new Set([...Object.keys(old!), ...Object.keys(now!)])]
  const isSame = (name: string) => JSON.stringify(old![name]) === JSON.stringify(now![name])
  return {
    added: names.filter(name => !(name in old!)),
    gone: names.filter(name => !(name in now!)),
    other: names.filter(name => name in old! && name in now! && !isSame(name)),
  }
}

const filterNamed = (name: string) => inSentence(filterFields[fieldOfFilter(name as FilterName).field].field)

/** "priority added, grouped by assignee instead of state" */
export const changeWords = (before: Shown, after: Shown, hidden: boolean): string => {
  const { added, gone, other } = changedFilters(before, after)
  const [old, now] = [before.query, after.query]
  const grouped = (group: GroupField | null) => (group ? groupWords(group) : 'nothing')
  const words: (string | false)[] = [
    ...added.map(name => `${filterNamed(name)} added`),
    ...gone.map(name => `${filterNamed(name)} removed`),
    ...other.map(name => `${filterNamed(name)} changed`),
    old.type !== now.type && `${now.type === 'all' ? 'all states' : now.type} shown`,
    before.layout !== after.layout &&
      `${small(layoutLooks[after.layout].label)} instead of ${small(layoutLooks[before.layout].label)}`,
    old.groupBy !== now.groupBy &&
      `grouped by ${grouped(now.groupBy)}${old.groupBy ? ` instead of ${grouped(old.groupBy)}` : ''}`,
    old.subGroupBy !== now.subGroupBy && `lanes by ${grouped(now.subGroupBy)}`,
    (old.order !== now.order || old.thenBy !== now.thenBy) &&
      `ordered ${now.order === 'sort_order' ? 'by hand' : `by ${inSentence(orderedBy[fieldOfOrder(now.order).field].field)}`}`,
    old.subIssues !== now.subIssues && `sub-issues ${now.subIssues ? 'shown' : 'left out'}`,
    before.emptyGroups !== after.emptyGroups && `empty groups ${after.emptyGroups ? 'shown' : 'left out'}`,
    (before.dates.calendar !== after.dates.calendar || before.dates.weekends !== after.dates.weekends) &&
      'other days shown',
    hidden && 'other properties shown',
  ]
  return words.filter(Boolean).join(', ')
}
