import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays } from '../../api/contract/people/zones.ts'
import { missingAhead, nextName, type Pace, type Span } from '../../api/contract/planning/cyclesAhead.ts'
import { runs } from '../support/soak.ts'

const pace = (cycles_ahead: number, cycle_weeks = 2, cycle_weekday = 1): Pace => ({
  cycles_ahead,
  cycle_weeks,
  cycle_weekday,
})
const days = (...spans: [string, string][]): Span[] => spans.map(([start, end]) => ({ start, end }))
const weekdayOf = (day: string) => new Date(`${day}T00:00:00Z`).getUTCDay()

test('a new rule begins on its weekday; with a cycle under way right behind it', () => {
  // 25 November 2026 is a Wednesday.
  expect(missingAhead(pace(2), [], '2026-11-25', null)).toEqual(
    days(['2026-11-30', '2026-12-13'], ['2026-12-14', '2026-12-27']),
  )
  expect(missingAhead(pace(1), [], '2026-11-30', null)).toEqual(
    days(['2026-11-30', '2026-12-13'], ['2026-12-14', '2026-12-27']),
  )
  // It ends before a weekend, which has no cycle.
  const running = days(['2026-11-16', '2026-11-27'])
  expect(missingAhead(pace(1), running, '2026-11-25', null)).toEqual(days(['2026-11-30', '2026-12-13']))
  // It ends on a Tuesday: the next one begins on the day after, and gets back to the weekday.
  const odd = days(['2026-11-16', '2026-12-01'])
  expect(missingAhead(pace(2), odd, '2026-11-25', null)).toEqual(
    days(['2026-12-02', '2026-12-13'], ['2026-12-14', '2026-12-27']),
  )
  expect(missingAhead(pace(0), [], '2026-11-25', null)).toEqual([])
})

test('days that other cycles take are left out, and count; far ones do not hold the next ones back', () => {
  const taken = days(['2026-12-14', '2026-12-20'], ['2027-06-01', '2027-06-30'])
  expect(missingAhead(pace(3), taken, '2026-11-25', null)).toEqual(
    days(['2026-11-30', '2026-12-13'], ['2026-12-21', '2027-01-03']),
  )
})

test('a place whose cycle was deleted stays empty; after a long pause the first begins today', () => {
  const left = days(['2026-12-14', '2026-12-27'])
  expect(missingAhead(pace(2), left, '2026-11-25', '2026-12-27')).toEqual(days(['2026-12-28', '2027-01-10']))
  expect(missingAhead(pace(1), [], '2027-02-03', '2026-12-27')).toEqual(
    days(['2027-02-03', '2027-02-14'], ['2027-02-15', '2027-02-28']),
  )
})

test('however it comes, cycles share no day, lie ahead, end before their weekday and leave no working day between them', () => {
  const day = fc.integer({ min: 0, max: 500 }).map(n => addDays('2026-01-01', n))
  const ranges = fc.array(fc.tuple(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 0, max: 40 })), {
    maxLength: 8,
  })
  const paces = fc.record({
    cycles_ahead: fc.integer({ min: 1, max: 12 }),
    cycle_weeks: fc.integer({ min: 1, max: 12 }),
    cycle_weekday: fc.integer({ min: 0, max: 6 }),
  })
  fc.assert(
    fc.property(day, paces, ranges, fc.option(day), (today, own, gaps, madeTo) => {
      let at = addDays(today, -30)
      const taken = gaps.map(([gap, length]) => {
        const start = addDays(at, gap + 1)
        at = addDays(start, length)
        return { start, end: at }
      })
      const missing = missingAhead(own, taken, today, madeTo)
      const all = [...taken, ...missing].toSorted((a, b) => a.start.localeCompare(b.start))
      for (const [n, { end }] of all.entries()) expect(all[n + 1]?.start ?? '9').toSatisfy(next => next > end)
      for (const { start, end } of missing) {
        expect(start >= today).toBe(true)
        if (madeTo) expect(start > madeTo).toBe(true)
        expect(weekdayOf(addDays(end, 1))).toBe(own.cycle_weekday)
        const length = (Date.parse(end) - Date.parse(start)) / 86_400_000 + 1
        expect(Math.abs(length - 7 * own.cycle_weeks)).toBeLessThanOrEqual(3)
      }
      const upcoming = all.filter(({ start }) => start > today)
      expect(upcoming.length).toBeGreaterThanOrEqual(own.cycles_ahead)
      const last = missing.at(-1)?.start ?? today
      expect(upcoming.filter(({ start }) => start < last).length).toBeLessThan(own.cycles_ahead)
      for (const [n, { start }] of missing.slice(1).entries()) {
        const before = all.filter(one => one.end < start).at(-1)!
        const between = missing[n]!.end === before.end ? before : null
        for (let free = addDays(before.end, 1); between && free < start; free = addDays(free, 1))
          expect(weekdayOf(free) % 6).toBe(0)
      }
    }),
    // A cycle of one day on a weekend, which is where the search goes on from.
    {
      ...runs(300),
      examples: [
        [
          '2026-01-23',
          pace(2, 6, 0),
          [
            [0, 39],
            [39, 27],
            [0, 0],
          ],
          null,
        ],
      ],
    },
  )
})

test('names go on from the last numbered one', () => {
  const named = (...names: string[]) => names.map(name => ({ name, start_date: null }))
  expect(nextName(named('Cycle 15', 'Winter maintenance', 'Cycle 9'))).toBe('Cycle 16')
  expect(nextName(named('Winter maintenance'))).toBe('')
  expect(nextName([])).toBe('Cycle 1')
  expect(
    nextName([
      { name: 'Sprint 3', start_date: '2026-03-01' },
      { name: 'Cycle 40', start_date: '2026-01-01' },
    ]),
  ).toBe('Sprint 4')
})
