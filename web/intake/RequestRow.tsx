import { memo } from 'react'
import { type IntakeIssue, statusNow } from '#contract/work/intake.ts'
import { PENDING } from '#contract/work/intakeStatus.ts'
import { useClock } from '../data/clock.ts'
import { useRow } from '../data/rows.ts'
import { useRowsOf } from '../data/rowsBy.ts'
import { keyOf } from '../issues/acts/issueAddress.ts'
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
  onChoose: (id: string) => void
}

export const RequestRow = memo(({ id, on, chosen, now, onOpen, onChoose }: RequestRowProps) => {
  const row = useRow('intake_issue', id)
  const issue = useRow('issue', id)
  const labels = useRowsOf('label', issue?.label_ids ?? [])
  const when = useWhen()
  if (!row || !issue) return null
  const status = statusNow(row, now)
  const badge = statusIcons[status]
  return (
    <div
      data-request={id}
      className={classes(
        'group/request relative mx-2 grid min-h-19 grid-cols-[16px_minmax(0,1fr)] content-start gap-x-2 rounded-control p-2 max-md:mx-0 max-md:min-h-22 max-md:rounded-none max-md:px-4 max-md:py-2.5',
        on ? 'bg-press' : chosen ? 'bg-accent-tint' : 'hover:bg-hover',
      )}
    >
      <span className="row-start-1 grid size-4 place-items-center">
        <input
          type="checkbox"
          aria-label={`Select ${keyOf(issue)}`}
          checked={chosen}
          onChange={() => onChoose(id)}
          className={classes(
            'peer col-start-1 row-start-1 z-10 size-4 accent-(--accent) max-md:hidden',
            !chosen && 'opacity-0 focus-visible:opacity-100 group-hover/request:opacity-100',
          )}
        />
        <span
          className={classes(
            'col-start-1 row-start-1',
            chosen ? 'md:invisible' : 'md:group-hover/request:invisible md:peer-focus-visible:invisible',
          )}
        >
          <StateIcon
            group={status === PENDING ? 'backlog' : issue.state__group}
            label={statusNames[status]}
          />
        </span>
      </span>
      <button
        type="button"
        aria-current={on || undefined}
        onClick={() => onOpen(id)}
        className="min-w-0 text-left outline-none before:absolute before:inset-0 before:rounded-control focus-visible:before:outline-2 focus-visible:before:outline-accent focus-visible:before:-outline-offset-2"
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
    </div>
  )
})
