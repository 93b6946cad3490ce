/** The text of a table's cell, and the value that such a text sets: for copying to and from a spreadsheet. */

import { fold } from '#contract/lists/folding.ts'
import { cycleStatus } from '#contract/planning/cycles.ts'
import type { IssueChange } from '#contract/work/issues.ts'
import { type Issue, priorities } from '#contract/work/issues.ts'
import { getRow, getRows } from '../../../data/rows.ts'
import { dayText } from '../../../ui/dates/day-words.ts'
import { readDay } from '../../../ui/dates/read-day.ts'
import { priorityNames } from '../../../ui/marks/PriorityIcon.tsx'
import { archiverIn } from '../../fields/useNamed.ts'
import { type Column, ISSUE_COLUMN } from './columns.tsx'

/** A text sets something, or says why it cannot. */
export type Read = { change: IssueChange } | { refusal: string }
type CellText = {
  write: (issue: Issue) => string
  /** Missing where nobody sets it. */
  read?: (text: string, issue: Issue) => Read
}
type Named = { id: string; names: readonly string[] }

const refused = (refusal: string): Read => ({ refusal })
const EMPTY = ['', '–', '-']
const isEmpty = (text: string) => EMPTY.includes(text)
const same = (one: string, other: string) => fold(one.trim()) === fold(other.trim())

const find = (what: string, text: string, all: readonly Named[]): { id: string } | { refusal: string } => {
  const found = all.filter(one => one.names.some(name => same(name, text)))
  const [first, second] = found
  if (!first) return { refusal: `There is no ${what} “${text}”.` }
  return second ? { refusal: `More than one ${what} is called “${text}”.` } : { id: first.id }
}

// One by its whole name, which may hold commas; else each between them.
const findAll = (what: string, text: string, all: readonly Named[]) => {
  if (isEmpty(text)) return { ids: [] }
  const whole = find(what, text, all)
  if ('id' in whole) return { ids: [whole.id] }
  const ids: string[] = []
  for (const part of text.split(',').map(one => one.trim())) {
    const found = find(what, part, all)
    if ('refusal' in found) return found
    ids.push(found.id)
  }
  return { ids: [...new Set(ids)] }
}

const one = (
  what: string,
  field: 'cycle_id' | 'estimate_point',
  text: string,
  all: readonly Named[],
): Read => {
  if (isEmpty(text)) return { change: { [field]: null } }
  const found = find(what, text, all)
  return 'id' in found ? { change: { [field]: found.id } } : found
}
const many = (
  what: string,
  field: 'assignee_ids' | 'label_ids' | 'module_ids',
  text: string,
  all: readonly Named[],
): Read => {
  const found = findAll(what, text, all)
  return 'ids' in found ? { change: { [field]: found.ids } } : found
}

const named = (rows: readonly { id: string; name: string }[]): Named[] =>
  rows.map(({ id, name }) => ({ id, names: [name] }))
const ofProject =
  (issue: Issue) =>
  (row: { project_id: string }): boolean =>
    row.project_id === issue.project_id

const people = (issue: Issue): Named[] => {
  const here = new Set(
    getRows('project_member').flatMap(row =>
      row.is_active && row.project === issue.project_id ? [row.member] : [],
    ),
  )
  return getRows('user')
    .filter(person => here.has(person.id))
    .map(({ id, display_name, first_name, last_name }) => ({
      id,
      names: [display_name, `${first_name} ${last_name}`],
    }))
}
// A completed cycle takes no issues any more; an issue may stay in its own.
const openCycles = (issue: Issue) => {
  const zone = getRow('project', issue.project_id)?.timezone ?? 'UTC'
  return getRows('cycle')
    .filter(ofProject(issue))
    .filter(
      cycle =>
        cycle.id === issue.cycle_id || (!cycle.archived_at && cycleStatus(cycle, zone) !== 'completed'),
    )
}
const points = (issue: Issue): Named[] => {
  const used = getRow('project', issue.project_id)?.estimate
  return getRows('estimate_point')
    .filter(point => point.estimate === used)
    .map(({ id, value }) => ({ id, names: [value] }))
}

const day = (field: 'start_date' | 'target_date'): CellText => ({
  write: issue => issue[field] ?? '',
  read: text => {
    if (isEmpty(text)) return { change: { [field]: null } }
    const found = readDay(text)
    return found ? { change: { [field]: dayText(found) } } : refused(`“${text}” is not a date.`)
  },
})
const names = (entity: 'label' | 'module', ids: readonly string[]) =>
  ids.flatMap(id => getRow(entity, id)?.name ?? []).join(', ')
const archived = (issue: Issue) => {
  if (!issue.archived_at) return ''
  const name = archiverIn(issue, getRow('user', issue.archived_by))
  return `${issue.archived_at}${name ? ` by ${name}` : ''}`
}
const count = (field: 'link_count' | 'attachment_count' | 'sub_issues_count'): CellText => ({
  write: issue => String(issue[field]),
})

const texts = {
  [ISSUE_COLUMN]: {
    write: issue => issue.name,
    read: text => {
      if (text === '') return refused('A title cannot be empty.')
      return text.length > 255 ? refused('A title has at most 255 characters.') : { change: { name: text } }
    },
  },
  state: {
    write: issue => getRow('state', issue.state_id)?.name ?? '',
    read: (text, issue) => {
      if (isEmpty(text)) return refused('A state cannot be empty.')
      const found = find('state', text, named(getRows('state').filter(ofProject(issue))))
      return 'id' in found ? { change: { state_id: found.id } } : found
    },
  },
  priority: {
    write: issue => priorityNames[issue.priority],
    read: text => {
      const found = isEmpty(text)
        ? 'none'
        : priorities.find(id => same(id, text) || same(priorityNames[id], text))
      return found ? { change: { priority: found } } : refused(`There is no priority “${text}”.`)
    },
  },
  assignees: {
    write: issue => issue.assignee_ids.flatMap(id => getRow('user', id)?.display_name ?? []).join(', '),
    read: (text, issue) => many('person here', 'assignee_ids', text, people(issue)),
  },
  labels: {
    write: issue => names('label', issue.label_ids),
    read: (text, issue) => many('label', 'label_ids', text, named(getRows('label').filter(ofProject(issue)))),
  },
  modules: {
    write: issue => names('module', issue.module_ids),
    read: (text, issue) =>
      many(
        'module',
        'module_ids',
        text,
        named(getRows('module').filter(row => ofProject(issue)(row) && !row.archived_at)),
      ),
  },
  cycle: {
    write: issue => getRow('cycle', issue.cycle_id)?.name ?? '',
    read: (text, issue) => one('open cycle', 'cycle_id', text, named(openCycles(issue))),
  },
  start_date: day('start_date'),
  target_date: day('target_date'),
  estimate: {
    write: issue => getRow('estimate_point', issue.estimate_point)?.value ?? '',
    read: (text, issue) => one('estimate', 'estimate_point', text, points(issue)),
  },
  cycle_added_at: {
    write: issue => (issue.cycle_added_at ? dayText(new Date(issue.cycle_added_at)) : ''),
  },
  archived_at: { write: archived },
  created_at: { write: issue => dayText(new Date(issue.created_at)) },
  updated_at: { write: issue => dayText(new Date(issue.updated_at)) },
  link_count: count('link_count'),
  attachment_count: count('attachment_count'),
  sub_issues_count: count('sub_issues_count'),
} satisfies Record<Column['id'] | typeof ISSUE_COLUMN, CellText>

/** By the ids of the columns. */
export const cellTexts: Readonly<Partial<Record<string, CellText>>> = texts
