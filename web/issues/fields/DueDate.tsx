import { useClock } from '../../data/clock.ts'
import { dueness, shortDay } from '../../ui/dates/day-words.ts'
import { Icon } from '../../ui/icons.tsx'

const said = { late: 'Late', today: 'Due today' }

/** The same in words: "Late: 3 Nov". */
export const dueText = (day: string, group: string, today: string) => {
  const due = dueness(day.slice(0, 10), group, today)
  return `${due ? `${said[due]}: ` : ''}${shortDay(day)}`
}

/** `whole`: with another year in full. */
type DueDateProps = { day: string | null; group: string; large?: boolean; whole?: boolean }

export const DueDate = ({ day, group, large, whole = false }: DueDateProps) => {
  const { today } = useClock()
  if (!day) return null
  const due = dueness(day.slice(0, 10), group, today)
  return (
    <span
      title={shortDay(day, true)}
      className={`num inline-flex items-center gap-1 whitespace-nowrap ${large ? 'text-13' : 'text-12'} ${due ? 'font-medium text-danger' : large ? 'text-ink' : 'text-ink-3'}`}
    >
      {due && (
        <Icon
          name={due === 'late' ? 'calendar-x' : 'calendar-clock'}
          size={large ? 14 : 12}
          label={said[due]}
        />
      )}
      {shortDay(day, whole)}
    </span>
  )
}
