import { type KeyboardEvent, useRef, useState } from 'react'
import { MAX_VALUE, MIN_POINTS } from '#contract/planning/estimates.ts'
import { useList } from '../../data/lists.ts'
import { classes } from '../../ui/classes.ts'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Menu, type MenuEntry } from '../../ui/popups/Menu.tsx'
import { toast } from '../../ui/popups/Toast.tsx'
import { changePoint, deletePoint, type Estimate, faultOf, type Point, putPoint } from './estimateActs.ts'
import { DropMark } from './rows/DropMark.tsx'
import { InlineName } from './rows/InlineName.tsx'
import { Successor } from './rows/Successor.tsx'
import { useRowDrag } from './rows/useRowDrag.ts'
import { issuesText } from './settingsProject.ts'
import { usePointCount, wholeProject } from './useCounts.ts'

type PointLineProps = {
  estimate: Estimate
  point: Point
  points: readonly Point[]
  onStep: (by: -1 | 1) => void
}

export const PointLine = ({ estimate, point, points, onStep }: PointLineProps) => {
  const [isEdited, setEdited] = useState(false)
  const [isAsked, setAsked] = useState(false)
  const menu = useRef<HTMLButtonElement>(null)
  const count = usePointCount(estimate.project, point.id)
  const whole = useList(wholeProject(estimate.project))
  const total = whole.status === 'ready' ? whole.groups.reduce((sum, group) => sum + group.total, 0) : 0
  const { row, isDragged, over } = useRowDrag({
    id: point.id,
    kind: 'pointId',
    isFixed: isEdited,
    spotFor: (id, spot) => (points.some(one => one.id === id) ? spot : null),
    onDrop: (id, spot) => {
      if (spot !== 'inside') void putPoint(estimate, points, id, point.id, spot)
    },
  })
  const edit = (value: string | null) => {
    setEdited(false)
    requestAnimationFrame(() => menu.current?.focus())
    if (!value || value === point.value) return
    const others = points.flatMap(one => (one.id === point.id ? [] : [one.value]))
    const fault = faultOf(estimate.type, others, value)
    if (fault) return toast.failure(`The value was not changed. ${fault}`)
    void changePoint(estimate, point, value)
  }
  const press = (event: KeyboardEvent) => {
    if (isEdited) return
    if (event.key === 'F2') setEdited(true)
    else if (event.altKey && event.key === 'ArrowUp') onStep(-1)
    else if (event.altKey && event.key === 'ArrowDown') onStep(1)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const entries: MenuEntry[] = [
    { id: 'edit', label: 'Change the value', icon: 'pencil', keys: 'f2', run: () => setEdited(true) },
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
      <DropMark spot={over?.spot ?? null} />
      <div className="flex h-9 items-center gap-2 px-2 max-md:h-12">
        <span aria-hidden="true" className="grid w-4 place-items-center text-ink-3 max-md:hidden">
          <Icon
            name="grip-vertical"
            size={14}
            className="cursor-grab opacity-0 group-focus-within:opacity-100 group-hover:opacity-100"
          />
        </span>
        {isEdited ? (
          <InlineName label={`Value ${point.value}`} value={point.value} maxLength={MAX_VALUE} onEnd={edit} />
        ) : (
          <>
            <button
              type="button"
              aria-label={`Change ${point.value}`}
              onClick={() => setEdited(true)}
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
        <span className="num w-20 flex-none text-right text-12 text-ink-2 max-md:w-16">
          {count === null ? '' : issuesText(count)}
        </span>
        <span className="w-8 flex-none max-md:w-11">
          <Menu align="end" entries={entries}>
            <IconButton
              ref={menu}
              icon="ellipsis"
              label={`Actions for ${point.value}`}
              className="ml-1 opacity-0 focus-visible:opacity-100 group-focus-within:opacity-100 group-hover:opacity-100 data-[popup-open]:opacity-100 max-md:size-11 max-md:opacity-100 pointer-coarse:opacity-100"
            />
          </Menu>
        </span>
      </div>
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
            void deletePoint(estimate, point, next)
          }}
        />
      )}
    </li>
  )
}
