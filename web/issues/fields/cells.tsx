/** The contents of rows and cards, each a cell of its own that repaints with its field. */
import { AvatarStack } from '../../ui/marks/Avatar.tsx'
import { Estimate } from '../../ui/marks/Estimate.tsx'
import { Labels } from '../../ui/marks/Label.tsx'
import { PriorityIcon } from '../../ui/marks/PriorityIcon.tsx'
import { ProgressRing } from '../../ui/marks/Progress.tsx'
import { StateIcon } from '../../ui/marks/StateIcon.tsx'
import { Cell, type CellOf } from './Cell.tsx'
import { DueDate } from './DueDate.tsx'
import { useAssignees, useEstimate, useLabels, useStateSign, useSubDone } from './useNamed.ts'

type CellProps = { of: CellOf }

export const StateCell = ({ of }: CellProps) => {
  const sign = useStateSign(of.issue)
  return (
    <Cell of={of} field="state">
      <StateIcon {...sign} />
    </Cell>
  )
}

export const PriorityCell = ({ of }: CellProps) => (
  <Cell of={of} field="priority">
    <PriorityIcon priority={of.issue.priority} />
  </Cell>
)

export const LabelsCell = ({ of }: CellProps) => {
  const labels = useLabels(of.issue)
  if (labels.length === 0) return null
  return (
    <Cell of={of} field="labels" className="min-w-0">
      <Labels labels={labels} className="gap-3.5" />
    </Cell>
  )
}

/** The due date in the light of the state: a completed issue is never overdue. */
export const Due = ({ issue }: Pick<CellOf, 'issue'>) => {
  const { group } = useStateSign(issue)
  return <DueDate day={issue.target_date} group={group} />
}

export const DueCell = ({ of }: CellProps) =>
  of.issue.target_date && (
    <Cell of={of} field="target_date">
      <Due issue={of.issue} />
    </Cell>
  )

export const EstimateCell = ({ of }: CellProps) => {
  const estimate = useEstimate(of.issue)
  if (!estimate) return null
  return (
    <Cell of={of} field="estimate">
      <Estimate value={estimate} />
    </Cell>
  )
}

export const AssigneesCell = ({ of }: CellProps) => {
  const people = useAssignees(of.issue)
  return (
    <Cell of={of} field="assignees">
      <AvatarStack people={people} />
    </Cell>
  )
}

/** How far its sub-issues are. */
export const SubProgress = ({ issue }: Pick<CellOf, 'issue'>) => (
  <ProgressRing done={useSubDone(issue)} total={issue.sub_issues_count} />
)
