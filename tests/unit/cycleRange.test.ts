import fc from 'fast-check'
import { expect, test } from 'vitest'
import { spread } from '../../web/planning/charts/lines.ts'
import {
  clashesOf,
  clashWords,
  freeStart,
  lengthOf,
  spanWords,
  type Taken,
  usualWeeks,
  weeksFrom,
  workingDays,
} from '../../web/planning/cycles/cycleRange.ts'
import { dayName, isWeekend } from '../../web/ui/dates/day-numbers.ts'

const taken = (...ranges: [string, string, string][]): Taken[] =>
  ranges.map(([name, start, end]) => ({ id: name, name, start, end }))
const winter = taken(['Cycle 15', '2026-11-23', '2026-12-04'], ['Cycle 16', '2026-12-07', '2026-12-18'])

test('two cycles share no day, and each that is in the way is named with the days that it has', () => {
  expect(clashesOf({ start: '2026-12-16', end: '2026-12-29' }, winter)).toEqual([
    { id: 'Cycle 16', name: 'Cycle 16', from: '2026-12-16', to: '2026-12-18' },
  ])
  expect(clashesOf({ start: '2026-12-19', end: '2026-12-29' }, winter)).toEqual([])
  expect(clashesOf({ start: '2026-12-05', end: '2026-12-06' }, winter)).toEqual([])
  expect(freeStart('2026-12-16', 14, winter)).toBe('2026-12-21')
})

test('days of several cycles are told of two of them, and how many more there are', () => {
  const said = (end: string, ...more: [string, string, string][]) =>
    clashWords(clashesOf({ start: '2026-12-04', end }, [...winter, ...taken(...more)]))
  const year = new Date().getFullYear() === 2026 ? '' : ' 2026'
  expect(said('2026-12-06')).toBe(`4 December${year} belongs to Cycle 15.`)
  const both = `4 December${year} belongs to Cycle 15, 7 – 18 December${year} to Cycle 16`
  expect(said('2026-12-29')).toBe(`${both}.`)
  expect(said('2026-12-29', ['Cycle 17', '2026-12-21', '2026-12-23'])).toBe(
    `${both} and more days to 1 other.`,
  )
})

test('where a start is offered, as many days are free, and it is no weekend', () => {
  const day = fc.integer({ min: 20_000, max: 20_200 })
  const ranges = fc.array(fc.tuple(fc.integer({ min: 0, max: 9 }), fc.integer({ min: 0, max: 20 })))
  fc.assert(
    fc.property(day, fc.integer({ min: 1, max: 40 }), ranges, (from, days, gaps) => {
      let at = 20_000
      const all = gaps.map(([gap, length], n): [string, string, string] => {
        const start = at + gap + 1
        at = start + length
        return [`${n}`, dayName(start), dayName(at)]
      })
      const start = freeStart(dayName(from), days, taken(...all))
      const first = Date.parse(start) / 86_400_000
      expect(first).toBeGreaterThanOrEqual(from)
      expect(isWeekend(first)).toBe(false)
      expect(clashesOf({ start, end: dayName(first + days - 1) }, taken(...all))).toEqual([])
    }),
  )
})

test('weeks end before the weekend, and are counted in days of work', () => {
  expect(weeksFrom('2026-12-21', 2)).toEqual({ start: '2026-12-21', end: '2027-01-01' })
  expect(weeksFrom('2026-12-16', 2)).toEqual({ start: '2026-12-16', end: '2026-12-29' })
  expect(workingDays({ start: '2026-12-16', end: '2026-12-29' })).toBe(10)
  expect(lengthOf({ start: '2026-12-16', end: '2026-12-29' })).toBe(14)
  expect(usualWeeks(winter)).toBe(2)
})

test('a stretch of days reads as people write it', () => {
  const said = (from: string, to: string, today: string) => spanWords(from, to, 'MMM', today)
  expect(spanWords('2026-12-16', '2026-12-18', 'MMMM', '2026-11-26')).toBe('16 – 18 December')
  expect(said('2026-12-28', '2026-12-28', '2026-11-26')).toBe('28 Dec')
  expect(said('2026-11-28', '2026-12-04', '2026-11-26')).toBe('28 Nov – 4 Dec')
  // Of the same days of two years nobody could tell which are meant.
  expect(said('2026-12-28', '2027-01-04', '2026-11-26')).toBe('28 Dec – 4 Jan 2027')
  expect(said('2026-12-28', '2027-01-04', '2027-03-01')).toBe('28 Dec 2026 – 4 Jan')
  expect(said('2025-03-03', '2025-03-14', '2026-11-26')).toBe('3 – 14 Mar 2025')
  expect(said('2025-03-03', '2025-03-03', '2026-11-26')).toBe('3 Mar 2025')
})

test('labels at the ends of lines never lie on each other', () => {
  const heights = fc.array(fc.double({ min: 0, max: 200, noNaN: true }), { minLength: 1, maxLength: 5 })
  fc.assert(
    fc.property(heights, wanted => {
      const placed = spread(wanted, 15, 400).toSorted((a, b) => a - b)
      placed.slice(1).forEach((y, n) => {
        expect(y - (placed[n] ?? 0)).toBeGreaterThanOrEqual(14.999)
      })
    }),
  )
})
