import { type KeyboardEvent, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { isActive } from '#contract/lists/issueQuery.ts'
import type { Issue } from '#contract/work/issues.ts'
import { stateGroups } from '#contract/work/states.ts'
import { getRow } from '../../data/rows.ts'
import { useShelf } from '../../data/rowsBy.ts'
import { may } from '../../data/viewer.ts'
import { openIssueForm } from '../../shell/overlays.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { Icon } from '../../ui/icons.tsx'
import { ProgressRing } from '../../ui/marks/Progress.tsx'
import { stateColour } from '../../ui/marks/StateIcon.tsx'
import { Menu } from '../../ui/popups/Menu.tsx'
import { Tooltip } from '../../ui/popups/Tooltip.tsx'
import { changeIssues, placeOf, placesBetween, updateIssue } from '../acts/issueActions.ts'
import { keyOf } from '../acts/issueAddress.ts'
import { createIssues } from '../acts/issueLife.ts'
import { issueEntries } from '../acts/issueMenu.ts'
import { GROUP_NAMES, useChoices } from '../fields/choices.tsx'
import type { EditLine } from '../fields/fields.ts'
import { childrenBy } from '../fields/issueParts.ts'
import { DropLine } from '../list/BoardColumn.tsx'
import { useDraggable } from '../list/drag.ts'
import { IssueLine } from '../rows/IssueLine.tsx'
import { QuickAdd } from '../rows/QuickAdd.tsx'
import { DetailSection } from './DetailSection.tsx'
import { useReading } from './readIssueParts.ts'

/** How deep the tree unfolds in place; below that an issue is opened to see its own. */
const DEEPEST = 3

const useChildren = (id: string): Issue[] =>
  useShelf(childrenBy, id)
    .filter(isActive)
    .sort((a, b) => a.sort_order - b.sort_order || a.id.localeCompare(b.id))

/** How far they are, and how many are in each group of states. */
const Distribution = ({ issues }: { issues: readonly Issue[] }) => {
  const groups = stateGroups
    .toReversed()
    .map(group => ({ group, count: issues.filter(issue => issue.state__group === group).length }))
    .filter(({ count }) => count > 0)
  const words = groups.map(({ group, count }) => `${count} ${(GROUP_NAMES[group] ?? group).toLowerCase()}`)
  const done = groups.find(({ group }) => group === 'completed')?.count ?? 0
  return (
    <Tooltip label={words.join(', ')}>
      <span className="ml-2 flex items-center gap-2.5">
        <ProgressRing done={done} total={issues.length} />
        <span
          role="img"
          aria-label={words.join(', ')}
          className="flex h-1 w-16 gap-px overflow-hidden rounded-full"
        >
          {groups.map(({ group, count }) => (
            <i key={group} style={{ flexGrow: count, background: stateColour({ group }) }} />
          ))}
        </span>
      </span>
    </Tooltip>
  )
}

type LinesProps = { parent: Issue; issues: readonly Issue[]; depth: number; onEdit: EditLine }

const Lines = ({ parent, issues, depth, onEdit }: LinesProps) => {
  /** Puts an issue among these; one that hung elsewhere, or was in the list behind, hangs here from then on. */
  const put = (id: string, place: (others: readonly Issue[]) => number) => {
    const issue = getRow('issue', id)
    const others = issues.filter(one => one.id !== id)
    const to = place(others)
    if (!issue || to < 0 || to > others.length) return
    const [sort_order] = placesBetween(others[to - 1] ?? null, others[to] ?? null, 1)
    if (sort_order === undefined) return
    if (issue.parent_id === parent.id) void updateIssue(issue, { sort_order })
    else
      void changeIssues(
        [issue],
        { parent_id: parent.id, sort_order },
        { message: `${keyOf(issue)} moved below ${keyOf(parent)}`, tell: true },
      )
  }
  return issues.map((issue, at) => (
    <li key={issue.id}>
      <Child
        issue={issue}
        depth={depth}
        onEdit={onEdit}
        onMove={by => put(issue.id, () => at + by)}
        onDrop={(id, side) => put(id, others => others.indexOf(issue) + (side === 'bottom' ? 1 : 0))}
      />
    </li>
  ))
}

type ChildProps = {
  issue: Issue
  depth: number
  onEdit: EditLine
  onMove: (by: 1 | -1) => void
  /** Another issue was let go before or behind this one. */
  onDrop: (id: string, side: 'top' | 'bottom') => void
}

const Child = ({ issue, depth, onEdit, onMove, onDrop }: ChildProps) => {
  const element = useRef<HTMLDivElement>(null)
  const mayDrag = may('issue.bulk', issue, placeOf(issue))
  const { dragging, edge } = useDraggable(element, issue.id, `below ${issue.parent_id}`, {
    enabled: mayDrag,
    onDrop: (dragged, side) => onDrop(dragged.issueId, side),
  })
  const [open, setOpen] = useState(false)
  const go = useNavigate()
  const { state } = useChoices(issue.project_id)
  const children = useChildren(issue.id)
  const unfolds = issue.sub_issues_count > 0 && depth < DEEPEST
  const detach = () =>
    void changeIssues(
      [issue],
      { parent_id: null },
      { message: `${keyOf(issue)} detached from its parent`, tell: true },
    )
  const press = (event: KeyboardEvent) => {
    const isTitle = event.target instanceof Element && event.target.matches('[data-title]')
    if (!isTitle) return
    if (event.altKey && (event.key === 'ArrowUp' || event.key === 'ArrowDown'))
      onMove(event.key === 'ArrowUp' ? -1 : 1)
    else if (unfolds && (event.key === 'ArrowRight' || event.key === 'ArrowLeft'))
      setOpen(event.key === 'ArrowRight')
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <>
      <div ref={element} draggable={mayDrag} className={dragging ? 'opacity-[.42]' : undefined}>
        {edge === 'top' && <DropLine />}
        <IssueLine
          issue={issue}
          onEdit={onEdit}
          onKeyDown={press}
          mark={
            unfolds && (
              <button
                type="button"
                aria-expanded={open}
                aria-label={`Sub-issues of ${keyOf(issue)}`}
                onClick={() => setOpen(!open)}
                className="relative z-[1] flex flex-none items-center gap-1 rounded-tag text-ink-3 before:absolute before:-inset-1.5"
              >
                <Icon name={open ? 'chevron-down' : 'chevron-right'} size={12} />
                {children.length >= issue.sub_issues_count ? (
                  <ProgressRing
                    done={children.filter(child => child.state__group === 'completed').length}
                    total={children.length}
                  />
                ) : (
                  <span className="num text-12">{issue.sub_issues_count}</span>
                )}
              </button>
            )
          }
          controls={
            <Menu
              align="end"
              entries={issueEntries({
                issues: [issue],
                states: state,
                go: href => void go(href),
                onEdit: field => {
                  const line = document.querySelector(`[data-child="${issue.id}"]`)
                  if (line) onEdit(issue.id, field, line)
                },
                own: [
                  { id: 'up', label: 'Move up', icon: 'arrow-up', keys: 'alt+up', run: () => onMove(-1) },
                  {
                    id: 'down',
                    label: 'Move down',
                    icon: 'arrow-down',
                    keys: 'alt+down',
                    run: () => onMove(1),
                  },
                  { id: 'detach', label: 'Detach from parent', icon: 'corner-down-right', run: detach },
                ],
              })}
            >
              <IconButton
                icon="ellipsis"
                size="strip"
                label={`Actions for ${keyOf(issue)}`}
                tooltip={false}
              />
            </Menu>
          }
        />
        {edge === 'bottom' && <DropLine />}
      </div>
      {unfolds && open && <Below issue={issue} depth={depth + 1} onEdit={onEdit} />}
    </>
  )
}

const Below = ({ issue, depth, onEdit }: { issue: Issue; depth: number; onEdit: EditLine }) => {
  const { status, retry } = useReading('children', issue)
  const children = useChildren(issue.id)
  return (
    <ul className="pl-6" aria-label={`Sub-issues of ${keyOf(issue)}`}>
      {status === 'loading' && children.length === 0 && <li className="py-1 text-ink-3">Loading…</li>}
      {status === 'error' && <NotRead retry={retry} />}
      <Lines parent={issue} issues={children} depth={depth} onEdit={onEdit} />
    </ul>
  )
}

const NotRead = ({ retry }: { retry: () => void }) => (
  <li role="alert" className="flex items-center gap-2 text-ink-2">
    The sub-issues could not be loaded.
    <Button size="small" onClick={retry}>
      Try again
    </Button>
  </li>
)

type SubIssuesProps = {
  issue: Issue
  mayAdd: boolean
  /** The line for new ones is open. */
  adding: boolean
  setAdding: (adding: boolean) => void
  onFind: () => void
  onEdit: EditLine
}

/** The sub-issues of an issue, in their own order. */
export const SubIssues = ({ issue, mayAdd, adding, setAdding, onFind, onEdit }: SubIssuesProps) => {
  const { status, retry } = useReading('children', issue)
  const children = useChildren(issue.id)
  if (issue.sub_issues_count === 0 && children.length === 0 && !adding) return null
  return (
    <DetailSection
      title="Sub-issues"
      count={issue.sub_issues_count}
      {...(children.length > 0 ? { mark: <Distribution issues={children} /> } : {})}
      controls={
        mayAdd && (
          <Menu
            align="end"
            entries={[
              { id: 'new', label: 'New sub-issue', icon: 'plus', run: () => setAdding(true) },
              { id: 'find', label: 'Add existing issues…', icon: 'search', run: onFind },
            ]}
          >
            <IconButton icon="plus" size="strip" label="Add sub-issue" className="-mr-1" />
          </Menu>
        )
      }
    >
      <ul aria-label="Sub-issues">
        {status === 'error' && <NotRead retry={retry} />}
        {status === 'loading' && children.length === 0 && (
          <li aria-busy="true" className="h-8 py-1.5 text-ink-3">
            Loading…
          </li>
        )}
        <Lines parent={issue} issues={children} depth={1} onEdit={onEdit} />
      </ul>
      {adding && (
        <QuickAdd
          look="line"
          projectKey={getRow('project', issue.project_id)?.identifier ?? ''}
          onAdd={({ lines, form }) => {
            const made = lines.map(line => ({ ...line, parent_id: issue.id }))
            if (form) openIssueForm({ projectId: issue.project_id, values: made[0] ?? {} })
            else void createIssues(issue.project_id, made)
          }}
          onClose={() => setAdding(false)}
        />
      )}
    </DetailSection>
  )
}
