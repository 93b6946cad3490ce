import type { ReactNode } from 'react'
import { type Order, orderFields } from '#contract/issueOrder.ts'
import type { RowTypes } from '../../../data/entities.ts'
import { Avatar, AvatarStack } from '../../../ui/Avatar.tsx'
import { dayText, shortDay, sinceText } from '../../../ui/day-words.ts'
import { Labels } from '../../../ui/Label.tsx'
import { PriorityIcon, priorityNames } from '../../../ui/PriorityIcon.tsx'
import { StateIcon } from '../../../ui/StateIcon.tsx'
import { DueDate } from '../../parts/DueDate.tsx'
import type { IssueField } from '../../parts/look.ts'
import type { Parts } from '../../useParts.ts'

export type Column = {
  id: string
  name: string
  width: number
  right?: boolean
  /** The field whose picker the cell opens; missing where it may only be read. */
  field?: IssueField
  /** The cell opens the issue, where what it counts stands. */
  opens?: boolean
  sorts: readonly Sort[]
  /** Of a part that a project may do without: whether it has it. */
  has?: (project: RowTypes['project']) => boolean
  /** What stands in the cell, where it is drawn without more; nothing where there is no value. */
  text: (parts: Parts) => string
  cell?: (parts: Parts) => ReactNode
}
type Sort = { label: string; order: Order }

const isOrder = (text: string): text is Order =>
  (orderFields as readonly string[]).includes(text.replace(/^-/, ''))

/** Two entries of a header's menu, of those orders that the list language has. */
const sorts = (first: string, firstLabel: string, secondLabel: string): Sort[] => {
  const second = first.startsWith('-') ? first.slice(1) : `-${first}`
  return [
    { label: firstLabel, order: first },
    { label: secondLabel, order: second },
  ].flatMap(({ label, order }) => (isOrder(order) ? [{ label, order }] : []))
}
const alphabet = (order: string) => sorts(order, 'A → Z', 'Z → A')
const newest = (order: string) => sorts(order, 'New → Old', 'Old → New')
const most = (order: string) => sorts(order, 'Most → Least', 'Least → Most')

const countOf = (value: number) => (value > 0 ? String(value) : '')
const dayWords = (day: string | null) => (day ? shortDay(day, true) : '')

/** The first column, which stays in sight. */
export const ISSUE_COLUMN = 'issue'
/** With all up to the estimate it fills the main area of a screen of 1,440 px. */
export const ISSUE_WIDTH = 340

export const columns: readonly Column[] = [
  {
    id: 'state',
    name: 'State',
    width: 120,
    field: 'state',
    sorts: alphabet('state__name'),
    text: ({ state }) => state?.name ?? '',
    cell: ({ issue, state }) => (
      <>
        <StateIcon group={state?.group ?? issue.state__group} color={state?.color} later={state?.later} />
        <span className="cut">{state?.name}</span>
      </>
    ),
  },
  {
    id: 'priority',
    name: 'Priority',
    width: 104,
    field: 'priority',
    sorts: sorts('priority', 'None → Urgent', 'Urgent → None'),
    text: ({ issue }) => (issue.priority === 'none' ? '' : priorityNames[issue.priority]),
    cell: ({ issue }) => (
      <>
        <PriorityIcon priority={issue.priority} silent />
        <span className="cut">{priorityNames[issue.priority]}</span>
      </>
    ),
  },
  {
    id: 'assignees',
    name: 'Assignee',
    width: 140,
    field: 'assignees',
    sorts: alphabet('assignees__first_name'),
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
  {
    id: 'labels',
    name: 'Labels',
    width: 120,
    field: 'labels',
    sorts: alphabet('labels__name'),
    text: ({ labels }) => labels.map(label => label.name).join(', '),
    cell: ({ labels }) => <Labels labels={labels} max={1} className="gap-1.5" />,
  },
  {
    id: 'cycle',
    has: project => project.cycle_view,
    name: 'Cycle',
    width: 104,
    field: 'cycle',
    sorts: alphabet('issue_cycle__cycle__name'),
    text: ({ cycle }) => cycle?.name ?? '',
  },
  {
    id: 'start_date',
    name: 'Start',
    width: 88,
    field: 'start_date',
    sorts: newest('-start_date'),
    text: ({ issue }) => dayWords(issue.start_date),
    cell: ({ issue }) => <DueDate day={issue.start_date} group="completed" large />,
  },
  {
    id: 'target_date',
    name: 'Due',
    width: 96,
    field: 'target_date',
    sorts: newest('-target_date'),
    text: ({ issue }) => dayWords(issue.target_date),
    cell: ({ issue, state }) => (
      <DueDate day={issue.target_date} group={state?.group ?? issue.state__group} large />
    ),
  },
  {
    id: 'estimate',
    has: project => project.estimate !== null,
    name: 'Estimate',
    width: 80,
    field: 'estimate',
    right: true,
    sorts: sorts('estimate_point__key', 'Low → High', 'High → Low'),
    text: ({ point }) => point?.value ?? '',
  },
  {
    id: 'modules',
    has: project => project.module_view,
    name: 'Modules',
    width: 128,
    field: 'modules',
    sorts: alphabet('issue_module__module__name'),
    text: ({ modules }) => modules.map(module => module.name).join(', '),
  },
  {
    id: 'created_at',
    name: 'Created',
    width: 96,
    right: true,
    sorts: newest('-created_at'),
    text: ({ issue }) => dayWords(dayText(new Date(issue.created_at))),
  },
  {
    id: 'updated_at',
    name: 'Updated',
    width: 96,
    right: true,
    sorts: newest('-updated_at'),
    text: ({ issue }) => sinceText(issue.updated_at),
  },
  {
    id: 'link_count',
    name: 'Links',
    width: 76,
    right: true,
    sorts: most('-link_count'),
    text: ({ issue }) => countOf(issue.link_count),
  },
  {
    id: 'attachment_count',
    name: 'Attachments',
    width: 108,
    right: true,
    sorts: most('-attachment_count'),
    text: ({ issue }) => countOf(issue.attachment_count),
  },
  {
    id: 'sub_issues_count',
    name: 'Sub-issues',
    width: 96,
    right: true,
    opens: true,
    sorts: most('-sub_issues_count'),
    text: ({ issue }) => countOf(issue.sub_issues_count),
  },
]
