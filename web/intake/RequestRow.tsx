import { memo } from 'react'
import { type IntakeIssue, statusNow } from '#contract/work/intake.ts'
import { PENDING } from '#contract/work/intakeStatus.ts'
import { useClock } from '../data/clock.ts'
import { useRow } from '../data/rows.ts'
import { useRowsOf } from '../data/rowsBy.ts'
import { keyOf } from '../issues/acts/issueAddress.ts'
import { Row, RowMark, TALL_ROW } from '../shell/list/Row.tsx'
import { classes } from '../ui/classes.ts'
import { clockText, dayText, shortDay } from '../ui/dates/day-words.ts'
import { Icon } from '../ui/icons.tsx'
import { Avatar } from '../ui/marks/Avatar.tsx'
import { Labels } from '../ui/marks/Label.tsx'
import { PriorityIcon } from '../ui/marks/PriorityIcon.tsx'
import { StateIcon } from '../ui/marks/StateIcon.tsx'
import { Visitor } from '../ui/marks/Visitor.tsx'
import { statusIcons, statusNames } from './intakeList.ts'
import { useSender } from './useIntake.ts'

const DAY = 86_400_000
const localDay = (at: Date) => dayText(at)

/** When: the hour of today, then days. */
export const useWhen = () => {
  const { today } = useClock()
  return (moment: string) => {
    const at = new Date(moment)
    const day = localDay(at)
    if (day === today) return clockText(at)
    return Date.parse(today) - Date.parse(day) === DAY ? 'Yesterday' : shortDay(day)
  }
}

export const Brought = ({ row, size = 20 }: { row: IntakeIssue; size?: 16 | 20 }) => {
  const person = useRow('user', row.created_by)
  const sender = useSender(row.id)
  if (row.source === 'FORM')
    return (
      <>
        <Visitor name={sender?.name ?? '?'} size={size} />
        <span className="cut">{sender?.name ?? 'A visitor'}</span>
      </>
    )
  return (
    <>
      <Avatar person={person} size={size} silent />
      <span className="cut">{person?.display_name ?? 'Someone'}</span>
    </>
  )
}

type RequestRowProps = {
  id: string
  on: boolean
  chosen: boolean
  now: number
  onOpen: (id: string) => void
}

export const RequestRow = memo(({ id, on, chosen, now, onOpen }: RequestRowProps) => {
  const row = useRow('intake_issue', id)
  const issue = useRow('issue', id)
  const labels = useRowsOf('label', issue?.label_ids ?? [])
  const when = useWhen()
  if (!row || !issue) return null
  const status = statusNow(row, now)
  const badge = statusIcons[status]
  return (
    <Row id={id} isOpen={on} isSelected={chosen} className={TALL_ROW}>
      <RowMark id={id} name={keyOf(issue)} isSelected={chosen}>
        <StateIcon group={status === PENDING ? 'backlog' : issue.state__group} label={statusNames[status]} />
      </RowMark>
      <button
        type="button"
        data-title
        aria-current={on || undefined}
        onClick={() => onOpen(id)}
        className="row-link col-start-2 row-start-1 min-w-0 text-left"
      >
        <span
          className={classes(
            'flex h-4 items-center gap-2 text-12 leading-4',
            on || chosen ? 'text-ink-2' : 'text-ink-3',
          )}
        >
          <span className="num">{keyOf(issue)}</span>
          {row.source === 'FORM' && (
            <span className="flex items-center gap-1">
              <Icon name="globe" size={12} />
              Form
            </span>
          )}
          {badge && (
            <span className="flex items-center gap-1">
              <Icon name={badge} size={12} />
              {statusNames[status]}
            </span>
          )}
          <span className="flex-1" />
          <time className="num" dateTime={issue.created_at}>
            {when(issue.created_at)}
          </time>
        </span>
        <span
          data-name
          className={classes(
            'mt-0.5 block h-5 max-md:mt-1 max-md:line-clamp-2 max-md:h-auto max-md:text-15',
            'cut max-md:whitespace-normal',
            on ? 'font-medium text-ink' : 'text-ink',
          )}
        >
          {issue.name}
        </span>
        <span className="mt-0.5 flex h-5 items-center gap-1.5 text-12 text-ink-2 leading-4 max-md:mt-1">
          <Brought row={row} size={16} />
          <span className="flex-1" />
          {issue.priority !== 'none' && <PriorityIcon priority={issue.priority} />}
          {labels.length > 0 && <Labels labels={labels} max={2} className="max-w-1/2 gap-2" />}
        </span>
      </button>
    </Row>
  )
})
