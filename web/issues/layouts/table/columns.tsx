import type { ReactNode } from 'react'
import { keysOf } from '#contract/keys.ts'
import { fields } from '#contract/lists/issueFields.ts'
import { type Order, reversed } from '#contract/lists/issueOrder.ts'
import type { Issue } from '#contract/work/issues.ts'
import { dayText, shortDay, sinceText } from '../../../ui/dates/day-words.ts'
import { Avatar, AvatarStack } from '../../../ui/marks/Avatar.tsx'
import { Labels } from '../../../ui/marks/Label.tsx'
import { PriorityIcon, priorityNames } from '../../../ui/marks/PriorityIcon.tsx'
import { StateIcon } from '../../../ui/marks/StateIcon.tsx'
import { DueDate } from '../../fields/DueDate.tsx'
import { isEdited, lookOf, type ShownField } from '../../fields/fields.ts'
import type { IssueField } from '../../fields/rowProps.ts'
import {
  useAssignees,
  useIssueCycle,
  useIssueModules,
  useIssueState,
  useLabels,
  usePoint,
  useStateSign,
} from '../../fields/useNamed.ts'
import { useArchivedWords } from '../../rows/rowWords.ts'

/** A column is a field that lists can be ordered by. */
type ColumnField = { [F in ShownField]: (typeof fields)[F] extends { order: string } ? F : never }[ShownField]
export type Column = Special & {
  id: keyof typeof special
  name: string
  /** The field whose picker the cell opens; missing where it may only be read. */
  field?: IssueField
  sorts: readonly Sort[]
}
/** The facts about a field that only the table knows. */
type Special = {
  width: number
  right?: boolean
  /** The cell opens the issue at the parts that it counts. */
  opens?: boolean
  /** The plain text of the cell; empty where there is no value. */
  useText: (issue: Issue) => string
  Value?: (props: { issue: Issue }) => ReactNode
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

const namesOf = (rows: readonly { name: string }[]) => rows.map(({ name }) => name).join(', ')

type ValueProps = { issue: Issue }
const StateValue = ({ issue }: ValueProps) => {
  const { label, ...sign } = useStateSign(issue)
  return (
    <>
      <StateIcon {...sign} />
      <span className="cut">{label}</span>
    </>
  )
}
const AssigneesValue = ({ issue }: ValueProps) => {
  const [first, ...rest] = useAssignees(issue)
  if (!first) return null
  if (rest.length > 0) return <AvatarStack people={[first, ...rest]} max={4} />
  return (
    <>
      <Avatar person={first} silent />
      <span className="cut">{first.display_name}</span>
    </>
  )
}
const LabelsValue = ({ issue }: ValueProps) => (
  <Labels labels={useLabels(issue)} max={1} className="gap-1.5" />
)
const DueValue = ({ issue }: ValueProps) => (
  <DueDate day={issue.target_date} group={useStateSign(issue).group} large />
)

/** The first column, which stays in sight. */
export const ISSUE_COLUMN = 'issue'
/** With all up to the estimate it fills the main area of a screen of 1,440 px. */
export const ISSUE_WIDTH = 340

/** In the order in which a table begins. */
const special = {
  state: {
    width: 120,
    useText: issue => useIssueState(issue)?.name ?? '',
    Value: StateValue,
  },
  priority: {
    width: 104,
    useText: issue => (issue.priority === 'none' ? '' : priorityNames[issue.priority]),
    Value: ({ issue }) => (
      <>
        <PriorityIcon priority={issue.priority} silent />
        <span className="cut">{priorityNames[issue.priority]}</span>
      </>
    ),
  },
  archived_at: {
    width: 152,
    useText: issue => useArchivedWords(issue, true),
  },
  assignees: {
    width: 140,
    useText: issue =>
      useAssignees(issue)
        .map(person => person.display_name)
        .join(', '),
    Value: AssigneesValue,
  },
  labels: {
    width: 120,
    useText: issue => namesOf(useLabels(issue)),
    Value: LabelsValue,
  },
  cycle: {
    width: 104,
    useText: issue => useIssueCycle(issue)?.name ?? '',
  },
  start_date: {
    width: 88,
    useText: issue => dayWords(issue.start_date),
    Value: ({ issue }) => <DueDate day={issue.start_date} group="completed" large />,
  },
  target_date: {
    width: 96,
    useText: issue => dayWords(issue.target_date),
    Value: DueValue,
  },
  estimate: {
    width: 80,
    right: true,
    useText: issue => usePoint(issue)?.value ?? '',
  },
  modules: {
    width: 128,
    useText: issue => namesOf(useIssueModules(issue)),
  },
  cycle_added_at: {
    width: 96,
    right: true,
    useText: issue => (issue.cycle_added_at ? dayWords(dayText(new Date(issue.cycle_added_at))) : ''),
  },
  created_at: {
    width: 96,
    right: true,
    useText: issue => dayWords(dayText(new Date(issue.created_at))),
  },
  updated_at: {
    width: 96,
    right: true,
    useText: issue => sinceText(issue.updated_at),
  },
  link_count: {
    width: 76,
    right: true,
    useText: issue => countOf(issue.link_count),
  },
  attachment_count: {
    width: 108,
    right: true,
    useText: issue => countOf(issue.attachment_count),
  },
  sub_issues_count: {
    width: 96,
    right: true,
    opens: true,
    useText: issue => countOf(issue.sub_issues_count),
  },
} satisfies Partial<Record<ColumnField, Special>>

export const columns: readonly Column[] = keysOf(special).map(id => {
  const { short, label } = { label: '', ...lookOf(id) }
  return {
    id,
    name: short ?? label,
    ...(isEdited(id) ? { field: id } : {}),
    sorts: sortsBy(id),
    ...special[id],
  }
})
