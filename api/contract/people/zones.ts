/** Days and instants: `YYYY-MM-DD` in an IANA zone against UTC instants with milliseconds. */

const DAY = 86_400_000

// Made once a zone: making one costs a hundred times what asking it does.
const clocks = new Map<string, Intl.DateTimeFormat>()
const clockOf = (zone: string): Intl.DateTimeFormat => {
  const clock =
    clocks.get(zone) ?? new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' })
  clocks.set(zone, clock)
  return clock
}

const offsetAt = (instant: number, zone: string): number => {
  // The zone of most projects; the first clock of a page costs it 12 ms before its first rows.
  if (zone === 'UTC') return 0
  const name = clockOf(zone)
    .formatToParts(instant)
    .find(part => part.type === 'timeZoneName')?.value
  const found = name?.match(/([+-])(\d\d):(\d\d)/)
  if (!found) return 0
  return (found[1] === '-' ? -1 : 1) * (Number(found[2]) * 60 + Number(found[3])) * 60_000
}

/** The calendar day of an instant in a zone. */
export const dayIn = (zone: string, instant: number = Date.now()): string =>
  new Date(instant + offsetAt(instant, zone)).toISOString().slice(0, 10)

/** The day that lies `days` after another. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY).toISOString().slice(0, 10)

/** The instant at which a clock in a zone shows so many minutes after midnight of a day. */
export const instantAt = (day: string, minutes: number, zone: string): string => {
  const shown = Date.parse(`${day}T00:00:00Z`) + minutes * 60_000
  const guess = shown - offsetAt(shown, zone)
  // Where clocks change between the two, the offset that holds at the guess is the right one.
  return new Date(shown - offsetAt(guess, zone)).toISOString()
}

/** The instant at which a day begins in a zone. */
export const startOfDay = (day: string, zone: string): string => instantAt(day, 0, zone)

// One day more or less, in any zone, is still a day that the database and `Date` write with four digits.
const isNear = (text: string) => text >= '0002' && text < '9999'

/** Is this a day that exists, of a year that can be reckoned with? */
export const isDay = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(text) &&
  isNear(text) &&
  !Number.isNaN(Date.parse(`${text}T00:00:00Z`)) &&
  addDays(text, 0) === text

/** An expiry given as a day means the end of that day where its owner lives; a datetime means itself. */
export const endOfDay = (value: string, zone: string): string =>
  value.length > 10
    ? new Date(value).toISOString()
    : new Date(Date.parse(startOfDay(addDays(value, 1), zone)) - 1).toISOString()

/** A datetime as programs write it, with its zone: that of a day is its midnight, and one that names no zone is of UTC. */
export const withZone = (text: string): string => {
  const written = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:[.]\d+)?)?)(Z|[+-]\d\d:?\d\d)?)?$/i.exec(
    text,
  )
  const [, day, time = '00:00:00', zone = 'Z'] = written ?? []
  return day ? `${day}T${time}${zone.toUpperCase().replace(/(\d\d)(\d\d)$/, '$1:$2')}` : text
}

/** A datetime of a query string in UTC; null without one. */
export const readInstant = (text: string | undefined): string | null | 'malformed' => {
  if (!text) return null
  // A plus sign that was not escaped arrives as a blank.
  const instant = Date.parse(withZone(text.replace(/ (\d\d:?\d\d)$/, '+$1')))
  const written = Number.isNaN(instant) ? '' : new Date(instant).toISOString()
  return isNear(written) ? written : 'malformed'
}
