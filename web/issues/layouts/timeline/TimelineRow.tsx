import { type MouseEvent, memo, type PointerEvent, type RefObject, useRef, useState } from 'react'
import type { Issue } from '#contract/work/issues.ts'
import { classes } from '../../../ui/classes.ts'
import { variables } from '../../../ui/colours.ts'
import { IconButton } from '../../../ui/controls/IconButton.tsx'
import { dayName } from '../../../ui/dates/day-numbers.ts'
import { dayWords } from '../../../ui/dates/shaped-day.ts'
import { Icon } from '../../../ui/icons.tsx'
import { RowMenuButton } from '../../acts/RowMenuButton.tsx'
import { useRowActs } from '../../acts/selection.ts'
import { StateCell } from '../../fields/cells.tsx'
import { type IssueField, type IssueParts, issueKey } from '../../fields/rowProps.ts'
import { type ShownIssue, useShownIssue } from '../../fields/useShownIssue.ts'
import { BusyRing, Readers } from '../../here/OthersAtIssue.tsx'
import { type Dragged, useDraggable } from '../../list/drag.ts'
import { RowCheckbox } from '../../rows/RowCheckbox.tsx'
import { RowTitle } from '../../rows/RowTitle.tsx'
import { barOf, type Dates, lengthOf } from './bars.ts'
import { TimelineBar } from './TimelineBar.tsx'

type TimelineRowProps = {
  line: string
  id: string
  group: string
  from: number
  dayWidth: number
  sidebar: number
  narrow: boolean
  /** Where the bar is when it cannot be seen. */
  away: 'before' | 'after' | null
  /** How long a new span is. */
  newDays: number
  peeked: boolean
  mayEdit: boolean
  scroller: RefObject<HTMLElement | null>
  dayAt: (clientX: number) => number
  onShow: (day: number) => void
  onEdit: (id: string, field: IssueField, anchor: HTMLElement) => void
  onPeek: (id: string, event: MouseEvent) => void
  refuse: (dragged: Dragged, group: string) => string | null
  onDrop: (dragged: Dragged, group: string, beside: string | null, edge: 'top' | 'bottom') => void
  onDraft: (draft: Dates | null) => void
  onDates: (issue: Issue, dates: Dates) => void
  onLink: (id: string, event: PointerEvent) => void
}

export const TimelineRow = memo((props: TimelineRowProps) => {
  const { line, id, group, dayWidth, away, peeked, onDrop, onShow } = props
  const shown = useShownIssue(id)
  const mayEdit = props.mayEdit && shown?.mayEdit === true
  const acts = useRowActs(id)
  const element = useRef<HTMLDivElement>(null)
  const { dragging, edge } = useDraggable(element, id, group, {
    enabled: mayEdit,
    takes: dragged => props.refuse(dragged, group) === null,
    onDrop: (dragged, side) => onDrop(dragged, group, id, side),
  })
  if (!shown) return <div className="h-9" />
  const { issue, changedBy } = shown
  const bar = barOf(issue, dayWidth)
  return (
    <div
      data-line={line}
      data-issue={id}
      data-peeked={peeked || undefined}
      data-selected={acts.selected || undefined}
      style={changedBy ? variables({ '--person': changedBy }) : undefined}
      className={classes(
        'timeline-row group flex h-9',
        dragging && 'opacity-[.42]',
        changedBy && 'changed-live',
      )}
    >
      <RowName {...props} {...acts} {...{ shown, mayEdit }} ref={element} edge={edge} />
      <div className="relative flex flex-1 items-center">
        {bar && <TimelineBar {...props} {...{ shown, mayEdit }} />}
        {!bar && mayEdit && <NewBar {...props} issue={issue} />}
        {bar && away === 'before' && (
          <IconButton
            icon="arrow-left"
            size="strip"
            label={`To the dates of ${issueKey(shown.projectKey, issue)}`}
            tabIndex={-1}
            onClick={() => onShow(bar.from)}
            className="!sticky left-[calc(var(--side)+8px)] z-[1]"
          />
        )}
        {bar && away === 'after' && (
          <IconButton
            icon="arrow-right"
            size="strip"
            label={`To the dates of ${issueKey(shown.projectKey, issue)}`}
            tabIndex={-1}
            onClick={() => onShow(bar.from)}
            className="!sticky right-2 z-[1] ml-auto"
          />
        )}
      </div>
    </div>
  )
})
TimelineRow.displayName = 'TimelineRow'

type RowNameProps = TimelineRowProps &
  Pick<IssueParts, 'selected' | 'onSelect' | 'onMenu'> & {
    shown: ShownIssue
    edge: 'top' | 'bottom' | null
    ref: RefObject<HTMLDivElement | null>
  }

const RowName = (props: RowNameProps) => {
  const { shown, edge, ref, narrow, mayEdit, selected, onEdit, onPeek, onSelect, onMenu } = props
  const { issue, href, projectKey } = shown
  const key = issueKey(projectKey, issue)
  const days = lengthOf(issue)
  return (
    <div
      ref={ref}
      draggable={mayEdit}
      className="timeline-name sticky left-0 z-10 flex w-(--side) flex-none items-center gap-2 pr-4 pl-9.5 max-md:pr-2 max-md:pl-3"
    >
      {edge && (
        <i
          aria-hidden="true"
          className={classes('absolute inset-x-0 h-0.5 bg-accent', edge === 'top' ? '-top-px' : '-bottom-px')}
        />
      )}
      {onSelect && !narrow && (
        <RowCheckbox
          id={issue.id}
          label={key}
          {...{ selected, onSelect }}
          className="absolute left-4 z-[1]"
        />
      )}
      <StateCell of={{ issue, projectKey, ...(mayEdit ? { onEdit } : {}) }} />
      {!narrow && <span className="num w-(--key-width,56px) flex-none text-12 text-ink-3">{key}</span>}
      <RowTitle {...{ issue, href }} onOpen={onPeek} className="row-link cut flex-1" />
      <Readers issueId={issue.id} />
      <BusyRing issueId={issue.id} within />
      <RowMenuButton
        id={issue.id}
        label={key}
        onMenu={onMenu}
        className="!hidden group-focus-within:!grid group-hover:!grid max-md:!grid"
      />
      {!narrow && days !== null && <span className="num flex-none text-12 text-ink-3">{days} d</span>}
    </div>
  )
}

type NewBarProps = Pick<TimelineRowProps, 'from' | 'dayWidth' | 'dayAt' | 'newDays' | 'onDates'> & {
  issue: Issue
}

/** Where the pointer is over a row without dates, a click gives it its first ones. Alt+→ does the same by key. */
const NewBar = ({ issue, from, dayWidth, dayAt, newDays, onDates }: NewBarProps) => {
  const [day, setDay] = useState<number | null>(null)
  const follow = (event: PointerEvent) =>
    event.pointerType !== 'touch' && setDay(Math.floor(dayAt(event.clientX)))
  return (
    <div className="absolute inset-0" onPointerMove={follow} onPointerLeave={() => setDay(null)}>
      {day !== null && (
        <button
          type="button"
          tabIndex={-1}
          aria-label={`Start ${issue.name} on ${dayWords(day, 'd MMMM')}`}
          onClick={() => onDates(issue, { start_date: dayName(day), target_date: dayName(day + newDays) })}
          className="num absolute top-1.5 flex h-6 items-center gap-1 whitespace-nowrap rounded-control bg-press px-1.5 text-12 text-ink-2"
          style={{ left: (day - from) * dayWidth }}
        >
          <Icon name="plus" size={14} />
          {dayWords(day, 'd MMM')}
        </button>
      )}
    </div>
  )
}
