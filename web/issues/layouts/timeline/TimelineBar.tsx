import type { MouseEvent, PointerEvent, RefObject } from 'react'
import type { Issue } from '#contract/work/issues.ts'
import { classes } from '../../../ui/classes.ts'
import { variables } from '../../../ui/colours.ts'
import { datesText, shortDay } from '../../../ui/dates/day-words.ts'
import { Avatar } from '../../../ui/marks/Avatar.tsx'
import { stateColour } from '../../../ui/marks/StateIcon.tsx'
import { Tooltip } from '../../../ui/popups/Tooltip.tsx'
import { issueKey } from '../../fields/rowProps.ts'
import { useAssignees, useStateSign } from '../../fields/useNamed.ts'
import type { ShownIssue } from '../../fields/useShownIssue.ts'
import { barOf, type Dates, lengthOf } from './bars.ts'
import { usePull } from './usePull.ts'

/** A narrower bar leaves the avatar out: its few pixels are the title's. */
const WITH_AVATAR = 56
const QUIET = new Set(['backlog', 'unstarted', 'cancelled'])

type TimelineBarProps = {
  shown: ShownIssue
  /** First day of the canvas. */
  from: number
  dayWidth: number
  sidebar: number
  scroller: RefObject<HTMLElement | null>
  dayAt: (clientX: number) => number
  mayEdit: boolean
  onPeek: (id: string, event: MouseEvent) => void
  onDraft: (draft: Dates | null) => void
  onDates: (issue: Issue, dates: Dates) => void
  /** Begins a line from this bar to an issue that it blocks. */
  onLink: (id: string, event: PointerEvent) => void
}

export const TimelineBar = (props: TimelineBarProps) => {
  const { shown, from, dayWidth, mayEdit, onPeek } = props
  const { issue } = shown
  const sign = useStateSign(issue)
  const [first] = useAssignees(issue)
  const { draft, take, wasPulled } = usePull({
    ...props,
    issue: issue.id,
    dates: issue,
    onDone: dates => props.onDates(issue, dates),
  })
  const dates = draft ?? issue
  const bar = barOf(dates, dayWidth)
  if (!bar) return null
  const width = Math.max(6, (bar.until - bar.from) * dayWidth)
  const left = (bar.from - from) * dayWidth
  const days = lengthOf(dates)
  const before = lengthOf(issue)
  const change = draft && days !== null && before !== null && days !== before ? days - before : 0
  const whole = mayEdit && bar.open === null
  const label = `${issueKey(shown.projectKey, issue)} ${issue.name}, ${datesText(dates)}`
  return (
    <div
      data-bar-of={issue.id}
      className="group/bar absolute top-1.5 h-6"
      style={{
        left,
        width,
        ...variables({
          '--left': `${left}px`,
          '--bar': stateColour(sign),
        }),
      }}
    >
      <Tooltip
        disabled={draft !== null}
        label={
          <span className="flex min-w-0 gap-2">
            <span className="cut">{issue.name}</span>
            <span className="num whitespace-nowrap text-ink-3">{datesText(dates)}</span>
          </span>
        }
      >
        <button
          type="button"
          tabIndex={-1}
          data-bar
          aria-label={label}
          onPointerDown={whole ? take('whole') : undefined}
          onClick={event => wasPulled() || onPeek(issue.id, event)}
          className={classes(
            'timeline-bar flex size-full items-center overflow-clip gap-1.5 rounded-control text-12',
            width < WITH_AVATAR || bar.open === 'start' ? 'px-1' : 'pr-2 pl-0.5',
            QUIET.has(sign.group) && 'timeline-bar-quiet',
            bar.open === 'start' && 'timeline-bar-from-nowhere',
            bar.open === 'end' && 'timeline-bar-to-nowhere',
            whole && (draft ? 'cursor-grabbing' : 'cursor-grab'),
            draft && 'outline-2 outline-accent -outline-offset-1 outline',
          )}
        >
          <span className="bar-words flex min-w-0 items-center gap-1.5">
            {width >= WITH_AVATAR && bar.open !== 'start' && <Avatar person={first ?? null} silent />}
            <span className="cut">{issue.name}</span>
          </span>
        </button>
      </Tooltip>
      {mayEdit && (
        <>
          <span aria-hidden="true" onPointerDown={take('start')} className="timeline-end -left-1" />
          <span aria-hidden="true" onPointerDown={take('end')} className="timeline-end -right-1" />
          {!draft && (
            <span
              aria-hidden="true"
              title="Drag to an issue it blocks"
              onPointerDown={event => props.onLink(issue.id, event)}
              className="timeline-link"
            />
          )}
        </>
      )}
      {draft && (
        <>
          {draft.start_date && (
            <span className="num pointer-events-none absolute right-full bottom-0 z-20 mr-2 rounded-control bg-float px-2 text-12 leading-6 shadow-float">
              {shortDay(draft.start_date)}
            </span>
          )}
          {draft.target_date && (
            <span className="num pointer-events-none absolute bottom-0 left-full z-20 ml-2 flex gap-2 whitespace-nowrap rounded-control bg-float px-2 text-12 leading-6 shadow-float">
              <b className="font-medium">{shortDay(draft.target_date)}</b>
              {days !== null && (
                <span className="text-ink-3">
                  {days} {days === 1 ? 'day' : 'days'}
                  {change !== 0 && `, ${change > 0 ? '+' : '−'}${Math.abs(change)}`}
                </span>
              )}
            </span>
          )}
        </>
      )}
    </div>
  )
}
