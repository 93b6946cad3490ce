/** The times to snooze until: words for the usual ones, and typed words. */
import { addDays, instantAt } from '#contract/people/zones.ts'
import { clockText, dayText, shortDay } from '../../ui/dates/day-words.ts'
import { readDay } from '../../ui/dates/read-day.ts'

export type SnoozeTime = { label: string; till: string; day: string }

/** Here and now: where the person lives, which day it is there, and the instant. */
export type SnoozeClock = { zone: string; today: string; now: number }

const MORNING = 9 * 60
const EVENING = 17 * 60
const NOON = 12 * 60
const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const weekdayOf = (day: string) => new Date(`${day}T00:00:00Z`).getUTCDay()
const named = (day: string) => `${weekdays[weekdayOf(day)]} ${shortDay(day, true)}`

const at = (label: string, day: string, minutes: number, { zone }: SnoozeClock): SnoozeTime => {
  const till = instantAt(day, minutes, zone)
  return { label: `${label} ${clockText(new Date(till), zone)}`, till, day: named(day) }
}

/** The times offered without typing, in order. */
export const usualTimes = (clock: SnoozeClock): SnoozeTime[] => {
  const { today, now } = clock
  const monday = addDays(today, (8 - weekdayOf(today)) % 7 || 7)
  const evening = at('Later today', today, EVENING, clock)
  const left = Math.round((Date.parse(evening.till) - now) / 3_600_000)
  return [
    ...(Date.parse(evening.till) - now > 3_600_000 ? [{ ...evening, day: `in ${left} h` }] : []),
    at('Tomorrow', addDays(today, 1), MORNING, clock),
    at('In three days', addDays(today, 3), MORNING, clock),
    at('Monday', monday, MORNING, clock),
    at('In two weeks', addDays(today, 14), MORNING, clock),
  ]
}

const spanForm = /^(?:in )?(\d{1,3}) ?(m|min|mins|minutes?|h|hrs?|hours?)$/
const clockForm = /(?:^|\s)(?:at )?(\d{1,2})(?:[:.](\d\d))? ?(am|pm)?$/
const words: Record<string, number> = {
  morning: MORNING,
  noon: NOON,
  midday: NOON,
  afternoon: 14 * 60,
  evening: EVENING,
  tonight: 20 * 60,
  midnight: 0,
}

const minutesOf = ([, hour = '', minute = '0', half]: RegExpExecArray): number | null => {
  const given = Number(hour)
  if (half && (given < 1 || given > 12)) return null
  const hours = half ? (given % 12) + (half === 'pm' ? 12 : 0) : given
  return hours < 24 && Number(minute) < 60 ? hours * 60 + Number(minute) : null
}

/** The day and the time of day that a phrase names; either may be missing. */
const readPhrase = (text: string, today: string): { day: string | null; minutes: number | null } | null => {
  const noon = new Date(`${today}T12:00:00`)
  const dayOf = (phrase: string) => {
    const found = phrase ? readDay(phrase, noon) : null
    return found && dayText(found)
  }
  const last = text.split(' ').at(-1) ?? ''
  if (Object.hasOwn(words, last)) {
    const rest = text.slice(0, -last.length).trim()
    const day = dayOf(rest)
    return rest && !day ? null : { day: last === 'tonight' ? (day ?? today) : day, minutes: words[last]! }
  }
  // "20 nov" ends with no time of day, and neither does "3 dec 2027": a day whole goes first.
  const whole = dayOf(text)
  if (whole) return { day: whole, minutes: null }
  const found = clockForm.exec(text)
  const minutes = found && minutesOf(found)
  if (!found || minutes === null) return null
  const rest = text.slice(0, found.index).trim()
  const day = dayOf(rest)
  return rest && !day ? null : { day, minutes }
}

/** "tomorrow 9", "friday noon", "in 3 hours", "20 nov 14:30", "18": when that is, or null where nobody can say. */
export const readSnooze = (typed: string, clock: SnoozeClock): SnoozeTime | null => {
  const text = typed.trim().toLowerCase().replace(/\s+/g, ' ')
  const { zone, today, now } = clock
  const span = spanForm.exec(text)
  if (span && Number(span[1]) > 0) {
    const till = new Date(now + Number(span[1]) * (span[2]!.startsWith('h') ? 3_600_000 : 60_000))
    return {
      label: clockText(till, zone),
      till: till.toISOString(),
      day: `in ${span[1]} ${span[2]!.startsWith('h') ? 'h' : 'min'}`,
    }
  }
  const phrase = text ? readPhrase(text, today) : null
  if (!phrase) return null
  const { day, minutes } = phrase
  const time = (on: string) => at(named(on), on, minutes ?? MORNING, clock)
  const first = time(day ?? today)
  if (Date.parse(first.till) > now) return first
  // Without a day it is the next time that a clock shows it.
  return day === null ? time(addDays(today, 1)) : null
}
