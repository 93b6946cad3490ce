import { useState } from 'react'
import { MAX_VALUE, MIN_POINTS } from '#contract/planning/estimates.ts'
import { useList } from '../../../data/lists.ts'
import { InlineName } from '../../../settings/rows/InlineName.tsx'
import { RowParts } from '../../../settings/rows/RowParts.tsx'
import { Successor } from '../../../settings/rows/Successor.tsx'
import { useInPlace } from '../../../settings/rows/useInPlace.ts'
import { useRowDrag } from '../../../settings/rows/useRowDrag.ts'
import { issuesText } from '../../../settings/settingsProject.ts'
import { classes } from '../../../ui/classes.ts'
import type { MenuEntry } from '../../../ui/popups/Menu.tsx'
import { toast } from '../../../ui/popups/Toast.tsx'
import { usePointCount, wholeProject } from '../useCounts.ts'
import { changePoint, deletePoint, type Estimate, faultOf, type Point, putPoint } from './estimateActs.ts'

type PointLineProps = {
  estimate: Estimate
  point: Point
  points: readonly Point[]
  onStep: (by: -1 | 1) => void
}

export const PointLine = ({ estimate, point, points, onStep }: PointLineProps) => {
  const { edited, edit, end, press, menu } = useInPlace({ first: 'value', onStep })
  const [isAsked, setAsked] = useState(false)
  const count = usePointCount(estimate.project, [point.id])
  const whole = useList(wholeProject(estimate.project))
  const total = whole.status === 'ready' ? whole.groups.reduce((sum, group) => sum + group.total, 0) : 0
  const { row, isDragged, over, held } = useRowDrag({
    id: point.id,
    kind: 'pointId',
    isFixed: edited !== null,
    spotFor: (id, spot) => (points.some(one => one.id === id) ? spot : null),
    onDrop: (id, spot) => {
      if (spot !== 'inside') void putPoint(estimate, points, id, point.id, spot)
    },
  })
  const keep = (value: string | null) => {
    end()
    if (!value || value === point.value) return
    const others = points.flatMap(one => (one.id === point.id ? [] : [one.value]))
    const fault = faultOf(estimate.type, others, value)
    if (fault) return toast.failure(`The value was not changed. ${fault}`)
    void changePoint(estimate, point, value)
  }
  const entries: MenuEntry[] = [
    { id: 'edit', label: 'Change the value', icon: 'pencil', keys: 'f2', run: () => edit('value') },
    { id: 'up', label: 'Move up', icon: 'arrow-up', keys: 'alt+up', run: () => onStep(-1) },
    { id: 'down', label: 'Move down', icon: 'arrow-down', keys: 'alt+down', run: () => onStep(1) },
    { id: 'rule', rule: true },
    {
      id: 'delete',
      label: 'Delete…',
      icon: 'trash-2',
      danger: true,
      disabled: points.length <= MIN_POINTS && `A scale keeps at least ${MIN_POINTS} values`,
      run: () => setAsked(true),
    },
  ]
  const unit = estimate.type === 'points' ? ' points' : ''
  return (
    <li
      ref={row}
      data-point={point.id}
      onKeyDown={press}
      className={classes(
        'group relative rounded-control',
        isAsked ? 'bg-press' : 'hover:bg-hover',
        isDragged && 'opacity-42',
      )}
    >
      <RowParts
        name={point.value}
        spot={over?.spot ?? null}
        isMovable
        held={held}
        onStep={onStep}
        count={count}
        entries={entries}
        menu={menu}
      >
        {edited ? (
          <InlineName label={`Value ${point.value}`} value={point.value} maxLength={MAX_VALUE} onEnd={keep} />
        ) : (
          <>
            <button
              type="button"
              aria-label={`Change ${point.value}`}
              onClick={() => edit('value')}
              className="num h-6 min-w-7 flex-none rounded-tag bg-press px-1.5 text-12 max-md:h-11 max-md:min-w-11"
            >
              {point.value}
            </button>
            <span aria-hidden="true" className="ml-8 h-2 flex-1 max-md:ml-2">
              <span
                className="quiet-fill block h-2 rounded-tag"
                style={{ width: total > 0 ? `${Math.round((100 * (count ?? 0)) / total)}%` : 0 }}
              />
            </span>
          </>
        )}
      </RowParts>
      {isAsked && (
        <Successor
          question={`${issuesText(count ?? 0)} ${count === 1 ? 'has' : 'have'} ${point.value}${unit}. Give them`}
          label="Value instead"
          options={points.filter(one => one.id !== point.id).map(one => ({ id: one.id, name: one.value }))}
          first={null}
          none="None"
          action={`Delete ${point.value}${unit}`}
          onCancel={() => setAsked(false)}
          onGo={next => {
            setAsked(false)
            void deletePoint(point, next)
          }}
        />
      )}
    </li>
  )
}
