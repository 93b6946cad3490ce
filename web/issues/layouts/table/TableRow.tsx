import { type MouseEvent, memo, useRef, useState } from 'react'
import type { Issue } from '#contract/work/issues.ts'
import { classes } from '../../../ui/classes.ts'
import { variables } from '../../../ui/colours.ts'
import { RowMenuButton } from '../../acts/RowMenuButton.tsx'
import { useRowActs } from '../../acts/selection.ts'
import { type IssueField, issueKey } from '../../fields/rowProps.ts'
import { useShownIssue } from '../../fields/useShownIssue.ts'
import { BusyRing, Readers } from '../../here/OthersAtIssue.tsx'
import { type Dragged, useDraggable } from '../../list/drag.ts'
import { RowCheckbox } from '../../rows/RowCheckbox.tsx'
import { RowTitle } from '../../rows/RowTitle.tsx'
import { type Column, ISSUE_COLUMN } from './columns.tsx'

type TableRowProps = {
  id: string
  line: string
  group: string
  index: number
  columns: readonly Column[]
  /** The column of the cursor, when it is in this row. */
  cursor: string | null
  /** The columns of the marked cells, when this row has some. */
  marked: readonly string[] | null
  /** The field whose picker is open here. */
  editing: string | null
  peeked: boolean
  mayEdit: boolean
  onEdit: (id: string, field: IssueField, anchor: HTMLElement) => void
  onPeek: (id: string, event: MouseEvent) => void
  refuse: (dragged: Dragged, group: string) => string | null
  onDrop: (dragged: Dragged, group: string, beside: string | null, edge: 'top' | 'bottom') => void
}

// The clock moves with every change: the other cells say the change itself.
const UNMARKED = new Set(['updated_at'])

/** Does the text differ from the one that was here before the issue changed? */
const useChanged = (issue: Issue | undefined, text: string) => {
  const [seen, setSeen] = useState({ issue, text, changed: false })
  if (seen.issue === issue) return seen.changed
  const changed = seen.issue !== undefined && seen.text !== text
  setSeen({ issue, text, changed })
  return changed
}

type TableCellProps = Pick<TableRowProps, 'onEdit' | 'onPeek'> & {
  issue: Issue
  column: Column
  mayEdit: boolean
  /** The cell holds the cursor, is marked, has its picker open. */
  cursor: boolean
  marked: boolean
  editing: boolean
  /** Somebody else has just changed the issue. */
  live: boolean
}

const TableCell = memo((props: TableCellProps) => {
  const { issue, column, cursor, marked, editing, live, onEdit, onPeek } = props
  const { id, field, right, opens, useText, Value } = column
  const text = useText(issue)
  const changed = useChanged(issue, text)
  const edits = props.mayEdit && field !== undefined
  const edit = (anchor: HTMLElement) => edits && onEdit(issue.id, field, anchor)
  return (
    // biome-ignore lint/a11y/useSemanticElements: rows that are drawn only in sight cannot be a table's
    <div
      role="gridcell"
      tabIndex={cursor ? 0 : -1}
      data-column={id}
      data-field={edits ? field : undefined}
      aria-selected={marked || undefined}
      data-editing={editing || undefined}
      aria-readonly={!edits || undefined}
      onClick={event => (opens && text !== '' ? onPeek(issue.id, event) : edit(event.currentTarget))}
      onKeyDown={event => {
        if (!edits || !['Enter', ' ', 'F2'].includes(event.key)) return
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        edit(event.currentTarget)
      }}
      className={classes(
        'sheet-cell',
        right && 'justify-end',
        live && changed && !UNMARKED.has(id) && 'changed-live',
      )}
    >
      {text === '' ? (
        <span className="text-ink-3">–</span>
      ) : Value ? (
        <Value issue={issue} />
      ) : (
        <span className={classes('num cut', right && 'text-ink-2')}>{text}</span>
      )}
    </div>
  )
})
TableCell.displayName = 'TableCell'

export const TableRow = memo((props: TableRowProps) => {
  const { id, line, group, columns, cursor, marked, editing, peeked, onEdit, onPeek, onDrop } = props
  const shown = useShownIssue(id)
  const mayEdit = props.mayEdit && shown?.mayEdit === true
  const { selected, onSelect, onMenu } = useRowActs(id)
  const renamed = useChanged(shown?.issue, shown?.issue.name ?? '')
  const element = useRef<HTMLDivElement>(null)
  const { dragging, edge } = useDraggable(element, id, group, {
    enabled: mayEdit,
    takes: dragged => props.refuse(dragged, group) === null,
    onDrop: (dragged, side) => onDrop(dragged, group, id, side),
  })
  if (!shown) return <div className="h-(--sheet-row)" />
  const { issue, href, changedBy } = shown
  const key = issueKey(shown.projectKey, issue)
  return (
    // biome-ignore lint/a11y/useSemanticElements: rows that are drawn only in sight cannot be a table's
    <div
      ref={element}
      draggable={mayEdit}
      role="row"
      tabIndex={-1}
      aria-rowindex={props.index}
      data-line={line}
      data-issue={id}
      data-peeked={peeked || undefined}
      data-selected={selected || undefined}
      aria-selected={selected}
      style={changedBy ? variables({ '--person': changedBy }) : undefined}
      className={classes('sheet-row group h-(--sheet-row)', dragging && 'opacity-[.42]')}
    >
      <BusyRing issueId={id} within />
      {edge && (
        <i
          aria-hidden="true"
          className={classes(
            'absolute inset-x-0 z-20 h-0.5 bg-accent',
            edge === 'top' ? '-top-px' : '-bottom-px',
          )}
        />
      )}
      {/* biome-ignore lint/a11y/useSemanticElements: see above */}
      <div
        role="rowheader"
        tabIndex={-1}
        aria-selected={marked?.includes(ISSUE_COLUMN) || undefined}
        className={classes('sheet-cell sheet-first', changedBy && renamed && 'changed-live')}
      >
        {onSelect && (
          <RowCheckbox {...{ id, selected, onSelect }} label={key} className="mr-1 flex-none max-md:hidden" />
        )}
        <span
          className={classes(
            'num w-(--key-width,56px) flex-none text-12',
            selected ? 'text-ink-2' : 'text-ink-3',
          )}
        >
          {key}
        </span>
        <RowTitle
          {...{ issue, href }}
          data-column={ISSUE_COLUMN}
          active={cursor === ISSUE_COLUMN}
          onOpen={onPeek}
          className="sheet-title cut focus-visible:outline-none"
        />
        <Readers issueId={id} className="ml-auto" />
        <RowMenuButton
          id={id}
          label={key}
          onMenu={onMenu}
          className="!hidden group-focus-within:!grid group-hover:!grid ml-auto max-md:!grid"
        />
      </div>
      {columns.map(column => (
        <TableCell
          key={column.id}
          {...{ issue, column, mayEdit, onEdit, onPeek }}
          cursor={cursor === column.id}
          marked={marked?.includes(column.id) === true}
          editing={editing !== null && editing === column.field}
          live={changedBy !== undefined}
        />
      ))}
      <span aria-hidden="true" className="sheet-cell" />
    </div>
  )
})
TableRow.displayName = 'TableRow'
