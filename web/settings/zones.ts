/** Time zones as people look for them: by city, with the hour that it is there. */
import { clockText } from '../ui/dates/day-words.ts'
import type { PickerOption } from '../ui/popups/useChoices.ts'

const cityOf = (zone: string) => zone.split('/').at(-1)!.replaceAll('_', ' ')

const minutesAhead = (zone: string, now: Date): number => {
  const said =
    new Intl.DateTimeFormat('en-GB', { timeZone: zone, timeZoneName: 'longOffset' })
      .formatToParts(now)
      .find(({ type }) => type === 'timeZoneName')?.value ?? ''
  const [, sign, hours = '0', minutes = '0'] = /([+-])(\d\d):(\d\d)/.exec(said) ?? []
  return (sign === '-' ? -1 : 1) * (60 * Number(hours) + Number(minutes))
}

const offsetWords = (minutes: number): string => {
  if (minutes === 0) return 'the same as UTC'
  const size = Math.abs(minutes)
  const hours = Math.floor(size / 60)
  const rest = size % 60
  const said = [hours && `${hours} ${hours === 1 ? 'hour' : 'hours'}`, rest && `${rest} minutes`]
  return `${said.filter(Boolean).join(' ')} ${minutes > 0 ? 'ahead of' : 'behind'} UTC`
}

const timeIn = (zone: string, now: Date) => clockText(now, zone)

export const zoneName = cityOf

/** "14:32 now, 1 hour ahead of UTC". */
export const zoneNow = (zone: string, now = new Date()) =>
  `${timeIn(zone, now)} now, ${offsetWords(minutesAhead(zone, now))}`

/** Every zone that this browser knows, and the one that is set. */
export const zoneOptions = (chosen: string, now = new Date()): PickerOption[] =>
  [...new Set([chosen, 'UTC', ...Intl.supportedValuesOf('timeZone')])]
    .map(zone => ({ zone, minutes: minutesAhead(zone, now) }))
    .sort((a, b) => a.minutes - b.minutes || a.zone.localeCompare(b.zone))
    .map(({ zone, minutes }) => ({
      id: zone,
      name: cityOf(zone),
      words: `${zone} ${offsetWords(minutes)}`,
      detail: timeIn(zone, now),
    }))
