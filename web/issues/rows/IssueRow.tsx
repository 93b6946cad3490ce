import { memo } from 'react'
import { classes } from '../../ui/classes.ts'
import { variables } from '../../ui/colours.ts'
import { Icon } from '../../ui/icons.tsx'
import { RowMenuButton } from '../acts/RowMenuButton.tsx'
import type { CellOf } from '../fields/Cell.tsx'
import {
  AssigneesCell,
  DelegateMark,
  DueCell,
  EstimateCell,
  LabelsCell,
  PriorityCell,
  StateCell,
  SubProgress,
} from '../fields/cells.tsx'
import { type IssueParts, issueKey, joinedClasses } from '../fields/rowProps.ts'
import { BusyRing, Readers } from '../here/OthersAtIssue.tsx'
import { CountFacts, PlacedFacts } from './Facts.tsx'
import { useShows } from './hiddenProperties.ts'
import { RowCheckbox } from './RowCheckbox.tsx'
import { RowTitle } from './RowTitle.tsx'

type IssueRowProps = IssueParts & {
  /** How deep it hangs below its parent, and whether it is the last there. */
  depth?: number
  last?: boolean
  expanded?: boolean
  onExpand?: (id: string) => void
  compact?: boolean
}

/** Needs an ancestor with `@container`: a narrow list drops labels and estimate. */
export const IssueRow = memo((props: IssueRowProps) => {
  const { issue, projectKey, href, depth = 0 } = props
  const { selected, active, peeked, joined, changedBy, onEdit, onOpen, onSelect, onMenu, onExpand, onFocus } =
    props
  const shows = useShows()
  const key = issueKey(projectKey, issue)
  const of: CellOf = { issue, projectKey, onEdit }
  const shift = depth * 24
  const lifted = selected || peeked ? 'text-ink-2' : 'text-ink-3'
  return (
    <div
      data-issue={issue.id}
      data-selected={selected || undefined}
      style={changedBy ? variables({ '--person': changedBy }) : undefined}
      className={classes(
        'issue-row group relative mx-2 grid grid-cols-[16px_16px_var(--key-width,56px)_16px_minmax(0,1fr)_auto_64px_28px_auto] items-center gap-x-2 rounded-control px-2 @max-[720px]:grid-cols-[16px_16px_var(--key-width,56px)_16px_minmax(0,1fr)_64px_auto]',
        props.compact ? 'h-(--row-compact)' : 'h-(--row)',
        !selected && (peeked ? 'bg-press' : 'hover:bg-hover'),
        joinedClasses(selected, joined),
        changedBy && 'changed-live',
      )}
    >
      {depth > 0 && (
        <>
          <i
            aria-hidden="true"
            className="absolute top-0 h-[18px] w-3.5 rounded-bl-[6px] border-line border-b border-l"
            style={{ left: 103 + shift }}
          />
          {!props.last && (
            <i
              aria-hidden="true"
              className="absolute inset-y-0 border-line border-l"
              style={{ left: 103 + shift }}
            />
          )}
        </>
      )}
      <RowCheckbox
        id={issue.id}
        label={key}
        {...{ selected, onSelect }}
        className="relative z-[1] before:absolute before:-inset-1"
      />
      {shows('priority') ? <PriorityCell of={of} /> : <span />}
      <span className={classes('num whitespace-nowrap text-12', lifted)}>{shows('key') && key}</span>
      <span style={shift ? { transform: `translateX(${shift}px)` } : undefined}>
        {shows('state') && <StateCell of={of} />}
      </span>
      <span className="flex min-w-0 items-center gap-2.5" style={shift ? { paddingLeft: shift } : undefined}>
        <RowTitle {...{ issue, href, active: Boolean(active), onOpen, onFocus }} className="row-link cut" />
        {issue.delegate_id && <DelegateMark issue={issue} />}
        {issue.sub_issues_count > 0 && shows('sub_issue_count') && (
          <span className={classes('flex flex-none items-center gap-1', lifted)}>
            {onExpand && (
              <button
                type="button"
                tabIndex={-1}
                aria-label={`Sub-issues of ${key}`}
                aria-expanded={Boolean(props.expanded)}
                onClick={() => onExpand(issue.id)}
                className="relative z-[1] rounded-tag before:absolute before:-inset-1.5"
              >
                <Icon name={props.expanded ? 'chevron-down' : 'chevron-right'} size={12} />
              </button>
            )}
            <SubProgress issue={issue} />
          </span>
        )}
        <CountFacts of={of} />
        <RowMenuButton
          id={issue.id}
          label={key}
          onMenu={onMenu}
          className="hidden group-focus-within:grid group-hover:grid"
        />
      </span>
      <span className="flex min-w-0 items-center justify-end gap-3.5 @max-[720px]:hidden">
        <PlacedFacts of={of} />
        {shows('labels') && (
          <span className="flex justify-end not-first:@min-[1040px]:w-42">
            <LabelsCell of={of} />
          </span>
        )}
      </span>
      <span className="justify-self-end">{shows('due_date') && <DueCell of={of} />}</span>
      <span className="justify-self-end @max-[720px]:hidden">
        {shows('estimate') && <EstimateCell of={of} />}
      </span>
      {shows('assignee') && <AssigneesCell of={of} />}
      {/* In the column of the checkbox, until that is pointed at. */}
      <Readers
        issueId={issue.id}
        className={classes(
          'pointer-events-none absolute left-2 group-focus-within:opacity-0 group-hover:opacity-0',
          selected && 'opacity-0',
        )}
      />
      <BusyRing issueId={issue.id} within />
    </div>
  )
})
IssueRow.displayName = 'IssueRow'
