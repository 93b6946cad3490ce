import { type MouseEvent, useState } from 'react'
import type { Issue } from '#contract/work/issues.ts'
import { useRow } from '../../../data/rows.ts'
import { classes } from '../../../ui/classes.ts'
import { variables } from '../../../ui/colours.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { monthStart } from '../../../ui/dates/day-numbers.ts'
import { dayWords } from '../../../ui/dates/shaped-day.ts'
import { stateColour } from '../../../ui/marks/StateIcon.tsx'
import type { Typed } from '../../acts/newLine.ts'
import { useRowActs } from '../../acts/selection.ts'
import type { IssueParts } from '../../fields/rowProps.ts'
import { useStateSign } from '../../fields/useNamed.ts'
import { useShownIssue } from '../../fields/useShownIssue.ts'
import { IssueRowSmall } from '../../rows/IssueRowSmall.tsx'
import { QuickAdd } from '../../rows/QuickAdd.tsx'
import { dayLabel } from './CalendarWeek.tsx'
import type { Span } from './weeks.ts'

type CalendarSmallProps = {
  weeks: readonly (readonly number[])[]
  spans: readonly Span[]
  today: number
  month: number | null
  /** The day whose issues are listed below. */
  cursor: number
  projectKey: string
  mayCreate: boolean
  mayEdit: boolean
  undated: { ids: readonly string[]; more: (() => void) | undefined }
  idsOf: (day: number) => string[]
  onEdit: IssueParts['onEdit']
  onPick: (day: number) => void
  onAdd: (day: number, typed: Typed) => void
  onOpen: (id: string, event: MouseEvent) => void
}

const DOTS = 3

/** A phone's calendar: days as figures with dots, and below them the issues of the chosen one. */
export const CalendarSmall = (props: CalendarSmallProps) => {
  const { weeks, today, month, cursor, undated, idsOf, onPick } = props
  const [waiting, setWaiting] = useState(false)
  const ids = waiting ? undated.ids : idsOf(cursor)
  return (
    <>
      <div className="flex-none border-line border-b px-2 pb-1">
        <div aria-hidden="true" className="flex">
          {weeks[0]?.map(day => (
            <span key={day} className="flex-1 text-center text-11 text-ink-3 leading-6">
              {dayWords(day, 'EEEEE')}
            </span>
          ))}
        </div>
        {weeks.map(days => (
          <div key={days[0]} className="flex">
            {days.map(day => {
              const here = idsOf(day)
              const chosen = day === cursor && !waiting
              return (
                <button
                  key={day}
                  type="button"
                  data-number
                  aria-label={dayLabel(day, here.length, today)}
                  aria-pressed={chosen}
                  aria-current={day === today ? 'date' : undefined}
                  onClick={() => {
                    setWaiting(false)
                    onPick(day)
                  }}
                  className={classes(
                    'num flex h-11 flex-1 flex-col items-center rounded-control pt-1',
                    chosen && 'bg-press',
                    month !== null && monthStart(day) !== monthStart(month) && !chosen && 'text-ink-3',
                  )}
                >
                  <span
                    className={classes(
                      'min-w-6 rounded-tag px-1 text-13 leading-6',
                      day === today && 'bg-accent font-medium text-accent-ink',
                    )}
                  >
                    {dayWords(day, 'd')}
                  </span>
                  <span aria-hidden="true" className="mt-0.5 flex gap-0.5">
                    {here.slice(0, DOTS).map(id => (
                      <Dot key={id} id={id} />
                    ))}
                  </span>
                </button>
              )
            })}
          </div>
        ))}
      </div>
      <div className="flex h-10 flex-none items-center gap-2 pr-2 pl-4">
        <h3 className="cut flex-1 font-medium">
          {waiting ? 'No due date' : dayWords(cursor, 'EEEE d MMMM')}
        </h3>
        <Button on={waiting} aria-pressed={waiting} onClick={() => setWaiting(!waiting)}>
          No due date
        </Button>
      </div>
      <div data-scroller className="min-h-0 flex-1 overflow-y-auto bg-bg pb-20">
        <ul aria-label="Issues">
          {ids.map(id => (
            <li key={id} data-line={id}>
              <Row {...props} id={id} />
            </li>
          ))}
        </ul>
        {waiting ? (
          undated.more && (
            <Button className="mx-4 my-2" variant="neutral" onClick={undated.more}>
              Show more
            </Button>
          )
        ) : (
          <AddToDay key={cursor} {...props} empty={ids.length === 0} />
        )}
      </div>
    </>
  )
}

const Dot = ({ id }: { id: string }) => {
  const issue = useRow('issue', id)
  return issue && <StateDot issue={issue} />
}

const StateDot = ({ issue }: { issue: Issue }) => {
  const sign = useStateSign(issue)
  return <i className="size-1.5 rounded-full bg-(--dot)" style={variables({ '--dot': stateColour(sign) })} />
}

const Row = ({
  id,
  mayEdit,
  onEdit,
  onOpen,
}: Pick<CalendarSmallProps, 'mayEdit' | 'onEdit' | 'onOpen'> & { id: string }) => {
  const shown = useShownIssue(id)
  const acts = useRowActs(id)
  if (!shown) return null
  const edits = mayEdit && shown.mayEdit && onEdit ? { onEdit } : {}
  return <IssueRowSmall {...shown} {...acts} active onOpen={onOpen} {...edits} />
}

type AddToDayProps = Pick<CalendarSmallProps, 'cursor' | 'projectKey' | 'mayCreate' | 'onAdd'> & {
  empty: boolean
}

const AddToDay = ({ cursor, projectKey, mayCreate, onAdd, empty }: AddToDayProps) => {
  const [adding, setAdding] = useState(false)
  if (adding)
    return (
      <div className="px-4 py-2">
        <QuickAdd
          look="card"
          projectKey={projectKey}
          onAdd={typed => onAdd(cursor, typed)}
          onClose={() => setAdding(false)}
        />
      </div>
    )
  return (
    <div className="px-4 py-1 text-ink-3">
      {empty && <p className="py-1">Nothing is due.</p>}
      {mayCreate && (
        <Button icon="plus" className="-ml-2" onClick={() => setAdding(true)}>
          New issue on this day
        </Button>
      )}
    </div>
  )
}
