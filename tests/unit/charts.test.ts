import { describe, expect, test } from 'vitest'
import { addDays } from '../../api/contract/people/zones.ts'
import {
  type ChartDay,
  daysBetween,
  forecastOf,
  idealOf,
  leftOf,
  MOST_DAYS,
  scopeOf,
  withToday,
} from '../../api/contract/planning/charts.ts'

const FIRST = '2026-03-02'
const NONE = {
  backlog_issues: 0,
  unstarted_issues: 0,
  started_issues: 0,
  cancelled_issues: 0,
  backlog_estimate_points: 0,
  unstarted_estimate_points: 0,
  started_estimate_points: 0,
  cancelled_estimate_points: 0,
}
/** Days from the second of March, of so much in total and so much completed; null for one to come. */
const days = (...given: ([number, number] | null)[]): ChartDay[] =>
  given.map((of, n) => ({
    date: addDays(FIRST, n),
    figures: of && {
      ...NONE,
      total_issues: of[0],
      completed_issues: of[1],
      total_estimate_points: of[0] * 2,
      completed_estimate_points: of[1] * 2,
    },
  }))

describe('the lines of a chart', () => {
  const week = days([10, 0], [10, 2], [12, 4], null, null)

  test('left is the uncompleted part, and unknown for days to come', () => {
    expect(leftOf(week, 'issues')).toEqual([10, 8, 8, null, null])
    expect(leftOf(week, 'estimate_points')).toEqual([20, 16, 16, null, null])
  })

  test('the ideal goes straight from the first evening to nothing', () => {
    expect(idealOf(week, 'issues')).toEqual([10, 7.5, 5, 2.5, 0])
    expect(idealOf(days([3, 0]), 'issues')).toEqual([0])
    expect(idealOf(days(null, null), 'issues')).toEqual([0, 0])
  })

  test('scope tells the additions after the first day', () => {
    expect(scopeOf(week, 'issues')).toEqual([
      { total: 10, added: 0 },
      { total: 10, added: 0 },
      { total: 12, added: 2 },
      null,
      null,
    ])
  })

  test('today’s figures are those of the live row, and no other day’s', () => {
    const now = { ...days([14, 5])[0]!.figures!, sub_issues: 1 }
    expect(leftOf(withToday(week, addDays(FIRST, 2), now), 'issues')).toEqual([10, 8, 9, null, null])
    expect(withToday(week, '2027-01-01', now)).toEqual(week)
  })

  test('no chart has more days than are looked at, and a time that ends before it begins has none', () => {
    expect(daysBetween(FIRST, addDays(FIRST, 2))).toEqual([FIRST, '2026-03-03', '2026-03-04'])
    expect(daysBetween(FIRST, '2026-03-01')).toEqual([])
    expect(daysBetween('1900-01-01', '2100-01-01')).toHaveLength(MOST_DAYS)
  })
})

describe('the forecast', () => {
  test('is the amount left over the mean completed per day, with its spread', () => {
    const even = forecastOf(days([20, 0], [20, 2], [20, 4], [20, 6], [20, 6]), 'issues', '2026-03-06')
    expect(even).toEqual({
      pace: 2,
      spread: 0,
      likely: '2026-03-13',
      early: '2026-03-13',
      late: '2026-03-13',
    })
    const uneven = forecastOf(days([20, 0], [20, 1], [20, 5], [20, 6], [20, 6]), 'issues', '2026-03-06')!
    expect(uneven.pace).toBe(2)
    expect(uneven.spread).toBeCloseTo(1)
    expect([uneven.early, uneven.likely, uneven.late]).toEqual(['2026-03-11', '2026-03-13', '2026-03-20'])
  })

  test('is told in points as in issues', () => {
    const told = days([20, 0], [20, 2], [20, 4], [20, 6], [20, 6])
    expect(forecastOf(told, 'estimate_points', '2026-03-06')).toMatchObject({ pace: 4, likely: '2026-03-13' })
  })

  test('knows of no end at a pace that may be none', () => {
    const told = forecastOf(days([20, 0], [20, 0], [20, 3], [20, 3], [20, 3]), 'issues', '2026-03-06')!
    expect(told.pace).toBe(1)
    expect(told.late).toBeNull()
  })

  test.each([
    ['too few days are over', days([9, 0], [9, 1], [9, 2]), '2026-03-04'],
    ['nothing goes forward', days([9, 3], [9, 3], [9, 3], [9, 3], [9, 3]), '2026-03-06'],
    ['more is taken up again than completed', days([9, 5], [9, 4], [9, 3], [9, 2], [9, 2]), '2026-03-06'],
    ['nothing is left', days([4, 1], [4, 2], [4, 3], [4, 4], [4, 4]), '2026-03-06'],
    ['nothing has begun', days(null, null, null, null, null), '2026-03-01'],
  ])('is silent while %s', (_why, given, today) => {
    expect(forecastOf(given, 'issues', today)).toBeNull()
  })
})
