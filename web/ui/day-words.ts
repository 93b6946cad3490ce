import {
  addDays,
  addMonths,
  addWeeks,
  endOfMonth,
  format,
  isValid,
  nextDay,
  parse,
  startOfDay,
} from 'date-fns'

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

/** Reads "fri", "in 2w", "tomorrow", "end of month", "3 dec": what people type instead of pointing. */
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

/** Days travel as `yyyy-MM-dd` and mean the same date in every time zone. */
export const dayOf = (day: string | null | undefined) =>
  day ? parse(day.slice(0, 10), 'yyyy-MM-dd', new Date()) : null
export const dayText = (day: Date) => format(day, 'yyyy-MM-dd')

/** Another year costs the day of the month its place in a row; `whole` has room for both. */
export const shortDay = (day: string, whole = false, now = new Date()) => {
  const date = dayOf(day)
  if (!date) return ''
  return format(date, date.getFullYear() === now.getFullYear() ? 'd MMM' : whole ? 'd MMM yyyy' : 'MMM ’yy')
}

export const isLate = (day: string | null, group: string, now = new Date()) => {
  const date = dayOf(day)
  return Boolean(date && date < startOfDay(now) && group !== 'completed' && group !== 'cancelled')
}

/** How long ago, in as few letters as a narrow column has: "now", "12 min", "5 h", "3 d", then the day. */
export const sinceText = (moment: string, now = new Date()) => {
  const minutes = Math.floor((now.getTime() - new Date(moment).getTime()) / 60_000)
  if (minutes < 1) return 'now'
  if (minutes < 60) return `${minutes} min`
  if (minutes < 24 * 60) return `${Math.floor(minutes / 60)} h`
  if (minutes < 7 * 24 * 60) return `${Math.floor(minutes / (24 * 60))} d`
  return shortDay(dayText(new Date(moment)), true, now)
}

/** A span in words: "9 Nov – 2 Dec", "from 9 Nov", "until 2 Dec". */
export const datesText = ({
  start_date,
  target_date,
}: {
  start_date: string | null
  target_date: string | null
}) =>
  start_date && target_date
    ? `${shortDay(start_date, true)} – ${shortDay(target_date, true)}`
    : start_date
      ? `from ${shortDay(start_date, true)}`
      : target_date
        ? `until ${shortDay(target_date, true)}`
        : 'no dates'
