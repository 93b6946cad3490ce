import { classes } from '../../ui/classes.ts'
import { Checkbox } from '../../ui/controls/Checkbox.tsx'
import type { IssueParts } from '../fields/rowProps.ts'

type RowCheckboxProps = Pick<IssueParts, 'selected' | 'onSelect'> & {
  id: string
  /** What the issue is called by: its key. */
  label: string
  className: string
}

/** Selects an issue in its row or card; seen where the pointer or the focus is, and while it is selected. */
export const RowCheckbox = ({ id, label, selected, onSelect, className }: RowCheckboxProps) => (
  <span
    className={classes(
      'grid place-items-center',
      className,
      !selected && 'opacity-0 group-focus-within:opacity-100 group-hover:opacity-100',
    )}
  >
    {onSelect && (
      <Checkbox
        tabIndex={-1}
        checked={Boolean(selected)}
        label={`Select ${label}`}
        onChange={(_, event) => onSelect(id, event)}
      />
    )}
  </span>
)
