import { memo } from 'react'
import { Link } from 'react-router'
import { classes } from '../../ui/classes.ts'
import { variables } from '../../ui/colours.ts'
import { AvatarStack } from '../../ui/marks/Avatar.tsx'
import { Label } from '../../ui/marks/Label.tsx'
import { PriorityIcon } from '../../ui/marks/PriorityIcon.tsx'
import { RowMenuButton } from '../acts/RowMenuButton.tsx'
import { Due, StateCell } from '../fields/cells.tsx'
import { type IssueParts, issueKey } from '../fields/rowProps.ts'
import { useAssignees, useLabels } from '../fields/useNamed.ts'
import { BusyRing, Readers } from '../here/OthersAtIssue.tsx'
import { useShows } from './hiddenProperties.ts'
import { useRowWords } from './rowWords.ts'

type OfIssue = Pick<IssueParts, 'issue'>

const FirstLabel = ({ issue }: OfIssue) => {
  const [label] = useLabels(issue)
  return label && <Label label={label} />
}

const Assignees = ({ issue }: OfIssue) => <AvatarStack people={useAssignees(issue)} max={2} />

/** The two-line row of a phone. */
export const IssueRowSmall = memo((props: IssueParts) => {
  const { issue, projectKey, href, selected, active, changedBy, onEdit, onOpen, onFocus, onMenu } = props
  const shows = useShows()
  const words = useRowWords(issue, { isNarrow: true })
  const key = issueKey(projectKey, issue)
  return (
    <div
      data-issue={issue.id}
      data-selected={selected || undefined}
      style={changedBy ? variables({ '--person': changedBy }) : undefined}
      className={classes('issue-row relative flex min-h-16 gap-2.5 px-4 py-2.5', changedBy && 'changed-live')}
    >
      <span className="mt-[3px] flex-none">
        {shows('state') && <StateCell of={{ issue, projectKey, onEdit }} />}
      </span>
      <div className="min-w-0 flex-1">
        <Link
          to={href}
          data-title
          tabIndex={active === false ? -1 : 0}
          onClick={onOpen && (event => onOpen(issue.id, event))}
          onFocus={onFocus && (() => onFocus(issue.id))}
          className="row-link line-clamp-2 text-15"
        >
          {issue.name}
        </Link>
        <div className="mt-1 flex h-5 items-center gap-2">
          {shows('priority') && <PriorityIcon priority={issue.priority} />}
          {shows('key') && <span className="num flex-none whitespace-nowrap text-12 text-ink-3">{key}</span>}
          {words && <span className="num flex-none whitespace-nowrap text-12 text-ink-3">{words}</span>}
          {shows('labels') && <FirstLabel issue={issue} />}
          <span className="flex-1" />
          {shows('due_date') && <Due issue={issue} />}
        </div>
      </div>
      <Readers issueId={issue.id} className="mt-0.5" />
      <span className="mt-px flex-none">{shows('assignee') && <Assignees issue={issue} />}</span>
      <RowMenuButton
        id={issue.id}
        label={key}
        onMenu={onMenu}
        className="-mr-2 before:absolute before:-inset-2.5"
      />
      <BusyRing issueId={issue.id} within />
    </div>
  )
})
IssueRowSmall.displayName = 'IssueRowSmall'
