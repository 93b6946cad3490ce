import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { StateGroup } from '../../api/contract/work/states.ts'
import {
  datesOn,
  fitSpans,
  lanesWith,
  placeSpans,
  spanOf,
  spansOn,
  weeksOf,
} from '../../web/issues/layouts/calendar/weeks.ts'
import { barOf, lengthOf, pulled } from '../../web/issues/layouts/timeline/bars.ts'
import { linkPath } from '../../web/issues/layouts/timeline/links.ts'
import { dayWidths, rangeAround, scaleOf, ticksOf, zoomed } from '../../web/issues/layouts/timeline/scale.ts'
import { fitting } from '../../web/issues/rows/fitting.ts'
import {
  dayName,
  dayNumber,
  monthStart,
  quarterStart,
  regionalWeekday,
  tellFirstWeekday,
  weekdayOf,
  weekStart,
} from '../../web/ui/dates/day-numbers.ts'

const day = dayNumber
const dates = (start: string | null, due: string | null) => ({ start_date: start, target_date: due })
const issue = (start: string | null, due: string | null, state__group: StateGroup = 'started') => ({
  id: 'a',
  state__group,
  ...dates(start, due),
})

describe('days as numbers', () => {
  test('a name and its number say the same day, also before 1970 and in leap years', () => {
    for (const name of ['1968-02-29', '1969-12-31', '1970-01-01', '2024-02-29', '2026-11-21'])
      expect(dayName(day(name))).toBe(name)
  })

  test('weeks, months and quarters begin where they should', () => {
    expect(weekdayOf(day('2026-11-21'))).toBe(6)
    expect(weekdayOf(day('1969-12-28'))).toBe(0)
    expect(dayName(weekStart(day('2026-11-22'), 1))).toBe('2026-11-16')
    expect(dayName(weekStart(day('2026-11-22'), 0))).toBe('2026-11-22')
    expect(dayName(monthStart(day('2026-12-31'), 2))).toBe('2027-02-01')
    expect(dayName(quarterStart(day('2026-11-21')))).toBe('2026-10-01')
    expect(dayName(quarterStart(day('2026-02-10'), -1))).toBe('2025-10-01')
  })

  test('the week begins as people there are used to, and on Monday where the browser names no place', () => {
    expect(regionalWeekday('de-DE')).toBe(1)
    expect(regionalWeekday('en-US')).toBe(0)
    expect(regionalWeekday('en-US@posix')).toBe(1)
  })
})

describe('a bar of the timeline', () => {
  test('covers its last day; with one date it is a stub that is open on the other side', () => {
    expect(barOf(dates('2026-11-09', '2026-11-10'), 60)).toEqual({
      from: day('2026-11-09'),
      until: day('2026-11-11'),
      open: null,
    })
    expect(barOf(dates('2026-11-09', null), 60)).toMatchObject({ until: day('2026-11-10'), open: 'end' })
    expect(barOf(dates(null, '2026-11-09'), 20)).toMatchObject({ from: day('2026-11-07'), open: 'start' })
    expect(barOf(dates(null, null), 60)).toBeNull()
    expect(lengthOf(dates('2026-11-09', '2026-11-09'))).toBe(1)
  })

  test('pulled as a whole keeps its length; an end stops at the other one', () => {
    const span = dates('2026-11-09', '2026-11-12')
    expect(pulled(span, 'whole', -10, 60)).toEqual(dates('2026-10-30', '2026-11-02'))
    expect(pulled(span, 'end', 3, 60)).toEqual(dates('2026-11-09', '2026-11-15'))
    expect(pulled(span, 'end', -30, 60)).toEqual(dates('2026-11-09', '2026-11-09'))
    expect(pulled(span, 'start', 30, 60)).toEqual(dates('2026-11-12', '2026-11-12'))
    expect(pulled(dates('2026-11-09', null), 'end', 2, 60)).toEqual(dates('2026-11-09', '2026-11-11'))
  })

  test('a link leads on to a later bar, and back between the rows to an earlier one', () => {
    expect(linkPath({ x: 0, y: 22 }, { x: 100, y: 66 })).toMatch(/^M0 22H2Q8 22 8 28V60Q8 66 14 66H100$/)
    expect(linkPath({ x: 100, y: 22 }, { x: 50, y: 66 })).toContain('H42')
    expect(linkPath({ x: 0, y: 22 }, { x: 100, y: 22 })).toBe('M0 22H100')
  })
})

describe('the scale of the timeline', () => {
  test('has 60, 20 and 5 pixels a day, and the wheel leads from one to the next', () => {
    expect(dayWidths).toEqual({ week: 60, month: 20, quarter: 5 })
    expect([60, 36, 35, 10, 9].map(scaleOf)).toEqual(['week', 'week', 'month', 'month', 'quarter'])
    expect(zoomed(3, 10_000)).toBe(3)
    expect(zoomed(60, -10_000)).toBe(96)
  })

  test('marks every day once, without gaps', () => {
    for (const scale of ['week', 'month', 'quarter'] as const) {
      const range = rangeAround(day('2026-11-21'), scale)
      for (const ticks of Object.values(ticksOf(scale, range))) {
        expect(ticks.slice(1).map(tick => tick.day)).toEqual(ticks.slice(0, -1).map(tick => tick.until))
        expect(ticks[0]?.day).toBeLessThanOrEqual(range.from)
        expect(ticks.at(-1)?.until).toBeGreaterThanOrEqual(range.to)
      }
    }
  })

  test('the week of a new year is its first, whichever day weeks begin with', () => {
    tellFirstWeekday(() => 0)
    expect(
      ticksOf('week', { from: day('2026-12-28'), to: day('2027-01-03') }).above.map(tick => tick.label),
    ).toEqual(['27 Dec – 2 Jan 2027 · Week 53'])
    tellFirstWeekday(() => 1)
    const { above } = ticksOf('week', { from: day('2026-12-28'), to: day('2027-01-11') })
    expect(above.map(tick => tick.label)).toEqual([
      '28 Dec – 3 Jan 2027 · Week 53',
      '4 – 10 Jan 2027 · Week 1',
    ])
  })
})

