import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Issue } from '#contract/issues.ts'
import { AvatarStack } from '../../ui/Avatar.tsx'
import { classes } from '../../ui/classes.ts'
import { PriorityIcon } from '../../ui/PriorityIcon.tsx'
import { StateIcon } from '../../ui/StateIcon.tsx'
import type { EditLine } from '../fields/fields.ts'
import { useIssueHref } from '../issueAddress.ts'
import { useParts } from '../useParts.ts'
import { Cell } from './Cell.tsx'
import { DueDate } from './DueDate.tsx'
import { issueKey } from './look.ts'

type IssueLineProps = {
  issue: Issue
  /** Stands before the state: how it is related, or what folds it. */
  lead?: ReactNode
  /** Stands after the title. */
  mark?: ReactNode
  /** At the end, when pointed at. */
  controls?: ReactNode
  onEdit?: EditLine
  onKeyDown?: (event: React.KeyboardEvent) => void
}

/** An issue as another one lists it: one line, its fields changed in place. */
export const IssueLine = ({ issue, lead, mark, controls, onEdit, onKeyDown }: IssueLineProps) => {
  const parts = useParts(issue.id)
  const hrefOf = useIssueHref()
  if (!parts) return null
  const { id } = issue
  const key = issueKey(parts.projectKey, issue)
  const isOver = issue.state__group === 'completed' || issue.state__group === 'cancelled'
  const edit = parts.mayEdit && !issue.archived_at && onEdit ? { onEdit } : { onEdit: undefined }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the link inside
    <div
      data-child={id}
      onKeyDown={onKeyDown}
      className="group relative -mx-2 flex min-h-8 items-center gap-2 rounded-control px-2 hover:bg-hover has-[[data-title]:focus-visible]:outline-2 has-[[data-title]:focus-visible]:outline-accent has-[[data-title]:focus-visible]:-outline-offset-2 max-md:min-h-11"
    >
      {lead}
      <Cell {...{ id, ...edit }} field="state" label={`State of ${key}`}>
        <StateIcon
          group={issue.state__group}
          color={parts.state?.color ?? null}
          {...(parts.state?.later ? { later: true } : {})}
          label={parts.state?.name ?? issue.state__group}
        />
      </Cell>
      <span className="num flex-none text-12 text-ink-3 max-md:hidden">
        {parts.projectKey}-{issue.sequence_id || '…'}
      </span>
      <Link
        to={hrefOf(issue)}
        data-title
        draggable={false}
        title={issue.name}
        className={classes(
          'cut min-w-0 flex-1 after:absolute after:inset-0 focus-visible:outline-none',
          isOver && 'text-ink-2',
        )}
      >
        {issue.name}
      </Link>
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
        <Cell {...{ id, ...edit }} field="priority" label={`Priority of ${key}`}>
          <PriorityIcon priority={issue.priority} />
        </Cell>
      </span>
      {issue.target_date && (
        <Cell {...{ id, ...edit }} field="target_date" label={`Due date of ${key}`} className="max-md:hidden">
          <DueDate day={issue.target_date} group={issue.state__group} />
        </Cell>
      )}
      <Cell {...{ id, ...edit }} field="assignees" label={`Assignees of ${key}`}>
        <AvatarStack people={parts.assignees} />
      </Cell>
    </div>
  )
}
