import { addDays } from '#contract/people/zones.ts'
import { clockText, dayText, shortDay } from '../ui/dates/day-words.ts'

/** When it awakes, in words: "Tomorrow, 9:00". */
export const wakeText = (till: string, today: string): string => {
  const at = new Date(till)
  const day = dayText(at)
  const name = day === today ? 'Today' : day === addDays(today, 1) ? 'Tomorrow' : shortDay(day)
  return `${name}, ${clockText(at)}`
}
