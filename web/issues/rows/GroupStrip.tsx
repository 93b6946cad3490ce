import type { ReactNode } from 'react'
import { classes } from '../../ui/classes.ts'
import { Checkbox } from '../../ui/controls/Checkbox.tsx'
import { FoldButton } from '../../ui/controls/FoldButton.tsx'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { Count } from '../../ui/marks/Count.tsx'
import { EstimateSum } from './EstimateSum.tsx'

type GroupStripProps = {
  name: string
  icon?: ReactNode
  count: number
  points?: number
  /** Issues of it without an estimate, where estimates are summed. */
  unestimated?: number
  shut?: boolean
  onToggle: () => void
  /** Missing where nothing may be created. */
  onAdd?: () => void
  /** A dragged issue is over it. */
  over?: boolean
  /** Why the one that is dragged cannot be put here. */
  refused?: string | null
  /** How much of it is selected; missing where nothing can be. */
  chosen?: 'none' | 'some' | 'all'
  onChoose?: (all: boolean) => void
  className?: string
}

export const GroupStrip = ({
  name,
  icon,
  count,
  points = 0,
  unestimated = 0,
  shut,
  onToggle,
  onAdd,
  over,
  refused,
  chosen = 'none',
  onChoose,
  className,
}: GroupStripProps) => (
  <div
    className={classes(
      'group/strip mx-2 flex h-9 items-center gap-2 rounded-control px-2 shadow-[inset_0_1px_0_var(--edge),inset_0_-1px_0_var(--edge)] max-md:mx-0 max-md:rounded-none max-md:pr-4 max-md:pl-3.5',
      refused ? 'bg-danger-tint' : over ? 'column-over' : 'bg-sunken',
      className,
    )}
  >
    <h2 className="flex min-w-0 flex-1">
      <FoldButton
        name={name}
        icon={icon}
        shut={shut}
        onToggle={onToggle}
        wide
        className="flex-1 gap-2 rounded-tag"
      >
        <Count value={count} />
        {refused && <span className="cut text-12 text-danger">{refused}</span>}
      </FoldButton>
    </h2>
    <EstimateSum points={points} unestimated={unestimated} />
    {onChoose && (
      <span
        className={classes(
          'grid place-items-center max-md:hidden',
          chosen === 'none' && 'opacity-0 focus-within:opacity-100 group-hover/strip:opacity-100',
        )}
      >
        <Checkbox
          checked={chosen === 'all'}
          mixed={chosen === 'some'}
          label={`Select all of ${name}`}
          onChange={onChoose}
        />
      </span>
    )}
    {onAdd && (
      <IconButton
        icon="plus"
        size="strip"
        label={`New issue in ${name}`}
        onClick={onAdd}
        className="-mr-0.5 max-md:hidden"
      />
    )}
  </div>
)
