import { useState } from 'react'
import { RowQuestion } from '../../../settings/rows/RowQuestion.tsx'
import { issuesText } from '../../../settings/settingsProject.ts'
import { classes } from '../../../ui/classes.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { usePointCount } from '../useCounts.ts'
import { deleteEstimate, type Estimate, type Point } from './estimateActs.ts'

type EarlierScaleProps = { estimate: Estimate; points: readonly Point[]; onUse: () => void }

/** Nothing brings a scale back, nor what issues lose with it. */
const DeleteQuestion = ({
  estimate,
  points,
  onCancel,
}: Omit<EarlierScaleProps, 'onUse'> & { onCancel: () => void }) => {
  const count = usePointCount(
    estimate.project,
    points.map(point => point.id),
  )
  return (
    <RowQuestion
      action={`Delete ${estimate.name}`}
      onCancel={onCancel}
      onGo={() => void deleteEstimate(estimate)}
    >
      <span className="text-ink-2">
        {count === 0
          ? 'No issue has one of its values.'
          : `${count === null ? 'Issues' : issuesText(count)} with one of its values will have none.`}
      </span>
    </RowQuestion>
  )
}

/** A scale that the project does not use: to be taken again, or deleted for good. */
export const EarlierScale = ({ estimate, points, onUse }: EarlierScaleProps) => {
  const [isAsked, setAsked] = useState(false)
  return (
    <li className={classes('rounded-control', isAsked ? 'bg-press' : 'hover:bg-hover')}>
      <div className="flex min-h-9 items-center gap-2 px-2 max-md:min-h-12">
        <span className="cut">{estimate.name}</span>
        <span className="cut min-w-0 flex-1 text-12 text-ink-3">
          {points.map(point => point.value).join(', ')}
        </span>
        <Button onClick={onUse} className="max-md:h-11">
          Use again
        </Button>
        <Button
          icon="trash-2"
          aria-label={`Delete ${estimate.name}…`}
          onClick={() => setAsked(true)}
          className="max-md:h-11"
        />
      </div>
      {isAsked && <DeleteQuestion estimate={estimate} points={points} onCancel={() => setAsked(false)} />}
    </li>
  )
}
