import type { ReactNode } from 'react'
import { fields } from '#contract/issueFields.ts'
import { type Order, reversed } from '#contract/issueOrder.ts'
import { Avatar, AvatarStack } from '../../../ui/Avatar.tsx'
import { dayText, shortDay, sinceText } from '../../../ui/day-words.ts'
import { Labels } from '../../../ui/Label.tsx'
import { PriorityIcon, priorityNames } from '../../../ui/PriorityIcon.tsx'
import { StateIcon } from '../../../ui/StateIcon.tsx'
import { isEdited, lookOf, type ShownField } from '../../fields/fields.ts'
import { DueDate } from '../../parts/DueDate.tsx'
import type { IssueField } from '../../parts/look.ts'
import type { Parts } from '../../useParts.ts'

/** A column is a field that lists can be ordered by. */
type ColumnField = { [F in ShownField]: (typeof fields)[F] extends { order: string } ? F : never }[ShownField]
export type Column = Special & {
  id: ColumnField
  name: string
  /** The field whose picker the cell opens; missing where it may only be read. */
  field?: IssueField
  sorts: readonly Sort[]
}
/** What only the table knows of a field. */
type Special = {
  width: number
  right?: boolean
  /** The cell opens the issue, where what it counts stands. */
  opens?: boolean
  /** What stands in the cell, where it is drawn without more; nothing where there is no value. */
  text: (parts: Parts) => string
  cell?: (parts: Parts) => ReactNode
}
type Sort = { label: string; order: Order }

/** Two entries of a header's menu. */
const sorts = (first: Order, firstLabel: string, secondLabel: string): Sort[] => [
  { label: firstLabel, order: first },
  { label: secondLabel, order: reversed(first) },
]
const sortsBy = (field: ColumnField): Sort[] => {
  const { order, holds } = fields[field]
  if (field === 'priority') return sorts(order, 'None → Urgent', 'Urgent → None')
  if (field === 'estimate') return sorts(order, 'Low → High', 'High → Low')
  if (holds === 'day' || holds === 'instant') return sorts(`-${order}`, 'New → Old', 'Old → New')
  if (holds === 'number') return sorts(`-${order}`, 'Most → Least', 'Least → Most')
  return sorts(order, 'A → Z', 'Z → A')
}

const countOf = (value: number) => (value > 0 ? String(value) : '')
const dayWords = (day: string | null) => (day ? shortDay(day, true) : '')

/** The first column, which stays in sight. */
export const ISSUE_COLUMN = 'issue'
/** With all up to the estimate it fills the main area of a screen of 1,440 px. */
export const ISSUE_WIDTH = 340

/** In the order in which a table begins. */
const special = {
  state: {
    width: 120,
    text: ({ state }) => state?.name ?? '',
    cell: ({ issue, state }) => (
      <>
        <StateIcon group={state?.group ?? issue.state__group} color={state?.color} later={state?.later} />
        <span className="cut">{state?.name}</span>
      </>
    ),
  },
  priority: {
    width: 104,
    text: ({ issue }) => (issue.priority === 'none' ? '' : priorityNames[issue.priority]),
    cell: ({ issue }) => (
      <>
        <PriorityIcon priority={issue.priority} silent />
        <span className="cut">{priorityNames[issue.priority]}</span>
      </>
    ),
  },
  assignees: {
    width: 140,
    text: ({ assignees }) => assignees.map(person => person.display_name).join(', '),
    cell: ({ assignees: [first, ...rest] }) =>
      first && rest.length === 0 ? (
        <>
          <Avatar person={first} silent />
          <span className="cut">{first.display_name}</span>
        </>
      ) : (
        first && <AvatarStack people={[first, ...rest]} max={4} />
      ),
  },
  labels: {
    width: 120,
    text: ({ labels }) => labels.map(label => label.name).join(', '),
    cell: ({ labels }) => <Labels labels={labels} max={1} className="gap-1.5" />,
  },
  cycle: {
    width: 104,
    text: ({ cycle }) => cycle?.name ?? '',
  },
  start_date: {
    width: 88,
    text: ({ issue }) => dayWords(issue.start_date),
    cell: ({ issue }) => <DueDate day={issue.start_date} group="completed" large />,
  },
  target_date: {
    width: 96,
    text: ({ issue }) => dayWords(issue.target_date),
    cell: ({ issue, state }) => (
      <DueDate day={issue.target_date} group={state?.group ?? issue.state__group} large />
    ),
  },
  estimate: {
    width: 80,
    right: true,
    text: ({ point }) => point?.value ?? '',
  },
  modules: {
    width: 128,
    text: ({ modules }) => modules.map(module => module.name).join(', '),
  },
  created_at: {
    width: 96,
    right: true,
    text: ({ issue }) => dayWords(dayText(new Date(issue.created_at))),
  },
  updated_at: {
    width: 96,
    right: true,
    text: ({ issue }) => sinceText(issue.updated_at),
  },
  link_count: {
    width: 76,
    right: true,
    text: ({ issue }) => countOf(issue.link_count),
  },
  attachment_count: {
    width: 108,
    right: true,
    text: ({ issue }) => countOf(issue.attachment_count),
  },
  sub_issues_count: {
    width: 96,
    right: true,
    opens: true,
    text: ({ issue }) => countOf(issue.sub_issues_count),
  },
} satisfies Partial<Record<ColumnField, Special>>

export const columns: readonly Column[] = (Object.keys(special) as (keyof typeof special)[]).map(id => {
  const { short, label } = { label: '', ...lookOf(id) }
  return {
    id,
    name: short ?? label,
    ...(isEdited(id) ? { field: id } : {}),
    sorts: sortsBy(id),
    ...special[id],
  }
})
