import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isAlwaysQuiet, isQuiet, type QuietHours, WEEK } from '../../api/contract/people/quietHours.ts'
import { runs } from '../support/soak.ts'

const every = [...WEEK]
const hours = (from: number, to: number, quiet_days: readonly number[] = every): QuietHours => ({
  quiet_from: from * 60,
  quiet_to: to * 60,
  quiet_days,
})
const quietAt = (of: QuietHours, zone: string, at: string) => isQuiet(of, zone, Date.parse(at))
/** When it becomes quiet after an instant, and when it no longer is; in steps of five minutes. */
const spanOf = (of: QuietHours, zone: string, from: string) => {
  const moments = Array.from({ length: 72 * 12 }, (_, n) => Date.parse(from) + n * 5 * 60_000)
  const first = moments.find(at => isQuiet(of, zone, at))!
  const end = moments.find(at => at > first && !isQuiet(of, zone, at))!
  return [first, end].map(at => new Date(at).toISOString().slice(0, 16))
}

describe('quiet hours', () => {
  test('are those of the person’s own clock, and end with the minute', () => {
    const of = hours(12, 14)
    expect(spanOf(of, 'UTC', '2031-01-08T00:00Z')).toEqual(['2031-01-08T12:00', '2031-01-08T14:00'])
    expect(spanOf(of, 'Asia/Kolkata', '2031-01-08T00:00Z')).toEqual(['2031-01-08T06:30', '2031-01-08T08:30'])
    expect(spanOf(of, 'Pacific/Auckland', '2031-01-08T12:00Z')).toEqual([
      '2031-01-08T23:00',
      '2031-01-09T01:00',
    ])
  })

  test('over midnight belong to the day on which they begin', () => {
    // 10 January 2031 is a Friday.
    const of = hours(22, 8, [5])
    expect(quietAt(of, 'UTC', '2031-01-10T07:00Z')).toBe(false)
    expect(quietAt(of, 'UTC', '2031-01-10T21:59:59.999Z')).toBe(false)
    expect(quietAt(of, 'UTC', '2031-01-10T22:00Z')).toBe(true)
    expect(quietAt(of, 'UTC', '2031-01-11T07:59:59.999Z')).toBe(true)
    expect(quietAt(of, 'UTC', '2031-01-11T08:00Z')).toBe(false)
    expect(quietAt(of, 'UTC', '2031-01-11T23:00Z')).toBe(false)
  })

  test('that end when they begin are whole days, but never all of them', () => {
    const of = hours(0, 0, [0, 6])
    expect(spanOf(of, 'UTC', '2031-01-10T12:00Z')).toEqual(['2031-01-11T00:00', '2031-01-13T00:00'])
    expect([isAlwaysQuiet(of), isAlwaysQuiet(hours(9, 9)), isAlwaysQuiet(hours(9, 8))]).toEqual([
      false,
      true,
      false,
    ])
  })

  test('end by the clock also in the nights in which clocks change', () => {
    const of = hours(22, 8)
    // Lisbon: an hour is left out on 30 March 2031, and comes twice on 26 October.
    expect(spanOf(of, 'Europe/Lisbon', '2031-03-29T12:00Z')).toEqual(['2031-03-29T22:00', '2031-03-30T07:00'])
    expect(spanOf(of, 'Europe/Lisbon', '2031-10-25T12:00Z')).toEqual(['2031-10-25T21:00', '2031-10-26T08:00'])
    // An end in the hour that is left out, and one in the hour that comes twice: reported once.
    const half = { ...of, quiet_to: 90 }
    expect(spanOf(half, 'Europe/Lisbon', '2031-03-29T12:00Z')).toEqual([
      '2031-03-29T22:00',
      '2031-03-30T01:30',
    ])
    expect(spanOf(half, 'Europe/Lisbon', '2031-10-25T12:00Z')).toEqual([
      '2031-10-25T21:00',
      '2031-10-26T01:30',
    ])
  })

  test('wherever clocks do not change are the times that the clock there shows', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1439 }),
        fc.integer({ min: 0, max: 1439 }),
        fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { minLength: 1 }),
        fc.integer({ min: 0, max: 14 * 1440 }),
        (quiet_from, quiet_to, quiet_days, minute) => {
          const day = Math.floor(minute / 1440)
          const clock = minute % 1440
          const begins = (nth: number) => quiet_days.includes((nth + 7 + 3) % 7)
          const isOvernight = quiet_to <= quiet_from
          const plainly = isOvernight
            ? (begins(day) && clock >= quiet_from) || (begins(day - 1) && clock < quiet_to)
            : begins(day) && clock >= quiet_from && clock < quiet_to
          // 1 January 2031 is a Wednesday; Kolkata is 5:30 ahead all year.
          const at = Date.parse('2031-01-01T00:00+05:30') + minute * 60_000
          expect(isQuiet({ quiet_from, quiet_to, quiet_days }, 'Asia/Kolkata', at)).toBe(plainly)
        },
      ),
      runs(300),
    )
  })
})
