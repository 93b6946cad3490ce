import { addDays, format, nextDay, startOfDay } from 'date-fns'
import { type ReactElement, useRef, useState } from 'react'
import { DayPicker } from 'react-day-picker'
import { classes } from '../classes.ts'
import { Button } from '../controls/Button.tsx'
import { Icon } from '../icons.tsx'
import { Kbd } from '../marks/Kbd.tsx'
import { Popover } from '../popups/Popover.tsx'
import { firstWeekday } from './day-numbers.ts'
import { dayOf, dayText } from './day-words.ts'
import { readDay } from './read-day.ts'
import { todayText } from './today.ts'

type DatePickerProps = {
  label: string
  keys?: string
  value: string | null
  onPick: (day: string | null) => void
  /** Days outside are refused: a due date lies after the start. */
  from?: string | null
  until?: string | null
  open?: boolean
  onOpenChange?: (open: boolean) => void
  anchor?: Element | null
  alignOffset?: number
  children?: ReactElement
}

export const DatePicker = ({
  open,
  onOpenChange,
  anchor,
  alignOffset,
  children,
  ...rest
}: DatePickerProps) => {
  const [own, setOwn] = useState(false)
  const shown = open ?? own
  const setOpen = (next: boolean) => {
    setOwn(next)
    onOpenChange?.(next)
  }
  const input = useRef<HTMLInputElement>(null)
  return (
    <Popover
      label={rest.label}
      trigger={children}
      anchor={anchor}
      open={shown}
      onOpenChange={setOpen}
      alignOffset={alignOffset ?? -4}
      initialFocus={input}
      className="w-62 p-1"
    >
      {shown && <Days {...rest} input={input} close={() => setOpen(false)} />}
    </Popover>
  )
}

const Chevron = ({ orientation }: { orientation?: string }) => (
  <Icon name={orientation === 'left' ? 'chevron-left' : 'chevron-right'} size={14} />
)

type DaysProps = Pick<DatePickerProps, 'label' | 'keys' | 'value' | 'onPick' | 'from' | 'until'> & {
  input: React.RefObject<HTMLInputElement | null>
  close: () => void
}

const Days = ({ label, keys, value, onPick, from, until, input, close }: DaysProps) => {
  const today = dayOf(todayText()) ?? startOfDay(new Date())
  const [typed, setTyped] = useState('')
  const [month, setMonth] = useState(dayOf(value) ?? today)
  const after = dayOf(from)
  const before = dayOf(until)
  const allowed = (day: Date) => !(after && day < after) && !(before && day > before)
  const read = readDay(typed, today)
  const readable = read && allowed(read) ? read : null
  const quick = [
    { name: 'Today', day: today },
    { name: 'Tomorrow', day: addDays(today, 1) },
    { name: 'Monday', day: nextDay(today, 1) },
  ]
  const pick = (day: Date | null) => {
    onPick(day && dayText(day))
    close()
  }
  const disabled = [...(after ? [{ before: after }] : []), ...(before ? [{ after: before }] : [])]
  return (
    <>
      <div className="-mx-1 -mt-1 mb-1 flex h-9 items-center gap-2 px-3 text-ink-3 shadow-[0_1px_0_var(--line)]">
        <Icon name="calendar" size={14} />
        <input
          ref={input}
          aria-label={label}
          placeholder="e.g. Monday or 16 Dec"
          value={typed}
          onChange={event => {
            setTyped(event.target.value)
            const day = readDay(event.target.value)
            if (day) setMonth(day)
          }}
          onKeyDown={event => {
            if (event.key === 'Enter') {
              event.preventDefault()
              if (readable) pick(readable)
            } else if (event.key === 'Escape' && typed) {
              event.stopPropagation()
              setTyped('')
            }
          }}
          className="min-w-0 flex-1 bg-transparent text-ink outline-none"
          spellCheck={false}
          autoComplete="off"
        />
        {readable ? (
          <span className="num text-12 text-ink-2">{format(readable, 'EEE d MMM')}</span>
        ) : (
          keys && <Kbd keys={keys} />
        )}
      </div>
      {typed && !readable && (
        <p role="status" className="px-2 pb-1 text-12 text-warn">
          {read ? 'This date is not available' : 'Not a date yet'}
        </p>
      )}
      <DayPicker
        mode="single"
        weekStartsOn={firstWeekday() as 0 | 1 | 2 | 3 | 4 | 5 | 6}
        showOutsideDays
        fixedWeeks
        month={month}
        onMonthChange={setMonth}
        selected={readable ?? dayOf(value) ?? undefined}
        onSelect={(_, day) => pick(day)}
        disabled={disabled}
        className="day-picker relative px-1"
        classNames={{
          month_caption: 'flex h-8 items-center px-2 font-medium',
          nav: 'absolute top-0.5 right-1 flex',
          button_previous: classes(
            'grid size-7 place-items-center rounded-control text-ink-3 hover:bg-hover',
          ),
          button_next: classes('grid size-7 place-items-center rounded-control text-ink-3 hover:bg-hover'),
        }}
        components={{ Chevron }}
        labels={{
          labelDayButton: (day, { today, selected }) =>
            `${format(day, 'EEEE d MMMM yyyy')}${today ? ', today' : ''}${selected ? ', chosen' : ''}`,
        }}
      />
      <div className="flex items-center gap-0.5 px-1 pt-1">
        {quick.map(({ name, day }) => (
          <Button key={name} size="small" disabled={!allowed(day)} onClick={() => pick(day)}>
            {name}
          </Button>
        ))}
        {value && (
          <Button size="small" className="ml-auto" onClick={() => pick(null)}>
            Clear
          </Button>
        )}
      </div>
    </>
  )
}
