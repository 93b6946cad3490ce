import type { ReactNode } from 'react'
import { classes } from '../../ui/classes.ts'
import type { IssueField, IssueParts } from './look.ts'

type CellProps = {
  field: IssueField
  label: string
  id: string
  onEdit: IssueParts['onEdit']
  className?: string
  children: ReactNode
}

/** A value in a row or card. The row is one link, so a cell that can be changed lies above it. */
export const Cell = ({ field, label, id, onEdit, className, children }: CellProps) => {
  if (!onEdit) return <span className={classes('flex items-center', className)}>{children}</span>
  return (
    <button
      type="button"
      tabIndex={-1}
      data-field={field}
      onClick={event => onEdit(id, field, event.currentTarget)}
      className={classes(
        'relative z-[1] flex items-center rounded-tag before:absolute before:-inset-1 before:rounded-control hover:before:bg-hover',
        className,
      )}
    >
      <span className="sr-only">{label}: </span>
      {children}
    </button>
  )
}
