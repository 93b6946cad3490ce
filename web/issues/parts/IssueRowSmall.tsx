import { memo } from 'react'
import { Link } from 'react-router'
import { AvatarStack } from '../../ui/Avatar.tsx'
import { classes } from '../../ui/classes.ts'
import { variables } from '../../ui/colours.ts'
import { Label } from '../../ui/Label.tsx'
import { PriorityIcon } from '../../ui/PriorityIcon.tsx'
import { useShows } from '../shown.ts'
import { DueDate } from './DueDate.tsx'
import { type IssueParts, issueKey } from './look.ts'
import { RowMenuButton } from './RowMenuButton.tsx'
import { StateCell } from './StateCell.tsx'

/** The two-line row of a phone. */
export const IssueRowSmall = memo((props: IssueParts) => {
  const {
    issue,
    projectKey,
    href,
    state,
    labels,
    assignees,
    selected,
    active,
    changedBy,
    onEdit,
    onOpen,
    onFocus,
    onMenu,
  } = props
  const shows = useShows()
  const key = issueKey(projectKey, issue)
  return (
    <div
      data-issue={issue.id}
      data-selected={selected || undefined}
      style={changedBy ? variables({ '--person': changedBy }) : undefined}
      className={classes('issue-row relative flex min-h-16 gap-2.5 px-4 py-2.5', changedBy && 'changed-live')}
    >
      <span className="mt-[3px] flex-none">
        {shows('state') && <StateCell {...{ issue, state, projectKey, onEdit }} />}
      </span>
      <div className="min-w-0 flex-1">
        <Link
          to={href}
          data-title
          tabIndex={active === false ? -1 : 0}
          onClick={onOpen && (event => onOpen(issue.id, event))}
          onFocus={onFocus && (() => onFocus(issue.id))}
          className="line-clamp-2 text-15 after:absolute after:inset-0"
        >
          {issue.name}
        </Link>
        <div className="mt-1 flex h-5 items-center gap-2">
          {shows('priority') && <PriorityIcon priority={issue.priority} />}
          {shows('key') && <span className="num text-12 text-ink-3">{key}</span>}
          {shows('labels') && labels[0] && <Label label={labels[0]} />}
          <span className="flex-1" />
          {shows('due_date') && (
            <DueDate day={issue.target_date} group={state?.group ?? issue.state__group} />
          )}
        </div>
      </div>
      <span className="mt-px flex-none">
        {shows('assignee') && <AvatarStack people={assignees} max={2} />}
      </span>
      <RowMenuButton
        id={issue.id}
        label={key}
        onMenu={onMenu}
        className="-mr-2 before:absolute before:-inset-2.5"
      />
    </div>
  )
})
IssueRowSmall.displayName = 'IssueRowSmall'
