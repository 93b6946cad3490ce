import { addDays, addMonths, addWeeks, endOfMonth, isValid, nextDay, parse, startOfDay } from 'date-fns'

const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']
const shapes = [
  'yyyy-MM-dd',
  'd MMM yyyy',
  'd MMM',
  'd MMMM yyyy',
  'd MMMM',
  'MMM d',
  'd.M.yyyy',
  'd.M.',
  'd/M/yyyy',
  'd/M',
]

/** Reads typed days: "fri", "in 2w", "tomorrow", "end of month", "3 dec". */
export const readDay = (typed: string, now = new Date()): Date | null => {
  const text = typed.trim().toLowerCase()
  const today = startOfDay(now)
  if (!text) return null
  if (['today', 'now', 'tod'].includes(text)) return today
  if (text.length >= 3 && 'tomorrow'.startsWith(text)) return addDays(today, 1)
  if (text.length >= 3 && 'yesterday'.startsWith(text)) return addDays(today, -1)
  if (text === 'next week') return nextDay(today, 1)
  if (text === 'next month') return addMonths(today, 1)
  if (text === 'end of month' || text === 'eom') return endOfMonth(today)
  const weekday = text.replace(/^(next|on) /, '')
  const found = weekday.length >= 2 ? weekdays.findIndex(name => name.startsWith(weekday)) : -1
  if (found >= 0) return nextDay(today, found as 0 | 1 | 2 | 3 | 4 | 5 | 6)
  const span = /^(?:in )?\+?(\d{1,3}) ?(d|days?|w|weeks?|m|months?)$/.exec(text)
  if (span) {
    const count = Number(span[1])
    const unit = span[2]?.[0]
    return unit === 'd'
      ? addDays(today, count)
      : unit === 'w'
        ? addWeeks(today, count)
        : addMonths(today, count)
  }
  for (const shape of shapes) {
    const day = parse(text, shape, today)
    if (isValid(day) && day.getFullYear() > 1900) return day
  }
  return null
}
