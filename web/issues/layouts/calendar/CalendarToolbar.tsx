import { useState } from 'react'
import { classes } from '../../../ui/classes.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { IconButton } from '../../../ui/controls/IconButton.tsx'
import { Segmented } from '../../../ui/controls/Segmented.tsx'
import { monthStart } from '../../../ui/dates/day-numbers.ts'
import { dayWords } from '../../../ui/dates/shaped-day.ts'
import { Icon } from '../../../ui/icons.tsx'
import { Popover } from '../../../ui/popups/Popover.tsx'
import type { DateView } from '../../view/view.ts'

type CalendarToolbarProps = {
  span: DateView['calendar']
  /** A day of the shown span, and its first and last day. */
  shown: { day: number; first: number; last: number }
  narrow: boolean
  trayOpen: boolean
  undated: number
  /** How many fall on days that are left out. */
  unseen: number
  onWeekends: () => void
  onSpan: (span: DateView['calendar']) => void
  onStep: (by: 1 | -1) => void
  onShow: (day: number) => void
  onToday: () => void
  onTray: () => void
}

const weekWords = (first: number, last: number) =>
  `${dayWords(first, monthStart(first) === monthStart(last) ? 'd' : 'd MMM')} – ${dayWords(last, 'd MMM yyyy')}`

const spans = [
  { id: 'month', label: 'Month' },
  { id: 'week', label: 'Week' },
] as const

export const CalendarToolbar = (props: CalendarToolbarProps) => {
  const { span, shown, narrow, trayOpen, undated, onSpan, onStep, onToday, onTray } = props
  const title = span === 'month' ? dayWords(shown.day, 'MMMM yyyy') : weekWords(shown.first, shown.last)
  return (
    <div className="flex h-10 flex-none items-center gap-1 pr-4 pl-3 max-md:px-2">
      <IconButton icon="chevron-left" label={`Previous ${span}`} keys="pageup" onClick={() => onStep(-1)} />
      <IconButton icon="chevron-right" label={`Next ${span}`} keys="pagedown" onClick={() => onStep(1)} />
      {span === 'month' ? (
        <MonthPicker day={shown.day} onPick={props.onShow} title={title} />
      ) : (
        <h2 aria-live="polite" className="cut px-2 font-medium text-14">
          {title}
        </h2>
      )}
      <span className="flex-1" />
      {props.unseen > 0 && (
        <Button className="text-ink-3" aria-label={`${props.unseen} on weekends`} onClick={props.onWeekends}>
          {narrow ? `+${props.unseen}` : `${props.unseen} on weekends`}
        </Button>
      )}
      {!narrow && (
        <Button on={trayOpen} aria-pressed={trayOpen} onClick={onTray}>
          No due date
          <span className="num text-12 text-ink-3">{undated}</span>
        </Button>
      )}
      {!narrow && (
        <Segmented label="Span" parts={spans} value={span} onChange={onSpan} className="mx-1 text-12" />
      )}
      <Button variant="neutral" onClick={onToday}>
        Today
      </Button>
    </div>
  )
}

const MonthPicker = ({
  day,
  title,
  onPick,
}: {
  day: number
  title: string
  onPick: (day: number) => void
}) => {
  const [open, setOpen] = useState(false)
  const [year, setYear] = useState(day)
  const january = monthStart(year, -Number(dayWords(year, 'M')) + 1)
  return (
    <Popover
      label="Month"
      open={open}
      onOpenChange={next => {
        setOpen(next)
        setYear(day)
      }}
      className="w-58 p-1"
      trigger={
        <button
          type="button"
          className="flex h-7 min-w-0 items-center gap-1 rounded-control px-2 hover:bg-hover data-[popup-open]:bg-press"
        >
          <h2 aria-live="polite" className="cut font-medium text-14">
            {title}
          </h2>
          <Icon name="chevron-down" size={12} className="text-ink-3" />
        </button>
      }
    >
      <div className="flex h-8 items-center gap-1 pl-2">
        <span className="num flex-1 font-medium">{dayWords(january, 'yyyy')}</span>
        <IconButton
          icon="chevron-left"
          label="Previous year"
          onClick={() => setYear(monthStart(january, -12))}
        />
        <IconButton icon="chevron-right" label="Next year" onClick={() => setYear(monthStart(january, 12))} />
      </div>
      <div className="grid grid-cols-3 gap-0.5 p-1">
        {Array.from({ length: 12 }, (_, at) => monthStart(january, at)).map(month => (
          <button
            key={month}
            type="button"
            aria-label={dayWords(month, 'MMMM yyyy')}
            aria-pressed={month === monthStart(day)}
            onClick={() => {
              onPick(month)
              setOpen(false)
            }}
            className={classes(
              'h-8 rounded-control',
              month === monthStart(day) ? 'bg-accent font-medium text-accent-ink' : 'hover:bg-hover',
            )}
          >
            {dayWords(month, 'MMM')}
          </button>
        ))}
      </div>
    </Popover>
  )
}
