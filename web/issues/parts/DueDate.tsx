import { isLate, shortDay } from '../../ui/day-words.ts'
import { Icon } from '../../ui/icons.tsx'

type DueDateProps = { day: string | null; group: string; large?: boolean }

export const DueDate = ({ day, group, large }: DueDateProps) => {
  if (!day) return null
  const late = isLate(day, group)
  return (
    <span
      title={shortDay(day, true)}
      className={`num inline-flex items-center gap-1 whitespace-nowrap ${large ? 'text-13' : 'text-12'} ${late ? 'font-medium text-danger' : large ? 'text-ink' : 'text-ink-3'}`}
    >
      {late && <Icon name="calendar-x" size={large ? 14 : 12} />}
      {late && <span className="sr-only">Late: </span>}
      {shortDay(day, large)}
    </span>
  )
}
