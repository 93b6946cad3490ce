/** Days as whole numbers since 1970, so that spans are sums. A day has no time zone. */
import { todayText } from './today.ts'

const MS = 86_400_000

export const dayNumber = (day: string) => Math.round(Date.parse(`${day.slice(0, 10)}T00:00:00Z`) / MS)
export const dayName = (n: number) => new Date(n * MS).toISOString().slice(0, 10)
export const todayNumber = () => dayNumber(todayText())

/** 0 is Sunday. */
export const weekdayOf = (n: number) => (((n + 4) % 7) + 7) % 7
export const isWeekend = (n: number) => weekdayOf(n) % 6 === 0
export const weekStart = (n: number, first = 1) => n - ((weekdayOf(n) - first + 7) % 7)

export const monthStart = (n: number, months = 0) => {
  const day = new Date(n * MS)
  return Math.round(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + months, 1) / MS)
}
export const quarterStart = (n: number, quarters = 0) => {
  const month = new Date(n * MS).getUTCMonth()
  return monthStart(n, quarters * 3 - (month % 3))
}

/** Counted from Sunday. */
export type Weekday = 0 | 1 | 2 | 3 | 4 | 5 | 6
type WeekInfo = { firstDay: number }
/** The day that a week begins with where a language is spoken; Monday when nobody says. */
export const regionalWeekday = (language = navigator.language): number => {
  try {
    const locale = new Intl.Locale(language) as Intl.Locale & { getWeekInfo?: () => WeekInfo }
    return (locale.getWeekInfo?.().firstDay ?? 1) % 7
  } catch {
    // Some browsers name their system's locale in a form that is none.
    return 1
  }
}

let chosen = (): number | null => null
export const tellFirstWeekday = (source: () => number | null) => {
  chosen = source
}
/** The day that a week begins with for the person here: as they chose, or as where their browser is. */
export const firstWeekday = () => (chosen() ?? regionalWeekday()) as Weekday
