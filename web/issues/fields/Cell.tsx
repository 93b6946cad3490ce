import type { ReactNode } from 'react'
import { classes } from '../../ui/classes.ts'
import { inSentence } from './fields.ts'
import { type IssueField, type IssueParts, issueKey } from './rowProps.ts'

/** The issue of the cell, and the opener of its fields' picker. */
export type CellOf = Pick<IssueParts, 'issue' | 'projectKey' | 'onEdit'>

type CellProps = {
  of: CellOf
  field: IssueField
  /** In words: a screen reader is told them in place of the marks. */
  value: string
  className?: string
  children: ReactNode
}

/** A value in a row or card. The row is one link, so a cell that can be changed lies above it. */
export const Cell = ({ of, field, value, className, children }: CellProps) => {
  const { issue, projectKey, onEdit } = of
  if (!onEdit) return <span className={classes('flex items-center', className)}>{children}</span>
  const said = inSentence(field)
  return (
    <button
      type="button"
      tabIndex={-1}
      data-field={field}
      // Words that only a screen reader is told would be a layer each: ten in a row, painted with each frame of a scroll.
      aria-label={`${said[0]?.toUpperCase()}${said.slice(1)} of ${issueKey(projectKey, issue)}: ${value}`}
      onClick={event => onEdit(issue.id, field, event.currentTarget)}
      className={classes(
        'relative z-[1] flex items-center rounded-tag before:absolute before:-inset-1 before:rounded-control hover:before:bg-hover',
        className,
      )}
    >
      {children}
    </button>
  )
}
