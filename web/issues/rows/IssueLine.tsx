import type { ReactNode } from 'react'
import type { Issue } from '#contract/work/issues.ts'
import { classes } from '../../ui/classes.ts'
import { useIssueHref } from '../acts/issueAddress.ts'
import type { CellOf } from '../fields/Cell.tsx'
import { AssigneesCell, DueCell, PriorityCell, StateCell } from '../fields/cells.tsx'
import type { EditLine } from '../fields/fields.ts'
import { useShownIssue } from '../fields/useShownIssue.ts'
import { RowTitle } from './RowTitle.tsx'

type IssueLineProps = {
  issue: Issue
  /** Before the state: the relation's icon, or the toggle of its sub-issues. */
  lead?: ReactNode
  /** Shown after the title. */
  mark?: ReactNode
  /** At the end, when pointed at. */
  controls?: ReactNode
  onEdit?: EditLine
  onKeyDown?: (event: React.KeyboardEvent) => void
}

/** An issue as another one lists it: one line, its fields changed in place. */
export const IssueLine = ({ issue, lead, mark, controls, onEdit, onKeyDown }: IssueLineProps) => {
  const shown = useShownIssue(issue.id)
  const hrefOf = useIssueHref()
  if (!shown) return null
  const { id } = issue
  const isOver = issue.state__group === 'completed' || issue.state__group === 'cancelled'
  const of: CellOf = {
    issue,
    projectKey: shown.projectKey,
    ...(shown.mayEdit && !issue.archived_at && onEdit ? { onEdit } : {}),
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the link inside
    <div
      data-child={id}
      onKeyDown={onKeyDown}
      className="group relative -mx-2 flex min-h-8 items-center gap-2 rounded-control px-2 hover:bg-hover max-md:min-h-11"
    >
      {lead}
      <StateCell of={of} />
      <span className="num flex-none text-12 text-ink-3 max-md:hidden">
        {shown.projectKey}-{issue.sequence_id || '…'}
      </span>
      <RowTitle
        issue={issue}
        href={hrefOf(issue)}
        className={classes('row-link cut min-w-0 flex-1', isOver && 'text-ink-2')}
      />
      {mark}
      {controls && (
        <span className="relative z-[1] flex w-0 flex-none items-center overflow-hidden group-focus-within:w-auto group-hover:w-auto has-[[data-popup-open]]:w-auto max-md:w-auto">
          {controls}
        </span>
      )}
      <span
        className={classes(
          'flex-none max-md:hidden',
          issue.priority === 'none' && 'opacity-0 group-focus-within:opacity-100 group-hover:opacity-100',
        )}
      >
        <PriorityCell of={of} />
      </span>
      <DueCell of={of} className="max-md:hidden" />
      <AssigneesCell of={of} />
    </div>
  )
}
