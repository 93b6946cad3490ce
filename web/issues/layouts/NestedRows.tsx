import { type KeyboardEvent, useLayoutEffect } from 'react'
import { isActive } from '#contract/lists/issueQuery.ts'
import type { Issue } from '#contract/work/issues.ts'
import { useShelf } from '../../data/rowsBy.ts'
import { type Neighbours, useRowActs } from '../acts/selection.ts'
import { childrenBy } from '../fields/issueParts.ts'
import { useShownIssue } from '../fields/useShownIssue.ts'
import { useReading } from '../one/readIssueParts.ts'
import { IssueRow } from '../rows/IssueRow.tsx'
import type { LayoutProps } from './props.ts'

/** How deep a list unfolds; below that an issue is opened to see its own. */
export const DEEPEST = 3

export type Unfolding = {
  open: ReadonlySet<string>
  toggle: (id: string) => void
  /** The sub-issues that each shows, as their rows have said. */
  nested: Readonly<Record<string, readonly string[]>>
  tell: (id: string, children: readonly string[]) => void
}

/** The right arrow unfolds a row that has sub-issues, the left one folds it. */
export const unfoldKeys =
  ({ id, sub_issues_count }: Issue, { open, toggle }: Pick<Unfolding, 'open' | 'toggle'>) =>
  (event: KeyboardEvent) => {
    const wanted = { ArrowRight: true, ArrowLeft: false }[event.key]
    if (wanted === undefined || event.altKey || event.shiftKey || sub_issues_count === 0) return
    if (open.has(id) !== wanted) toggle(id)
    event.preventDefault()
    event.stopPropagation()
  }

type NestedProps = Pick<LayoutProps, 'peekId' | 'mayEdit' | 'onEdit' | 'onPeek'> & {
  issue: Issue
  /** The line of the issue. */
  line: string
  depth: number
  unfolding: Unfolding
}

/** The sub-issues of a row that is unfolded, below it; they are not part of the list and are not dragged. */
export const NestedRows = (props: NestedProps) => {
  const { issue, unfolding } = props
  const { tell } = unfolding
  const { status } = useReading('children', issue)
  const children = useShelf(childrenBy, issue.id)
    .filter(isActive)
    .sort((a, b) => a.sort_order - b.sort_order || a.id.localeCompare(b.id))
  const ids = children.map(child => child.id).join()
  // Before they are seen: the next key leads through them.
  useLayoutEffect(() => tell(issue.id, ids ? ids.split(',') : []), [tell, issue.id, ids])
  if (status === 'error')
    return <p className="px-4 py-2 text-ink-3 max-md:pl-12">The sub-issues could not be loaded.</p>
  return (
    <ul aria-label={`Sub-issues of ${issue.name}`} aria-busy={status === 'loading' || undefined}>
      {children.map((child, at) => (
        <NestedRow
          key={child.id}
          {...props}
          line={`${props.line}/${child.id}`}
          child={child}
          above={children[at - 1]?.id}
          below={children[at + 1]?.id}
          last={at === children.length - 1}
        />
      ))}
    </ul>
  )
}

const NestedRow = (props: NestedProps & Neighbours & { child: Issue; last: boolean }) => {
  const { child, line, depth, last, unfolding, peekId, mayEdit, onEdit, onPeek } = props
  const shown = useShownIssue(child.id)
  const acts = useRowActs(child.id, props)
  if (!shown) return null
  const isOpen = unfolding.open.has(child.id)
  return (
    <li data-line={line} onKeyDown={unfoldKeys(child, unfolding)}>
      <IssueRow
        {...shown}
        {...acts}
        active
        depth={depth}
        last={last}
        peeked={peekId === child.id}
        onOpen={onPeek}
        {...(depth < DEEPEST ? { expanded: isOpen, onExpand: unfolding.toggle } : {})}
        {...(mayEdit && shown.mayEdit ? { onEdit } : {})}
      />
      {isOpen && depth < DEEPEST && <NestedRows {...props} issue={child} depth={depth + 1} />}
    </li>
  )
}
