import type { MouseEvent, PointerEvent } from 'react'
import { classes } from '../../../ui/classes.ts'
import { shortDay } from '../../../ui/dates/day-words.ts'
import { useRowActs } from '../../acts/selection.ts'
import { issueKey } from '../../fields/rowProps.ts'
import { useShownIssue } from '../../fields/useShownIssue.ts'
import { BusyRing, Readers } from '../../here/OthersAtIssue.tsx'
import { RowTitle } from '../../rows/RowTitle.tsx'
import { SmallState } from './CalendarBlock.tsx'

type SmallRowProps = {
  id: string
  mayEdit: boolean
  onTake: (event: PointerEvent) => void
  onOpen: (id: string, event: MouseEvent) => void
}

/** One line of the tray or of a day's own list: it can be pulled to a day. */
export const SmallRow = ({ id, mayEdit, onTake, onOpen }: SmallRowProps) => {
  const shown = useShownIssue(id)
  const { selected } = useRowActs(id)
  if (!shown) return <div className="h-8" />
  const { issue, projectKey } = shown
  const isMine = mayEdit && shown.mayEdit
  return (
    <div
      data-issue={id}
      data-selected={selected || undefined}
      onPointerDown={isMine ? onTake : undefined}
      className={classes(
        'issue-row relative flex h-8 items-center gap-2 rounded-control px-2 hover:bg-hover',
        isMine && 'cursor-grab',
      )}
    >
      <SmallState issue={issue} />
      <span className="num flex-none text-12 text-ink-3">{issueKey(projectKey, issue)}</span>
      <RowTitle {...{ issue, onOpen }} href={shown.href} className="row-link cut flex-1" />
      {issue.start_date && !issue.target_date && (
        <span className="num flex-none text-12 text-ink-3">from {shortDay(issue.start_date)}</span>
      )}
      <Readers issueId={id} />
      <BusyRing issueId={id} within />
    </div>
  )
}