describe('the last line of a card', () => {
  test('holds as many as have room, one in any case, and the count of the rest', () => {
    expect(fitting([60, 60, 60], 180)).toBe(3)
    expect(fitting([60, 60, 60], 179)).toBe(2)
    expect(fitting([60, 60, 60], 150)).toBe(1)
    expect(fitting([300, 20], 200)).toBe(1)
    expect(fitting([], 200)).toBe(0)
  })
})

describe('the weeks of a calendar', () => {
  test('a month is whole weeks; without weekends none that has no day of it', () => {
    const all = weeksOf('month', day('2026-11-21'), { first: 1, weekends: true })
    expect([all.length, all[0]?.[0], all.at(-1)?.at(-1)]).toEqual([6, day('2026-10-26'), day('2026-12-06')])
    const working = weeksOf('month', day('2026-11-21'), { first: 1, weekends: false })
    expect([working.length, working[0]?.[0]]).toEqual([5, day('2026-11-02')])
    expect(working.every(days => days.length === 5)).toBe(true)
  })

  test('an issue lies on every day from its start to its due day, in any order', () => {
    expect(spanOf(issue('2026-11-09', null))).toBeNull()
    expect(spanOf(issue(null, '2026-11-09'))).toMatchObject({ from: day('2026-11-09') })
    expect(spanOf(issue('2026-11-12', '2026-11-09'))).toMatchObject({
      from: day('2026-11-09'),
      to: day('2026-11-09'),
    })
  })

  test('put on a day an issue is due then, unless it starts later; an end stops at the other', () => {
    const span = dates('2026-11-09', '2026-11-12')
    expect(datesOn(span, 'due', day('2026-11-20'))).toEqual(dates('2026-11-09', '2026-11-20'))
    expect(datesOn(span, 'due', day('2026-11-08'))).toBeNull()
    expect(datesOn(span, 'start', day('2026-11-20'))).toEqual(dates('2026-11-12', '2026-11-12'))
    expect(datesOn(span, 'end', day('2026-11-02'))).toEqual(dates('2026-11-09', '2026-11-09'))
    expect(datesOn(dates(null, null), 'due', day('2026-11-02'))).toEqual(dates(null, '2026-11-02'))
  })

  test('a day names its done issues last', () => {
    const spans = (['completed', 'started', 'cancelled', 'backlog'] as const).map((group, at) => ({
      ...spanOf(issue(null, '2026-11-09', group))!,
      id: String(at),
    }))
    expect(spansOn(spans, day('2026-11-09')).map(one => one.id)).toEqual(['1', '3', '0', '2'])
    expect(spansOn(spans, day('2026-11-10'))).toEqual([])
  })

  test('no two issues share a place, done ones lie below, today’s are all drawn, and hidden ones are counted on each of their days', () => {
    const days = weeksOf('week', day('2026-11-21'), { first: 1, weekends: true })[0] ?? []
    const span = fc
      .tuple(fc.integer({ min: -3, max: 9 }), fc.integer({ min: 0, max: 6 }), fc.boolean())
      .map(([from, length, isOver]) => ({
        from: (days[0] ?? 0) + from,
        to: (days[0] ?? 0) + from + length,
        isOver,
      }))
    fc.assert(
      fc.property(fc.array(span, { maxLength: 14 }), fc.integer({ min: 1, max: 5 }), (spans, room) => {
        const all = spans.map((one, at) => ({ id: String(at), ...one }))
        const placed = placeSpans(days, all)
        const { drawn, hidden } = fitSpans(placed, days.length, room)
        days.forEach((date, at) => {
          const here = drawn.filter(one => one.at <= at && at < one.at + one.length)
          expect(new Set(here.map(one => one.lane)).size).toBe(here.length)
          expect(here.length + (hidden[at] ?? 0)).toBe(
            spans.filter(({ from, to }) => from <= date && date <= to).length,
          )
          const lanesOf = (isOver: boolean) =>
            placed
              .filter(one => one.isOver === isOver && one.at <= at && at < one.at + one.length)
              .map(one => one.lane)
          expect(Math.max(-1, ...lanesOf(false))).toBeLessThan(Math.min(99, ...lanesOf(true)))
          expect(fitSpans(placed, days.length, lanesWith(date, days, all, room)).hidden[at]).toBe(0)
          // The figure has the last lane to itself.
          const lanes = hidden[at] ? room - 1 : room
          expect(here.every(one => one.lane < lanes)).toBe(true)
        })
      }),
    )
  })
})
