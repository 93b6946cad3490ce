const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')

/** Days travel as `yyyy-MM-dd` and mean the same date in every time zone. */
export const dayOf = (day: string | null | undefined) => {
  if (!day) return null
  const [year, month, date] = day.slice(0, 10).split('-').map(Number)
  return new Date(year ?? Number.NaN, (month ?? 1) - 1, date)
}
const padded = (n: number, places: number) => String(n).padStart(places, '0')
export const dayText = (day: Date) =>
  `${padded(day.getFullYear(), 4)}-${padded(day.getMonth() + 1, 2)}-${padded(day.getDate(), 2)}`

/** "12 Jan", with another year "12 Jan ’27"; `whole` has room for "12 Jan 2027". */
export const shortDay = (day: string, whole = false, now = new Date()) => {
  const date = dayOf(day)
  if (!date) return ''
  const [year, month] = [date.getFullYear(), months[date.getMonth()]]
  if (year === now.getFullYear()) return `${date.getDate()} ${month}`
  return `${date.getDate()} ${month} ${whole ? year : `’${padded(year % 100, 2)}`}`
}

/** Its month in full, and its year where that is another: "17 November". */
export const fullDay = (day: string, now = new Date()) => {
  const date = dayOf(day)
  if (!date) return ''
  const year = date.getFullYear() === now.getFullYear() ? undefined : 'numeric'
  return date.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year })
}

/** The due date of a completed issue is never near. */
export const dueness = (day: string, group: string, today: string): 'late' | 'today' | null => {
  if (group === 'completed' || group === 'cancelled' || day > today) return null
  return day === today ? 'today' : 'late'
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

/** The same in a sentence: "edited just now", "edited 9 min ago", "edited on 9 Nov". */
export const agoText = (moment: string, now = new Date()) => {
  const since = sinceText(moment, now)
  if (since === 'now') return 'just now'
  return / (min|h|d)$/.test(since) ? `${since} ago` : `on ${since}`
}

/** A day and its hour as people here write them: 21 Nov, 14:05, and with its year where that is another. */
export const momentText = (moment: string) => {
  const at = new Date(moment)
  return `${shortDay(dayText(at), true)}, ${clockText(at)}`
}

let halves = () => false
export const tellHalfDays = (source: () => boolean) => {
  halves = source
}
/** The hour as the person here reads it: 14:05, or 2:05 pm. */
export const clockText = (at: Date, timeZone?: string, half = halves()) =>
  at.toLocaleTimeString('en-GB', {
    timeZone,
    hour: half ? 'numeric' : '2-digit',
    minute: '2-digit',
    hour12: half,
  })

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

export const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const DAY = 86_400_000

/** When it was, as near as the line needs it: how long ago today, the hour of yesterday, then the day. */
export const whenText = (moment: string, now = new Date()) => {
  const at = new Date(moment)
  const midnight = new Date(now).setHours(0, 0, 0, 0)
  if (at.getTime() >= midnight) return sinceText(moment, now)
  if (at.getTime() >= midnight - DAY) return clockText(at)
  return shortDay(dayText(at), true, now)
}
