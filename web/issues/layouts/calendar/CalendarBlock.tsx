import { type MouseEvent, memo, type PointerEvent } from 'react'
import { Link } from 'react-router'
import type { Issue } from '#contract/work/issues.ts'
import { classes } from '../../../ui/classes.ts'
import { variables } from '../../../ui/colours.ts'
import { datesText } from '../../../ui/dates/day-words.ts'
import { StateIcon, stateColour } from '../../../ui/marks/StateIcon.tsx'
import { useRowActs } from '../../acts/selection.ts'
import { issueKey } from '../../fields/rowProps.ts'
import { useStateSign } from '../../fields/useNamed.ts'
import { useShownIssue } from '../../fields/useShownIssue.ts'
import { BusyRing, Readers } from '../../here/OthersAtIssue.tsx'
import { LANE, OVER_LANES } from './room.ts'
import type { Hold, Placed } from './weeks.ts'

const QUIET = new Set(['backlog', 'unstarted', 'cancelled'])

export type Take = (id: string, hold: Hold) => (event: PointerEvent) => void
type CalendarBlockProps = {
  placed: Placed
  /** How many days its week shows. */
  days: number
  /** The first of its parts that is shown. */
  first: boolean
  peeked: boolean
  held: boolean
  mayEdit: boolean
  take: Take
  onOpen: (id: string, event: MouseEvent) => void
}

export const SmallState = ({ issue }: { issue: Issue }) => (
  <StateIcon size={14} {...useStateSign(issue)} className="flex-none" />
)

/** The part of an issue that lies in one week, from its start to its due day. */
export const CalendarBlock = memo((props: CalendarBlockProps) => {
  const { placed, days, first, peeked, held, take, onOpen } = props
  const { id, at, length, lane, cutStart, cutEnd } = placed
  const shown = useShownIssue(id)
  const { selected } = useRowActs(id)
  const sign = useStateSign(shown?.issue ?? { state_id: '', state__group: '' })
  const mayEdit = props.mayEdit && shown?.mayEdit === true
  if (!shown) return null
  const { issue, changedBy, projectKey } = shown
  const key = issueKey(projectKey, issue)
  return (
    <div
      data-issue={id}
      data-line={first ? id : undefined}
      data-selected={selected || undefined}
      className={classes(
        'calendar-block group/block absolute flex h-5.5 items-center gap-1.5 rounded-tag pr-1.5 pl-1 text-12',
        QUIET.has(sign.group) && 'timeline-bar-quiet',
        'timeline-bar',
        cutStart && 'rounded-l-none',
        cutEnd && 'rounded-r-none',
        peeked && 'outline-2 outline-line-strong -outline-offset-1 outline',
        held && 'outline-2 outline-accent -outline-offset-1 outline',
        changedBy && 'changed-live',
        mayEdit && (held ? 'cursor-grabbing' : 'cursor-grab'),
      )}
      style={{
        top: OVER_LANES + lane * LANE,
        left: `calc(${(at / days) * 100}% + ${cutStart ? 0 : 4}px)`,
        width: `calc(${(length / days) * 100}% - ${(cutStart ? 0 : 4) + (cutEnd ? 0 : 5)}px)`,
        ...variables({
          '--bar': stateColour(sign),
          ...(changedBy ? { '--person': changedBy } : {}),
        }),
      }}
      onPointerDown={mayEdit ? take(id, 'due') : undefined}
    >
      <SmallState issue={issue} />
      <Link
        to={shown.href}
        data-title
        draggable={false}
        tabIndex={first ? 0 : -1}
        title={`${key} ${issue.name}, ${datesText(issue)}`}
        onClick={event => onOpen(id, event)}
        className="row-link cut flex-1"
      >
        <span className="num mr-1.5 text-ink-2">{key}</span>
        {issue.name}
        <span className="sr-only">, {datesText(issue)}</span>
      </Link>
      <Readers issueId={id} />
      <BusyRing issueId={id} />
      {mayEdit && !cutStart && (
        <span aria-hidden="true" onPointerDown={take(id, 'start')} className="timeline-end left-0 !w-2" />
      )}
      {mayEdit && !cutEnd && (
        <span aria-hidden="true" onPointerDown={take(id, 'end')} className="timeline-end right-0 !w-2" />
      )}
    </div>
  )
})
CalendarBlock.displayName = 'CalendarBlock'
