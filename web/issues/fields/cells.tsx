/** The contents of rows and cards, each a cell of its own that repaints with its field. */
import { useClock } from '../../data/clock.ts'
import { useRow } from '../../data/rows.ts'
import { Avatar, AvatarStack } from '../../ui/marks/Avatar.tsx'
import { Estimate } from '../../ui/marks/Estimate.tsx'
import { Labels } from '../../ui/marks/Label.tsx'
import { PriorityIcon, priorityNames } from '../../ui/marks/PriorityIcon.tsx'
import { ProgressRing } from '../../ui/marks/Progress.tsx'
import { StateIcon } from '../../ui/marks/StateIcon.tsx'
import { Cell, type CellOf } from './Cell.tsx'
import { DueDate, dueText } from './DueDate.tsx'
import { useAssignees, useEstimate, useLabels, useStateSign, useSubDone } from './useNamed.ts'

type CellProps = { of: CellOf; className?: string }

export const namesOf = (rows: readonly { name: string }[]) => rows.map(row => row.name).join(', ')

export const StateCell = ({ of }: CellProps) => {
  const sign = useStateSign(of.issue)
  return (
    <Cell of={of} field="state" value={sign.label ?? sign.group}>
      <StateIcon label={sign.group} {...sign} />
    </Cell>
  )
}

export const PriorityCell = ({ of }: CellProps) => (
  <Cell of={of} field="priority" value={priorityNames[of.issue.priority]}>
    <PriorityIcon priority={of.issue.priority} />
  </Cell>
)

export const LabelsCell = ({ of }: CellProps) => {
  const labels = useLabels(of.issue)
  if (labels.length === 0) return null
  return (
    <Cell of={of} field="labels" value={namesOf(labels)} className="min-w-0">
      <Labels labels={labels} className="gap-3.5" />
    </Cell>
  )
}

/** The due date in the light of the state: a completed issue is never overdue. */
export const Due = ({ issue }: Pick<CellOf, 'issue'>) => {
  const { group } = useStateSign(issue)
  return <DueDate day={issue.target_date} group={group} />
}

const DueOn = ({ of, day, className }: CellProps & { day: string }) => {
  const { today } = useClock()
  const { group } = useStateSign(of.issue)
  return (
    <Cell of={of} field="target_date" value={dueText(day, group, today)} className={className}>
      <DueDate day={day} group={group} />
    </Cell>
  )
}

export const DueCell = (props: CellProps) =>
  props.of.issue.target_date && <DueOn day={props.of.issue.target_date} {...props} />

export const EstimateCell = ({ of }: CellProps) => {
  const estimate = useEstimate(of.issue)
  if (!estimate) return null
  return (
    <Cell of={of} field="estimate" value={estimate}>
      <Estimate value={estimate} />
    </Cell>
  )
}

export const AssigneesCell = ({ of }: CellProps) => {
  const people = useAssignees(of.issue)
  return (
    <Cell
      of={of}
      field="assignees"
      value={people.map(person => person.display_name).join(', ') || 'Unassigned'}
    >
      <AvatarStack people={people} />
    </Cell>
  )
}

/** The agent that does the work, where there is one. */
export const DelegateMark = ({ issue }: Pick<CellOf, 'issue'>) => {
  const agent = useRow('user', issue.delegate_id)
  return agent && <Avatar person={agent} size={16} />
}

/** How far its sub-issues are. */
export const SubProgress = ({ issue }: Pick<CellOf, 'issue'>) => (
  <ProgressRing done={useSubDone(issue)} total={issue.sub_issues_count} />
)
