import type { ReactElement } from 'react'
import { useState } from 'react'
import { addDays } from '#contract/people/zones.ts'
import { useClock } from '../data/clock.ts'
import { DatePicker } from '../ui/dates/DatePicker.tsx'
import { clockText, dayText, shortDay } from '../ui/dates/day-words.ts'
import { Menu } from '../ui/popups/Menu.tsx'

const HOUR = 9

const morning = (day: string) => {
  const [year, month, date] = day.split('-').map(Number)
  return new Date(year!, month! - 1, date, HOUR)
}
const nextMonday = (today: string) => {
  const weekday = morning(today).getDay()
  return addDays(today, (8 - weekday) % 7 || 7)
}

/** When it awakes, in words: "Tomorrow, 9:00". */
export const wakeText = (till: string, today: string): string => {
  const at = new Date(till)
  const day = dayText(at)
  const name = day === today ? 'Today' : day === addDays(today, 1) ? 'Tomorrow' : shortDay(day)
  return `${name}, ${clockText(at)}`
}

type SnoozeMenuProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  onSnooze: (till: string) => void
  children: ReactElement
}

/** Until when a request is to be left alone. */
export const SnoozeMenu = ({ open, onOpenChange, onSnooze, children }: SnoozeMenuProps) => {
  const { today } = useClock()
  const [picking, setPicking] = useState<Element | null>(null)
  const offer = (id: string, words: string, day: string) => ({
    id,
    label: `${words}, ${shortDay(day)} at ${clockText(morning(day))}`,
    icon: 'clock' as const,
    run: () => onSnooze(morning(day).toISOString()),
  })
  return (
    <>
      <Menu
        align="end"
        open={open}
        onOpenChange={onOpenChange}
        entries={[
          offer('tomorrow', 'Tomorrow', addDays(today, 1)),
          offer('monday', 'Next Monday', nextMonday(today)),
          offer('week', 'In a week', addDays(today, 7)),
          offer('month', 'In a month', addDays(today, 30)),
          { id: 'rule', rule: true },
          {
            id: 'day',
            label: 'Another day…',
            icon: 'calendar',
            run: () => setPicking(document.querySelector('[data-snooze]')),
          },
        ]}
      >
        {children}
      </Menu>
      {picking && (
        <DatePicker
          label="Snooze until"
          value={null}
          from={addDays(today, 1)}
          open
          anchor={picking}
          onOpenChange={next => next || setPicking(null)}
          onPick={day => {
            setPicking(null)
            if (day) onSnooze(morning(day).toISOString())
          }}
        />
      )}
    </>
  )
}
